import type { Ranking } from "../artifacts/ranking.ts";
import { insteadPlanned } from "../experiment/basis.ts";
import type { BriefView } from "../experiment/brief.ts";
import { heldRound } from "../experiment/rounds.ts";
import type { View } from "../experiment/view.ts";
import { afterJudgement, isUnfinished, STAGES, statesOf } from "../stages/stages.ts";
import { briefNext } from "../story/brief-stands.ts";
import { ALL_ANSWERED, beginAnew, COMES_HERE, DECIDED_NONE, type LiveNext, OUTCOME_KEPT } from "../story/live-next.ts";
import {
  askMissing,
  judgeFirst,
  judgeRound,
  rankAnew,
  showBefore,
  showRoundBefore,
  tellOutcome,
} from "../story/next.ts";
import { type Sentence, say } from "../story/sentence.ts";

/** What is to be typed, with its full stop. */
const whole = (said: readonly Sentence[]): Sentence[] => said.map((each) => say`${each}.`);

/** What leads on from a brief, or from questions alone. `still`: why nobody goes on with it; empty where that is not so. */
export function nextOfBrief(view: BriefView, running: boolean, still: readonly Sentence[]): LiveNext {
  const { state, open } = view;
  const said = whole(briefNext(view));
  switch (state) {
    case "needs_input":
      return { kind: "questions", said: [...said, ...still] };
    case "needs_approval":
      return { kind: "approve", said };
    case "approved":
      return { kind: "approved", said };
    case "questions":
      return open.length > 0
        ? { kind: "questions", said: [...said, ...still] }
        : { kind: "wait", said: [ALL_ANSWERED] };
    default:
      if (running) return { kind: "wait", said: [COMES_HERE] };
      return { kind: "interview", said: still.length > 0 ? [...still] : said };
  }
}

/** What leads on from an experiment with a task at which nobody is at work, by where its stages are. */
export function nextOfView(view: View, ranking: Ranking | null): LiveNext {
  const { experiment, status, artifacts, decided, withheld } = view;
  const id = experiment.task.experiment_id;
  const states = statesOf(view);
  if (decided === null && insteadPlanned(view)) {
    const kind = states.plan === "done" ? "tasks" : states.plan === "needs_approval" ? "approve_plan" : "plan";
    return { kind, said: whole([STAGES.plan.next(view)]) };
  }
  if (isUnfinished(view) && decided === null) {
    const begun = artifacts.designs.length > 0 && states.designs === "done" && states.judgement === "not_begun";
    const said = begun ? STAGES.judgement.next(view) : askMissing(id, status.failures);
    // What there is can be ranked and decided on without the rest.
    return {
      kind: "missing",
      said: whole([said, ...(withheld ? [judgeFirst(id)] : afterJudgement(view, ranking !== null))]),
    };
  }
  if (withheld) return { kind: "judge", said: whole([judgeFirst(id), showBefore(id)]) };
  const { round } = heldRound(view)?.experiment.task ?? {};
  if (round && states.refine === "needs_input")
    return { kind: "judge", said: whole([judgeRound(id, round.number), showRoundBefore(id, round.number)]) };
  if (decided === null || states.decision === "stale") {
    if (ranking === null && status.scores.there > 0) return { kind: "rank", said: whole([rankAnew(id)]) };
    return {
      kind: "decide",
      said: whole([STAGES.decision.next(view), ...(view.people.length === 0 ? [judgeFirst(id)] : [])]),
    };
  }
  if (decided.decision.design_id === null) return { kind: "end", said: [DECIDED_NONE, beginAnew] };
  const told = decided.decision.outcomes.length > 0;
  if (states.plan === "not_begun" || states.plan === "stale") {
    if (told) return { kind: "end", said: [OUTCOME_KEPT, beginAnew] };
    return { kind: "plan", said: whole([STAGES.plan.next(view), tellOutcome(id)]) };
  }
  if (states.plan === "needs_approval") {
    return { kind: "approve_plan", said: whole([STAGES.plan.next(view)]) };
  }
  if (told) return { kind: "end", said: [OUTCOME_KEPT, ...whole([STAGES.plan.next(view)])] };
  return { kind: states.plan === "done" ? "tasks" : "plan", said: whole([STAGES.plan.next(view), tellOutcome(id)]) };
}
