import { isQuoteOf } from "../agents/addressed.ts";
import { type Identities, maskValue, scan } from "../agents/blind.ts";
import { type EvaluatorInput, type EvaluatorOutput, evaluatorAgent } from "../agents/evaluator.ts";
import { taskSections } from "../agents/task-text.ts";
import { type Design, DesignBody } from "../schemas/design.ts";
import type { Failure } from "../schemas/failure.ts";
import type { Flag } from "../schemas/flag.ts";
import { ReviewBody } from "../schemas/review.ts";
import { scoreBody } from "../schemas/score.ts";
import type { Task } from "../schemas/task.ts";
import { loadArtifacts, saveReview, saveScore } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { designSha256, rubricSha256 } from "../store/hash.ts";
import { cleanValue } from "../text/clean.ts";
import { ask } from "./ask.ts";
import type { Cell } from "./cells.ts";
import type { Lab } from "./lab.ts";
import { findModel } from "./models.ts";
import { shuffled } from "./order.ts";
import { settleAll } from "./settle.ts";

export type EvaluateResult = { reviews: number; scores: number; failures: Failure[] };

/** Asks every cell for its missing parts, all at once, in an order drawn from the experiment's seed. */
export async function evaluate(lab: Lab, experiment: Experiment, cells: readonly Cell[]): Promise<EvaluateResult> {
  const available = await lab.available();
  for (const { reviewer } of cells) findModel(available, reviewer.model);
  const { designs } = await loadArtifacts(experiment);
  const result: EvaluateResult = { reviews: 0, scores: 0, failures: [] };
  let finished = 0;
  await settleAll(
    shuffled(cells, experiment.task.seed, "cells").map(async (cell) => {
      const design = designs.find(({ design_id }) => design_id === cell.design_id);
      if (!design) return;
      const failures = await evaluateCell(lab, experiment, design, cell);
      result.failures.push(...failures);
      if (failures.length === 0) {
        if (cell.parts.includes("review")) result.reviews++;
        if (cell.parts.includes("score")) result.scores++;
      }
      lab.notify(`evaluation ${++finished} of ${cells.length}${failures[0] ? `: ${failures[0].kind}` : ""}`);
    }),
  );
  return result;
}

async function evaluateCell(lab: Lab, experiment: Experiment, design: Design, cell: Cell): Promise<Failure[]> {
  const { task, ledger } = experiment;
  const { design_id } = design;
  const { reviewer_id, model } = cell.reviewer;
  const blind = blinded(design, task);
  const input: EvaluatorInput = {
    ...task,
    design: blind.text,
    criteria: shuffled(task.criteria, task.seed, `criteria ${design_id} ${reviewer_id}`),
    parts: cell.parts,
    nonce: lab.nonce(),
    design_id,
  };
  const identity_scan = scan(`${evaluatorAgent.system(input)}\n${evaluatorAgent.prompt(input)}`, blind.identities);
  const answer = await ask(lab, ledger.append, evaluatorAgent, {
    input,
    model: findModel(await lab.available(), model),
    sampling: { temperature: lab.config.review.temperature },
    phases: [...cell.parts],
    design_id,
    reviewer_id,
  });
  if (answer.state === "failed") {
    const { kind, message } = answer;
    return cell.parts.map((phase) => ({ phase, model, design_id, reviewer_id, kind, message }));
  }
  const value = answer.value as EvaluatorOutput;
  const flags = value.addressed_to_you.flatMap((quote): Flag[] =>
    isQuoteOf(quote, blind.text) ? [{ source: "reviewer", quote }] : [],
  );
  const provenance = { ...answer.provenance, design_sha256: designSha256(design), masked: blind.masked, identity_scan };
  const about = { version: 1 as const, design_id, reviewer_id };
  if (cell.parts.includes("review")) {
    await saveReview(experiment, {
      ...about,
      reviewer_model: model,
      ...pick(value, ReviewBody.properties),
      flags,
      provenance,
    } as Parameters<typeof saveReview>[1]);
  }
  if (cell.parts.includes("score")) {
    await saveScore(experiment, {
      ...about,
      scorer_model: model,
      ...pick(value, scoreBody(task.criteria).properties),
      flags,
      provenance: { ...provenance, rubric_sha256: rubricSha256(task.criteria) },
    } as Parameters<typeof saveScore>[1]);
  }
  return [];
}

/** The design as a reviewer gets it: its body only, without invisible characters and without its author's name. */
function blinded(design: Design, task: Task): { text: string; masked: string[]; identities: Identities } {
  const identities = {
    models: [...task.designers, ...task.reviewers].map(({ model }) => model),
    exempt: taskSections(task),
  };
  const { value, masked } = maskValue(cleanValue(pick(design, DesignBody.properties)).value, identities);
  return { text: JSON.stringify(value, null, 1), masked, identities };
}

function pick<T extends object>(value: T, keys: object): Partial<T> {
  return Object.fromEntries(
    Object.keys(keys).flatMap((key) => (key in value ? [[key, value[key as keyof T]]] : [])),
  ) as Partial<T>;
}
