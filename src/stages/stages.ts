import type { ArtifactKind } from "../artifacts/stages/stages.ts";
import type { Count } from "../artifacts/status.ts";
import type { View } from "../experiment/view.ts";
import { askMissing, decideNow, designsAlone, goOnPlanning, haveJudged, nextTask, planNow } from "../story/next.ts";
import { type Sentence, say } from "../story/sentence.ts";

type Stage = {
  artifacts: readonly ArtifactKind[];
  /** What it cannot begin without. */
  needs: readonly StageName[];
  /** Models do it, and what is not at its end can be gone on with; or it is a person's to do or to leave. */
  by: "models" | "person";
  state(view: View): "not_begun" | "stopped" | "stale" | "done";
  /** What to type to have it done. */
  next(view: View): Sentence;
};
type StageName = "designs" | "judgement" | "decision" | "plan";

/** The stages of an experiment in their order: what each makes, needs, where it is and what leads on to its end. */
export const STAGES: Readonly<Record<StageName, Stage>> = {
  designs: {
    artifacts: ["design"],
    needs: [],
    by: "models",
    state: ({ status }) => stateOf([status.designs]),
    next: ({ experiment: { task }, status }) => {
      const id = task.experiment_id;
      return say`${askMissing(id, status.failures)} ${designsAlone(id)}`;
    },
  },
  judgement: {
    artifacts: ["review", "score", "ranking"],
    needs: ["designs"],
    by: "models",
    state: ({ status }) => stateOf([status.reviews, status.scores]),
    next: ({ experiment: { task }, status }) => haveJudged(task.experiment_id, status.scores.wanted > 0),
  },
  decision: {
    artifacts: ["decision"],
    // What nobody ranked can be decided too.
    needs: ["designs"],
    by: "person",
    state: ({ decided }) => {
      if (decided === null) return "not_begun";
      return decided.stands === "as-decided" ? "done" : "stale";
    },
    next: ({ experiment: { task } }) => decideNow(task.experiment_id),
  },
  plan: {
    artifacts: ["plan"],
    // What nobody decided for can be planned too.
    needs: ["designs"],
    by: "person",
    state: ({ planned }) => {
      if (planned === null) return "not_begun";
      if (planned.stands !== "as-planned") return "stale";
      return planned.plan.place?.done ? "done" : "stopped";
    },
    next: ({ experiment: { task }, planned }) => {
      const id = task.experiment_id;
      if (planned === null) return planNow(id);
      return planned.plan.place?.done ? nextTask(id) : goOnPlanning(id);
    },
  },
};

/** What leads on from what is judged: nothing to decide on where there is no ranking. */
export function afterJudgement(view: View, isRanked: boolean): Sentence[] {
  const { decision, plan } = STAGES;
  const isDecided = decision.state(view) === "done";
  const plans = view.planned !== null || (isDecided && view.decided?.decision.design_id != null);
  return [...(isRanked && !isDecided ? [decision.next(view)] : []), ...(plans ? [plan.next(view)] : [])];
}

/** Whether any stage that models do is not at its end. */
export function isUnfinished(view: View): boolean {
  return Object.values(STAGES).some(({ by, state }) => by === "models" && state(view) !== "done");
}

function stateOf(counts: readonly Count[]): "not_begun" | "stopped" | "done" {
  if (counts.every(({ there, wanted }) => there === wanted)) return "done";
  return counts.every(({ there }) => there === 0) ? "not_begun" : "stopped";
}
