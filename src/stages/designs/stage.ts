import { personaOf } from "../../artifacts/task.ts";
import { askMissing, designsAlone } from "../../story/next.ts";
import { say } from "../../story/sentence.ts";
import { comingOf, type Stage } from "../stage.ts";
import { workState } from "../work-state.ts";
import { designerAgent } from "./designer.ts";

/** Models that each write a design. */
export const designs = {
  by: "models",
  state: ({ status }) => workState([status.designs]),
  next({ experiment: { task }, status }) {
    const id = task.experiment_id;
    return say`${askMissing(id, status.failures)} ${designsAlone(id)}`;
  },
  ofRun(lab, { task, pending, personas }) {
    const { repository, agent_prompt } = lab.config.design;
    const input = { ...task, template: agent_prompt, repository: repository ? lab.worktree : null };
    return pending.flatMap((work) => {
      if (work.kind !== "design") return [];
      return comingOf(designerAgent, work.model, { ...input, persona: personaOf({ personas }, work)?.text });
    });
  },
} satisfies Stage;
