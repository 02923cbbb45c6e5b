import type { Entrant } from "../../artifacts/entrant.ts";
import { personaOf } from "../../artifacts/task.ts";
import { insteadPlanned } from "../../experiment/basis.ts";
import { askMissing, designsAlone } from "../../story/next.ts";
import { say } from "../../story/sentence.ts";
import { type Coming, comingOf, type Stage } from "../stage.ts";
import { workState } from "../work-state.ts";
import { arrangerAgent } from "./arranger.ts";
import { designerAgent } from "./designer.ts";

/** Models that each write a design. */
export const designs = {
  by: "models",
  state: (view) => (insteadPlanned(view) ? "skipped" : workState([view.status.designs])),
  next({ experiment: { task }, status }) {
    const id = task.experiment_id;
    return say`${askMissing(id, status.failures)} ${designsAlone(id)}`;
  },
  ofRun(lab, { task, pending, personas }) {
    const { repository, agent_prompt } = lab.config.design;
    const input = { ...task, template: agent_prompt, repository: repository ? lab.worktree : null };
    return pending.flatMap((work): Coming[] => {
      if (work.kind !== "design") return [];
      if (work.entrant !== undefined) return arranging(work.entrant);
      return [comingOf(designerAgent, work.model, { ...input, persona: personaOf({ personas }, work)?.text })];
    });
  },
} satisfies Stage;

/** The session that puts a document into fields, whose text is as long as its file; none for a design's JSON. */
function arranging({ arranger, bytes }: Entrant): Coming[] {
  if (arranger === undefined) return [];
  const coming = comingOf(arrangerAgent, arranger, { text: "", nonce: "0".repeat(8) });
  return [{ ...coming, characters: coming.characters + bytes }];
}
