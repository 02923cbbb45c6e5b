import { checkDesignTemplate, designerAgent } from "../agents/designer.ts";
import { scanForInjections } from "../agents/injection-scan.ts";
import { ask } from "../asking/ask.ts";
import type { Lab } from "../asking/lab.ts";
import { settleAll } from "../asking/settle.ts";
import { stringsOf } from "../experiment/attention.ts";
import type { Failure } from "../schemas/failure.ts";
import type { Problem } from "../schemas/problem.ts";
import type { Designer } from "../schemas/task.ts";
import { loadArtifacts, saveArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";

export type GenerateResult = {
  written: string[];
  kept: string[];
  failures: Failure[];
  /** What was wrong with the files in whose place new designs were asked for; they are kept beside them. */
  replaced: Problem[];
};

/** Asks every designer of the plan whose design is missing, all at once, and stores each design as soon as it exists. */
export async function generate(lab: Lab, experiment: Experiment): Promise<GenerateResult> {
  if (lab.config.design.agent_prompt !== null) checkDesignTemplate(lab.config.design.agent_prompt);
  const { designs, problems } = await loadArtifacts(experiment);
  const kept = designs.map(({ design_id }) => design_id);
  const missing = experiment.task.designers.filter(({ design_id }) => !kept.includes(design_id));
  let finished = 0;
  const failures = await settleAll(
    missing.map(async (designer) => {
      const failure = await design(lab, experiment, designer);
      lab.notify(`design ${++finished} of ${missing.length}: ${failure ? `${failure.kind}, ` : ""}${designer.model}`);
      return failure ? [failure] : [];
    }),
    lab.budget.halt,
  );
  const failed = failures.flat();
  const written = missing
    .map(({ design_id }) => design_id)
    .filter((id) => !failed.some((failure) => failure.design_id === id));
  return {
    written,
    kept,
    failures: failed,
    replaced: written.length > 0 ? problems.filter(({ artifact }) => artifact === "design") : [],
  };
}

async function design(lab: Lab, experiment: Experiment, { design_id, model }: Designer): Promise<Failure | null> {
  const { agent_prompt, repository } = lab.config.design;
  const { task, ledger } = experiment;
  const result = await ask(lab, ledger.append, designerAgent, {
    input: { ...task, template: agent_prompt, repository: repository ? lab.worktree : null },
    model,
    strict: task.strict_isolation,
    phases: ["generate"],
    design_id,
  });
  if (result.state === "failed") {
    return { phase: "generate", model, design_id, kind: result.kind, message: result.message };
  }
  await saveArtifact(experiment.dir, "design", {
    version: 1,
    design_id,
    generating_model: result.model,
    ...result.value,
    flags: scanForInjections(stringsOf(result.raw)).map((found) => ({ source: "scan", ...found })),
    provenance: {
      ...result.provenance,
      violations: result.violations,
      removed_from_reads: result.removed_from_reads,
    },
  });
  return null;
}
