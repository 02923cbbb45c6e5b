import type { ArtifactKind } from "../artifacts/problem.ts";
import type { Count } from "../artifacts/status.ts";
import type { View } from "../experiment/view.ts";
import { askMissing, designsAlone, haveJudged } from "../story/next.ts";
import { type Sentence, say } from "../story/sentence.ts";

type Stage = {
  artifacts: readonly ArtifactKind[];
  /** What it cannot begin without. */
  needs: readonly StageName[];
  state(view: View): "not_begun" | "stopped" | "done";
  /** What to type to have it done. */
  next(view: View): Sentence;
};
type StageName = "designs" | "judgement";

/** The stages of an experiment in their order: what each makes, needs, where it is and what leads on to its end. */
export const STAGES: Readonly<Record<StageName, Stage>> = {
  designs: {
    artifacts: ["design"],
    needs: [],
    state: ({ status }) => stateOf([status.designs]),
    next: ({ experiment: { task }, status }) => {
      const id = task.experiment_id;
      return say`${askMissing(id, status.failures)} ${designsAlone(id)}`;
    },
  },
  judgement: {
    artifacts: ["review", "score", "ranking"],
    needs: ["designs"],
    state: ({ status }) => stateOf([status.reviews, status.scores]),
    next: ({ experiment: { task }, status }) => haveJudged(task.experiment_id, status.scores.wanted > 0),
  },
};

/** Whether any stage is not at its end. */
export function isUnfinished(view: View): boolean {
  return Object.values(STAGES).some(({ state }) => state(view) !== "done");
}

function stateOf(counts: readonly Count[]): ReturnType<Stage["state"]> {
  if (counts.every(({ there, wanted }) => there === wanted)) return "done";
  return counts.every(({ there }) => there === 0) ? "not_begun" : "stopped";
}
