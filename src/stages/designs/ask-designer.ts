import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { type Designer, personaOf } from "../../artifacts/task.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { keeperOf } from "../../store/exchanges.ts";
import type { Experiment } from "../../store/experiment.ts";
import { designerAgent } from "./designer.ts";

/** The design of one row of the plan with what was said for it, not looked through yet, or why there is none. */
export type WrittenDesign =
  | { state: "ok"; design: Omit<Design, "flags">; said: unknown }
  | { state: "failed"; failure: Failure };

/** Asks one designer of the plan for its design, which is not stored yet. */
export async function askDesigner(
  lab: PayingLab,
  { dir, task, ledger }: Experiment,
  designer: Designer,
): Promise<WrittenDesign> {
  const { design_id, model } = designer;
  const persona = personaOf(task, designer);
  const { agent_prompt, repository } = lab.config.design;
  const question = {
    input: { ...task, persona: persona?.text, template: agent_prompt, repository: repository ? lab.worktree : null },
    model,
    experiment: dir,
    keep: keeperOf(dir),
    strict: task.strict_isolation,
    phases: ["generate" as const],
    design_id,
    ...(persona?.temperature !== undefined && { temperature: persona.temperature }),
  };
  const answer = await askInTurn(lab, ledger.append, designerAgent, question, fallbacksOf(lab, model));
  if (answer.state === "failed") {
    const { kind, message } = answer;
    return { state: "failed", failure: { phase: "generate", model, design_id, kind, message } };
  }
  const design = {
    version: 1 as const,
    design_id,
    generating_model: answer.model,
    ...(persona && { persona: persona.name }),
    ...answer.value,
    provenance: {
      ...answer.provenance,
      violations: answer.violations,
      removed_from_reads: answer.removed_from_reads,
    },
  };
  return { state: "ok", design, said: answer.raw };
}
