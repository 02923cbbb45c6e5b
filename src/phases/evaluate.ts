import type { Identities } from "../agents/blind.ts";
import { type EvaluatorInput, type EvaluatorOutput, evaluatorAgent } from "../agents/evaluator.ts";

import { ask } from "../asking/ask.ts";
import type { Lab } from "../asking/lab.ts";
import { settleAll } from "../asking/settle.ts";
import { quotesIn } from "../experiment/attention.ts";
import { type BlindDesign, blindDesign, identitiesOf, scanPrompt } from "../experiment/blind-design.ts";
import type { Cell } from "../experiment/cells.ts";
import { shuffled } from "../experiment/shuffled.ts";
import type { Failure } from "../schemas/failure.ts";
import { pick } from "../schemas/pick.ts";
import { ReviewBody } from "../schemas/review.ts";
import { type ScoreBody, type ScoreSample, scoreBody } from "../schemas/score.ts";
import type { Part } from "../schemas/task.ts";
import { meanScore } from "../stats/mean-score.ts";
import { loadArtifacts, saveArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { designSha256, rubricSha256 } from "../store/hash.ts";

export type EvaluateResult = { reviews: number; scores: number; failures: Failure[] };

/** Asks every cell for its missing parts, all at once, in an order drawn from the experiment's seed. */
export async function evaluate(lab: Lab, experiment: Experiment, cells: readonly Cell[]): Promise<EvaluateResult> {
  const available = await lab.available();
  const { task } = experiment;
  const { designs } = await loadArtifacts(experiment);
  const identities = identitiesOf(task, designs, lab.config, available);
  const wanted = designs.filter(({ design_id }) => cells.some((cell) => cell.design_id === design_id));
  const blind = new Map(wanted.map((design) => [design.design_id, blindDesign(design, identities)]));
  const result: EvaluateResult = { reviews: 0, scores: 0, failures: [] };
  let finished = 0;
  await settleAll(
    shuffled(cells, task.seed, "cells").map(async (cell) => {
      const design = blind.get(cell.design_id);
      if (!design) return;
      const { made, failures } = await evaluateCell({ lab, experiment, identities, blind: design, cell });
      result.failures.push(...failures);
      if (made.has("review")) result.reviews++;
      if (made.has("score")) result.scores++;
      lab.notify(`evaluation ${++finished} of ${cells.length}${failures[0] ? `: ${failures[0].kind}` : ""}`);
    }),
    lab.budget.halt,
  );
  return result;
}

/** Everything that is the same for one cell's sessions. */
type CellWork = {
  lab: Lab;
  experiment: Experiment;
  identities: Identities;
  blind: BlindDesign;
  cell: Cell;
};

/** Asks for the cell's parts in one session, then for the further samples of its score, each on its own. */
async function evaluateCell(work: CellWork): Promise<{ made: Set<Part>; failures: Failure[] }> {
  const { experiment, cell } = work;
  const { parts } = cell;
  const made = new Set<Part>();
  let samples = cell.samples;
  let wanted: readonly Part[] = parts;
  while (wanted.length > 0) {
    const done = await askOnce(work, wanted, samples);
    if (done.failures.length > 0) return { made, failures: done.failures };
    for (const part of wanted) made.add(part);
    samples = done.samples;
    wanted = parts.includes("score") && samples.length < experiment.task.score_samples ? ["score"] : [];
  }
  return { made, failures: [] };
}

async function askOnce(
  { lab, experiment, identities, blind, cell }: CellWork,
  parts: readonly Part[],
  samples: readonly ScoreSample[],
): Promise<{ failures: Failure[]; samples: readonly ScoreSample[] }> {
  const { task, ledger } = experiment;
  const { design, text, masked, forged } = blind;
  const { design_id } = design;
  const { reviewer_id, model } = cell.reviewer;
  const input: EvaluatorInput = {
    ...task,
    design: text,
    criteria: shuffled(task.criteria, task.seed, `criteria ${design_id} ${reviewer_id} ${samples.length}`),
    parts,
    nonce: lab.nonce(),
    design_id,
  };
  const whole = `${evaluatorAgent.system(input)}\n${evaluatorAgent.prompt(input)}`;
  const identity_scan = scanPrompt(whole, blind, identities);
  const answer = await ask(lab, ledger.append, evaluatorAgent, {
    input,
    model,
    phases: [...parts],
    design_id,
    reviewer_id,
  });
  if (answer.state === "failed") {
    const { kind, message } = answer;
    return { failures: parts.map((phase) => ({ phase, model, design_id, reviewer_id, kind, message })), samples };
  }
  const value = answer.value as EvaluatorOutput;
  const common = {
    version: 1 as const,
    design_id,
    reviewer_id,
    flags: quotesIn(design, text, value.addressed_to_you),
  };
  const provenance = {
    ...answer.provenance,
    design_sha256: designSha256(design),
    masked,
    identity_scan,
    forged_markers: forged,
  };
  if (parts.includes("review")) {
    const body = pick(value, ReviewBody.properties) as ReviewBody;
    await saveArtifact(experiment.dir, "review", { ...common, reviewer_model: answer.model, ...body, provenance });
  }
  if (!parts.includes("score")) return { failures: [], samples };
  const body = pick(value, scoreBody(task.criteria).properties) as ScoreBody;
  const given = { scores: body.scores, overall_score: body.overall_score, session_id: answer.provenance.session_id };
  const all = [...samples, given];
  await saveArtifact(experiment.dir, "score", {
    ...common,
    scorer_model: answer.model,
    ...body,
    ...meanScore(all),
    samples: all,
    provenance: { ...provenance, rubric_sha256: rubricSha256(task.criteria) },
  });
  return { failures: [], samples: all };
}
