import type { Note } from "../../artifacts/note.ts";
import type { PendingWork } from "../../artifacts/status.ts";
import type { Task } from "../../artifacts/task.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { goOnRefining, judgeRound, refineNow } from "../../story/next.ts";
import { roundAnnounced } from "../../story/refine.ts";
import { judgement } from "../judgement/stage.ts";
import { type Asks, type Coming, comingOf, type Stage } from "../stage.ts";
import { childInput } from "./author.ts";
import { mergerAgent } from "./merger.ts";
import { reviserAgent } from "./reviser.ts";
import { missingOf } from "./work.ts";

/** Better designs, in rounds that are judged anew. A person has them made; nothing waits for them. */
export const refine = {
  by: "person",
  state({ rounds }) {
    const last = rounds.at(-1);
    if (last === undefined) return "skipped";
    if (missingOf(last).length > 0) return "stopped";
    return last.withheld === null ? "done" : "needs_input";
  },
  next({ experiment: { task }, rounds }) {
    const id = task.experiment_id;
    const last = rounds.at(-1);
    if (last === undefined) return refineNow(id);
    const isHeld = missingOf(last).length === 0 && last.withheld !== null;
    return isHeld ? judgeRound(id, last.experiment.task.round?.number ?? 0) : goOnRefining(id);
  },
} satisfies Stage;

/** The round of better designs that is not at its end, which a run does not go on with; nothing where none is. */
export function openRound(view: View): Extract<Note, { kind: "round-open" }>[] {
  const { experiment_id, round } = view.rounds.at(-1)?.experiment.task ?? {};
  if (experiment_id === undefined || round === undefined || refine.state(view) !== "stopped") return [];
  return [{ kind: "round-open", experiment_id, number: round.number }];
}

/** What of a round is still to be asked. `most`: how many rounds of this kind may follow, this one counted. */
export type RoundAsked = {
  view: View;
  task: Task;
  pending: readonly PendingWork[];
  most: number;
  named: readonly string[];
};

/** A round: the sessions that write its children, and those that judge all of its texts. */
export const refining: Asks<RoundAsked> = {
  sends: "design",
  coming: (lab, asked) => ({
    sessions: Array.from({ length: asked.most }).flatMap(() => sessionsOf(lab, asked)),
    named: [...lab.chosen, ...asked.named],
  }),
  announces({ pending }, numbers) {
    const children = pending.filter(({ kind }) => kind === "design").length;
    const cells = pending.filter((work) => work.kind === "cell" && work.sessions > 0).length;
    const { seconds, evaluation_seconds } = numbers;
    return {
      text: roundAnnounced(children, numbers),
      expected: { seconds, evaluation_seconds, evaluations: cells },
    };
  },
};

function sessionsOf(lab: Lab, { view, task, pending }: RoundAsked): Coming[] {
  const remaining = { task, criteria: task.criteria, ...(task.personas && { personas: task.personas }), topic: null };
  return [
    ...pending.flatMap((work): Coming[] => (work.kind === "design" ? childSession(lab, view, task, work) : [])),
    ...judgement.ofRun(lab, { ...remaining, pending }),
  ];
}

/** Nobody is masked in what is only counted. */
const NOBODY = { models: [], names: [], exempt: "" };

function childSession(lab: Lab, view: View, { designers }: Task, work: { design_id: string; model: string }): Coming[] {
  const row = designers.find(({ design_id }) => design_id === work.design_id);
  const child = row && row.lineage?.is !== "parent" ? childInput(lab, view, NOBODY, row, "nonce000") : null;
  if (child === null) return [];
  return [
    child.agent === "merger"
      ? comingOf(mergerAgent, work.model, child.input)
      : comingOf(reviserAgent, work.model, child.input),
  ];
}
