import { createHash } from "node:crypto";
import { designSha256 } from "../../artifacts/hashes.ts";
import type { Look } from "../../artifacts/look.ts";
import type { PanelNote } from "../../artifacts/note.ts";
import type { RankingNote } from "../../artifacts/ranking-note.ts";
import { isPlanned, type Panel, type Reviewer, type Task } from "../../artifacts/task.ts";
import { type Cell, missingParts, plannedCells } from "../../experiment/cells.ts";
import { rankingInput } from "../../experiment/ranking-input.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { telling } from "../../prompting/ledger-lines.ts";
import { firstReviewers, lookAt } from "../../stats/look.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { count } from "../../text/numbers.ts";

/** Reviewers of a thrifty plan that score: those that judge every design, and those that wait for what they say. */
export type Waves = { first: Reviewer[]; further: Reviewer[] };

/** Fewer designs or reviewers leave nothing to spare. */
const FEWEST = 3;

/**
 * Who judges first: reviewers that designed nothing before those that did, each kind in an order drawn from the seed that
 * no later reviewer changes. One that is asked about some designs alone waits for nobody. Null where everybody is asked at once.
 */
export function wavesOf(
  task: Panel & Pick<Task, "thrifty" | "seed">,
  scores: readonly { reviewer_id: string }[] = [],
): Waves | null {
  const scoring = scorersOf(task);
  if (task.thrifty !== true || task.designers.length < FEWEST || scoring.length < FEWEST) return null;
  const keyOf = ({ model, reviewer_id }: Reviewer): string => {
    const author = task.designers.some((designer) => designer.model === model);
    // Who has begun stays among the first, whoever joins as a designer.
    const begun = scores.some((score) => score.reviewer_id === reviewer_id);
    return `${begun ? 0 : 1} ${author ? 1 : 0} ${createHash("sha256").update(`${task.seed} ${reviewer_id}`).digest("hex")}`;
  };
  const order = scoring.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const first = firstReviewers(order.length);
  return { first: order.slice(0, first), further: order.slice(first) };
}

/** What is said beforehand of a plan's thrift; nothing of a plan that asks everybody. */
export function thriftNotes(task: Panel & Pick<Task, "thrifty">): PanelNote[] {
  if (task.thrifty !== true) return [];
  const waves = wavesOf({ ...task, seed: 0 });
  if (waves) return [{ kind: "thrifty", first: waves.first.length, further: waves.further.length }];
  return [{ kind: "thrifty-idle", designs: task.designers.length, reviewers: scorersOf(task).length }];
}

function scorersOf({ reviewers }: Pick<Panel, "reviewers">): Reviewer[] {
  return reviewers.filter((each) => isPlanned(each) && each.parts.includes("score") && !each.designs?.score);
}

/** Looks whether the reviewers that wait are still needed and for which designs, and stores what it comes to. */
export async function takeLook(lab: PayingLab, experiment: Experiment, { first, further }: Waves): Promise<Look> {
  const view = await viewOf(experiment);
  const { task, dir, ledger } = view.experiment;
  const { heard, gain, designs } = lookAt(rankingInput(view, lab.config.ranking), {
    first: first.length,
    all: first.length + further.length,
  });
  const hashes = new Map(view.artifacts.designs.map((design) => [design.design_id, designSha256(design)]));
  const gone = designs.filter(({ kept }) => !kept);
  const look: Look = {
    version: 1,
    experiment_id: task.experiment_id,
    timestamp: lab.now().toISOString(),
    first: first.map(({ reviewer_id }) => reviewer_id),
    further: further.map(({ reviewer_id }) => reviewer_id),
    heard,
    gain,
    designs: designs.map((design) => ({ ...design, design_sha256: hashes.get(design.design_id) ?? "" })),
    spared: gone.flatMap(({ design_id }) =>
      further
        // What has begun is brought to its end.
        .filter((reviewer) => !view.held.hasAny("score", design_id, reviewer))
        .map((reviewer) => ({
          design_id,
          reviewer_id: reviewer.reviewer_id,
          parts: missingParts(view.held, design_id, reviewer),
        })),
    ),
  };
  await saveArtifact(dir, "look", look);
  const spared = look.spared.length;
  const message = `${count(spared, "evaluation")} spared after ${count(look.heard, "reviewer")}`;
  await telling(lab, ledger.append)({ event: "look", spared, message });
  lab.progress.say({ text: message, kind: "news" });
  return look;
}

/** What somebody asks for all the same is spared no longer: it is missing until it is there. */
export async function askAllTheSame({ dir }: Experiment, { look }: View["artifacts"], cells: readonly Cell[]) {
  if (look === undefined) return;
  const spared = look.spared.flatMap((each) => {
    const asked = cells.find(
      ({ design_id, reviewer }) => design_id === each.design_id && reviewer.reviewer_id === each.reviewer_id,
    );
    const parts = each.parts.filter((part) => !asked?.parts.includes(part));
    return parts.length > 0 ? [{ ...each, parts }] : [];
  });
  if (JSON.stringify(spared) !== JSON.stringify(look.spared)) await saveArtifact(dir, "look", { ...look, spared });
}

/** What was not asked for since it could hardly change the choice; null where that is nothing. */
export function sparedOf({ experiment: { task }, artifacts: { look }, held, status }: View): Spared | null {
  const cells = status.spared.filter(({ parts }) => parts.includes("score"));
  if (look === undefined || cells.length === 0) return null;
  const reasons = new Map(look.designs.map(({ design_id, reason }) => [design_id, reason]));
  const let_go = [...new Set(cells.map(({ design_id }) => design_id))];
  return {
    kind: "spared",
    experiment_id: task.experiment_id,
    spared: cells.length,
    evaluations: plannedCells(task).filter(({ design_id }) => held.designs.has(design_id)).length,
    heard: look.heard,
    let_go,
    settled: let_go.some((id) => reasons.get(id) === "settled"),
  };
}
type Spared = Extract<RankingNote, { kind: "spared" }>;
