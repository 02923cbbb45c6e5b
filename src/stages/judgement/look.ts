import { createHash } from "node:crypto";
import type { Look } from "../../artifacts/look.ts";
import type { PanelNote } from "../../artifacts/note.ts";
import { isPlanned, type Plan, type Reviewer, type Task } from "../../artifacts/task.ts";
import { missingParts } from "../../experiment/cells.ts";
import { rankingInput } from "../../experiment/ranking-input.ts";
import { viewOf } from "../../experiment/view.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { telling } from "../../prompting/ledger-lines.ts";
import { firstOf, lookAt } from "../../stats/look.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { count } from "../../text/numbers.ts";

/** Reviewers of a thrifty plan that score: those that judge every design, and those that wait for what they say. */
export type Waves = { first: Reviewer[]; further: Reviewer[] };

/** Fewer designs or reviewers leave nothing to spare. */
const FEWEST = 3;

/**
 * Who judges first: reviewers that designed nothing before those that did, each kind in an order drawn from the seed that
 * no later reviewer changes. Null where everybody is asked at once.
 */
export function wavesOf(task: Plan & Pick<Task, "thrifty" | "seed">): Waves | null {
  const scoring = scorersOf(task);
  if (task.thrifty !== true || task.designers.length < FEWEST || scoring.length < FEWEST) return null;
  const keyOf = ({ model, reviewer_id }: Reviewer): string => {
    const author = task.designers.some((designer) => designer.model === model);
    return `${author ? 1 : 0} ${createHash("sha256").update(`${task.seed} ${reviewer_id}`).digest("hex")}`;
  };
  const order = scoring.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const first = firstOf(order.length);
  return { first: order.slice(0, first), further: order.slice(first) };
}

/** What is said beforehand of a plan's thrift; nothing of a plan that asks everybody. */
export function thriftNotes(task: Plan & Pick<Task, "thrifty">): PanelNote[] {
  if (task.thrifty !== true) return [];
  const waves = wavesOf({ ...task, seed: 0 });
  if (waves) return [{ kind: "thrifty", first: waves.first.length, further: waves.further.length }];
  return [{ kind: "thrifty-idle", designs: task.designers.length, reviewers: scorersOf(task).length }];
}

function scorersOf({ reviewers }: Pick<Plan, "reviewers">): Reviewer[] {
  return reviewers.filter((each) => isPlanned(each) && each.parts.includes("score"));
}

/** Looks whether the reviewers that wait are still needed and for which designs, and stores what it comes to. */
export async function takeLook(lab: PayingLab, experiment: Experiment, { first, further }: Waves): Promise<Look> {
  const view = await viewOf(experiment);
  const { task, dir, ledger } = view.experiment;
  const numbers = lookAt(rankingInput(view, lab.config.ranking), first.length + further.length);
  const gone = numbers.designs.filter(({ kept }) => !kept);
  const look: Look = {
    version: 1,
    experiment_id: task.experiment_id,
    timestamp: lab.now().toISOString(),
    first: first.map(({ reviewer_id }) => reviewer_id),
    further: further.map(({ reviewer_id }) => reviewer_id),
    ...numbers,
    spared: gone.flatMap(({ design_id }) =>
      further
        .filter((reviewer) => missingParts(view.held, design_id, reviewer).length > 0)
        .map(({ reviewer_id }) => ({ design_id, reviewer_id })),
    ),
  };
  await saveArtifact(dir, "look", look);
  const spared = look.spared.length;
  const message = `${count(spared, "evaluation")} spared after ${count(look.heard, "reviewer")}`;
  await telling(lab, ledger.append)({ event: "look", spared, message });
  lab.progress.say({ text: message, kind: "news" });
  return look;
}
