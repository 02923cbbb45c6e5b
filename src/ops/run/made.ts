import type { View } from "../../experiment/view.ts";
import type { Worked } from "../../stages/design-and-evaluate.ts";
import type { Ranked } from "../../stages/judgement/rank.ts";
import { openRound } from "../../stages/refine/stage.ts";
import { NOTHING_BESIDE_ROUND, NOTHING_MISSING } from "../../story/call-did.ts";
import { failed, isOut, needsMending } from "../../story/failures.ts";
import {
  askFailed,
  compareFirst,
  judgeFirst,
  openReport,
  showBefore,
  showDesign,
  showScores,
} from "../../story/next.ts";
import { listed, type Sentence, say, together } from "../../story/sentence.ts";
import { count } from "../../text/numbers.ts";
import type { Work } from "./reply.ts";

/** What a run did, for its reply. */
export function workOf(
  view: View,
  again: boolean,
  { designs, evaluation, controls, tooFew }: Worked,
  ranked: Ranked | null,
): Work {
  const id = view.experiment.task.experiment_id;
  const failures = [...designs.failures, ...evaluation.failures, ...(controls.made?.failures ?? [])];
  const copies = controls.made?.scores ?? 0;
  const { sessions } = failed(failures.filter(({ kind }) => kind !== "budget"));
  // Where something is to be mended, what to do first ends with the same words.
  const askAgain = sessions > 0 && !failures.some((failure) => needsMending(failure) || isOut(failure));
  const { written } = designs;
  const nothing = again && written.length + evaluation.reviews + evaluation.scores + copies + failures.length === 0;
  const made = madeSaid({ written: written.length, ...evaluation, copies, sessions });
  const first = firstDesign(view, ranked);
  const open = openRound(view);
  return {
    did: nothing
      ? open.length > 0
        ? NOTHING_BESIDE_ROUND
        : NOTHING_MISSING
      : say`${again ? say`Went on: ` : []}${made}.`,
    designs: view.artifacts.designs,
    failures,
    notes: [
      ...open,
      ...designs.notes,
      ...evaluation.notes,
      ...(controls.lack ? [{ kind: "controls-idle" as const, lack: controls.lack }] : []),
      ...(isScoring(view) ? [] : [{ kind: "no-scoring" as const }]),
      ...(tooFew ? [{ kind: "too-few-designs" as const }] : []),
    ],
    next: [
      ...(view.withheld ? [judgeFirst(id), showBefore(id)] : []),
      ...(askAgain ? [askFailed(id)] : []),
      ...(view.withheld ? [] : lookAt(view, first)),
    ],
  };
}

type Made = { written: number; reviews: number; scores: number; copies: number; sessions: number };

/** What came of a call; what there is none of is left out, unless there is nothing else. */
function madeSaid({ written, reviews, scores, copies, sessions }: Made): Sentence {
  const judged = [
    ...(reviews > 0 ? [say`${count(reviews, "review")}`] : []),
    ...(scores > 0 ? [say`${count(scores, "score")}`] : []),
    ...(copies > 0 ? [say`${count(copies, "score")} of planted copies`] : []),
  ];
  const parts = [
    ...(written > 0 ? [say`${count(written, "design")} written`] : []),
    ...(judged.length > 0 ? [say`${listed(judged)} made`] : []),
    ...(sessions > 0 ? [say`${count(sessions, "session")} failed`] : []),
  ];
  return parts.length > 0 ? together(parts, ", ") : say`nothing was made`;
}

/** What there is to look at. */
function lookAt(view: View, first: string | undefined): Sentence[] {
  const id = view.experiment.task.experiment_id;
  return [
    ...(view.status.scores.there > 0 ? [openReport(id)] : []),
    ...(first === undefined ? [] : [showDesign(id, first)]),
    ...(view.status.scores.there > 0 ? [showScores(id)] : []),
    ...(view.artifacts.designs.length < 2 ? [] : [compareFirst(id)]),
  ];
}

/** The letter of the design to look at first: the first of the ranking, else of those that are there. */
function firstDesign({ experiment: { task }, artifacts, names }: View, ranked: Ranked | null): string | undefined {
  const best = ranked?.state === "ranked" ? ranked.story.ranking.designs[0] : undefined;
  const there = task.designers.find(({ design_id }) => artifacts.designs.some((one) => one.design_id === design_id));
  const id = (best ?? there)?.design_id;
  return id === undefined ? undefined : names.designs.get(id);
}

/** Whether a plan asks for scores, without which there is no ranking. */
export function isScoring({ status }: View): boolean {
  return status.scores.wanted > 0;
}
