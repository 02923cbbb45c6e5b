import type { ArtifactKind } from "../artifacts/problem.ts";
import type { Count } from "../artifacts/status.ts";
import type { View } from "../experiment/view.ts";
import { call } from "../text/call.ts";
import { type Markdown, md } from "../text/markdown.ts";
import { typed } from "../text/typed.ts";
import { mendLines } from "../views/markdown/lines.ts";

type Stage = {
  artifacts: readonly ArtifactKind[];
  /** What it cannot begin without. */
  needs: readonly StageName[];
  state(view: View): "not_begun" | "stopped" | "done";
  /** What to type to have it done. */
  next(view: View): Markdown;
};
type StageName = "designs" | "judgement";

/** The stages of an experiment in their order: what each makes, needs, where it is and what leads on to its end. */
export const STAGES: Readonly<Record<StageName, Stage>> = {
  designs: {
    artifacts: ["design"],
    needs: [],
    state: ({ status }) => stateOf([status.designs]),
    next: (view) => {
      const alone = call("generate", { experiment: view.experiment.task.experiment_id });
      return md`${askAgain(view)} (designs alone: ${alone})`;
    },
  },
  judgement: {
    artifacts: ["review", "score", "ranking"],
    needs: ["designs"],
    state: ({ status }) => stateOf([status.reviews, status.scores]),
    next: ({ experiment: { task }, status }) => {
      const done = status.scores.wanted > 0 ? md`has them judged and ranked` : md`has them reviewed`;
      return md`${typed("resume", task.experiment_id)} ${done}`;
    },
  },
};

/** Whether any stage is not at its end. */
export function isUnfinished(view: View): boolean {
  return Object.values(STAGES).some(({ state }) => state(view) !== "done");
}

/** What to type so that all that is missing is asked for; what is to be mended first, where something is. */
export function askAgain({ experiment: { task }, status }: View, missing = md`what is missing`): Markdown {
  const id = task.experiment_id;
  return mendLines(status.failures, id)[0] ?? md`${typed("resume", id)} asks for ${missing}`;
}

function stateOf(counts: readonly Count[]): ReturnType<Stage["state"]> {
  if (counts.every(({ there, wanted }) => there === wanted)) return "done";
  return counts.every(({ there }) => there === 0) ? "not_begun" : "stopped";
}
