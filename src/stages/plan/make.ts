import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { designSha256 } from "../../artifacts/hashes.ts";
import { placesOf, type TaskPlan } from "../../artifacts/task-plan.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { loadArtifact, saveArtifact } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { type PlanChange, type PlannerAnswer, type PlannerInput, plannerAgent, tasksOf } from "./planner.ts";
import { wantedOf } from "./wanted.ts";

/** What is planned: a design, and the decision for it where there is one. */
export type Source = { design: Design; decided_at: string | null; because: string };

export type Planned = { state: "made"; plan: TaskPlan } | { state: "failed"; failure: Failure };

/** What a planner is told. */
export function plannerInput(
  { config, worktree }: Pick<Lab, "config" | "worktree">,
  { task }: Pick<Experiment, "task">,
  { design, because }: Source,
  change: PlanChange | null,
  nonce: string,
): PlannerInput {
  const repository = config.design.repository ? worktree : null;
  return { ...task, wanted: wantedOf(task, design), design, because, repository, change, nonce };
}

/** Asks the planner, and keeps its answer before anything comes of it. For whoever holds the experiment's lock. */
export async function makePlan(
  lab: PayingLab,
  experiment: Experiment,
  source: Source,
  { model, change }: { model: string; change: PlanChange | null },
): Promise<Planned> {
  const input = plannerInput(lab, experiment, source, change, lab.nonce());
  const question = { input, model, phases: ["plan" as const] };
  const answer = await askInTurn(lab, experiment.ledger.append, plannerAgent, question, fallbacksOf(lab, model));
  if (answer.state === "failed") {
    const { model: by, kind, message } = answer;
    return { state: "failed", failure: { phase: "plan", design_id: null, model: by, kind, message } };
  }
  const { design, decided_at } = source;
  const before = await loadArtifact(experiment.dir, "plan");
  const plan: TaskPlan = {
    version: 1,
    experiment_id: experiment.task.experiment_id,
    timestamp: lab.now().toISOString(),
    model: answer.model,
    design_id: design.design_id,
    design_sha256: designSha256(design),
    decided_at,
    ...tasksOf(change, answer.value as PlannerAnswer),
    risks: [...input.wanted.risks],
    provenance: answer.provenance,
    approved: null,
    place: null,
    earlier: before.state === "ok" ? placesOf(before.value) : [],
  };
  await saveArtifact(experiment.dir, "plan", plan);
  return { state: "made", plan };
}
