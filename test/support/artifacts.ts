import type { Design } from "../../src/artifacts/design.ts";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import type { Review } from "../../src/artifacts/review.ts";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";

const HASH = "0".repeat(64);

const provenance = {
  session_id: "ses",
  started_at: "2026-01-01T00:00:00.000Z",
  finished_at: "2026-01-01T00:00:01.000Z",
  attempts: 1,
  requests: 1,
  tokens: NO_TOKENS,
  cost: 0.01,
  prompt_sha256: HASH,
  dropped_keys: [],
  removed_characters: {},
};
const evaluation = { ...provenance, design_sha256: HASH, masked: [], identity_scan: [], forged_markers: [] };

/** A plan of designers and reviewers by model; ids are the models without their provider. */
export function taskOf(designers: readonly string[], reviewers: readonly string[], over: Partial<Task> = {}): Task {
  return {
    version: 1,
    experiment_id: "2026-01-01-test",
    topic: "test",
    topic_source: "given",
    task: "Design a test",
    requirements: [],
    constraints: [],
    non_functional_requirements: [],
    created_at: "2026-01-01T00:00:00.000Z",
    seed: 7,
    designers: designers.map((model) => ({ design_id: idOf(model), model })),
    reviewers: reviewers.map((model) => ({ reviewer_id: idOf(model), model, parts: ["review", "score"] })),
    criteria: [{ name: "clarity", description: "Clear", min: 0, max: 10 }],
    score_samples: 1,
    strict_isolation: false,
    ...over,
  };
}

export function designOf(model: string, over: Partial<Design> = {}): Design {
  return {
    version: 1,
    design_id: idOf(model),
    generating_model: model,
    title: "t",
    summary: "s",
    assumptions: [],
    architecture_overview: "a",
    components: [{ name: "n", description: "d", responsibilities: [] }],
    data_flow: "f",
    tradeoffs: [],
    risks: [],
    open_questions: [],
    flags: [],
    provenance: { ...provenance, violations: [], removed_from_reads: {} },
    ...over,
  };
}

export function reviewOf(design_id: string, model: string, over: Partial<Review> = {}): Review {
  return {
    version: 1,
    design_id,
    reviewer_id: idOf(model),
    reviewer_model: model,
    strengths: ["it holds"],
    weaknesses: ["it costs"],
    missing_considerations: [],
    risk_assessment: "low",
    overall_impression: "fine",
    suggested_improvements: [],
    flags: [],
    provenance: evaluation,
    ...over,
  };
}

/** A score of one criterion, "clarity", with a sample for each number. */
export function scoreOf(
  design_id: string,
  model: string,
  clarity: readonly number[],
  over: Partial<Score> = {},
): Score {
  const mean = clarity.reduce((sum, each) => sum + each, 0) / clarity.length;
  return {
    version: 1,
    design_id,
    reviewer_id: idOf(model),
    scorer_model: model,
    rationales: { clarity: "r" },
    scores: { clarity: mean },
    overall_score: mean,
    justification: "j",
    samples: clarity.map((value, at) => ({ scores: { clarity: value }, overall_score: value, session_id: `s${at}` })),
    flags: [],
    provenance: { ...evaluation, rubric_sha256: HASH },
    ...over,
  };
}

export function line(event: LedgerLine["event"], over: Partial<LedgerLine> = {}): LedgerLine {
  return { at: "2026-01-01T00:00:00.000Z", event, ...over };
}

function idOf(model: string): string {
  return model.slice(model.indexOf("/") + 1);
}
