import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import type { ArtifactKind } from "../../src/artifacts/problem.ts";
import { type Artifact, designSha256, rubricSha256 } from "../../src/store/artifact-kinds.ts";

type Examples = { [K in ArtifactKind]: Artifact<K> };

const AT = "2026-11-21T10:00:00.000Z";
const provenance = {
  session_id: "ses_1",
  started_at: AT,
  finished_at: AT,
  attempts: 1,
  requests: 1,
  tokens: NO_TOKENS,
  cost: null,
  prompt_sha256: "0".repeat(64),
  dropped_keys: [],
  removed_characters: {},
};
const criteria = [{ name: "clarity", description: "Is it clear?", min: 0, max: 10 }];

const design: Artifact<"design"> = {
  version: 1,
  design_id: "a-one",
  generating_model: "a/one",
  title: "A queue",
  summary: "A queue.",
  assumptions: [],
  architecture_overview: "One table.",
  components: [{ name: "table", description: "holds jobs", responsibilities: ["hold"] }],
  data_flow: "In and out.",
  tradeoffs: [],
  risks: [],
  open_questions: [],
  flags: [],
  provenance: { ...provenance, violations: [], removed_from_reads: {} },
};

const evaluated = {
  version: 1 as const,
  design_id: "a-one",
  reviewer_id: "b-two",
  flags: [],
};
const judged = {
  ...provenance,
  design_sha256: designSha256(design),
  masked: [],
  identity_scan: [],
  forged_markers: [],
};

/** The smallest experiment that has one artifact of each kind: one designer, one reviewer, one criterion. */
export const EXAMPLES: Examples = {
  task: {
    version: 1,
    experiment_id: "2026-11-21-queue",
    topic: "queue",
    topic_source: "given",
    task: "Design a queue",
    requirements: [],
    constraints: [],
    non_functional_requirements: [],
    created_at: AT,
    seed: 7,
    designers: [{ design_id: "a-one", model: "a/one" }],
    reviewers: [{ reviewer_id: "b-two", model: "b/two", parts: ["review", "score"] }],
    criteria,
    score_samples: 1,
    strict_isolation: false,
  },
  design,
  review: {
    ...evaluated,
    reviewer_model: "b/two",
    strengths: ["clear"],
    weaknesses: [],
    missing_considerations: [],
    risk_assessment: "low",
    overall_impression: "Good.",
    suggested_improvements: [],
    provenance: judged,
  },
  score: {
    ...evaluated,
    scorer_model: "b/two",
    rationales: { clarity: "It is clear." },
    scores: { clarity: 7 },
    overall_score: 7,
    justification: "Clear.",
    samples: [{ scores: { clarity: 7 }, overall_score: 7, session_id: "ses_1" }],
    provenance: { ...judged, rubric_sha256: rubricSha256(criteria) },
  },
  look: {
    version: 1,
    experiment_id: "2026-11-21-queue",
    timestamp: AT,
    first: ["b-two"],
    further: [],
    heard: 1,
    designs: [
      {
        design_id: "a-one",
        design_sha256: designSha256(design),
        p_best: null,
        scores: 1,
        kept: true,
        reason: "few-scores",
      },
    ],
    gain: null,
    spared: [],
  },
  ranking: {
    version: 1,
    experiment_id: "2026-11-21-queue",
    topic: "queue",
    timestamp: AT,
    method: "mean",
    exclude_self_reviews: false,
    designs: [],
    flagged_top_scores: [],
    summary: {
      total_designs: 1,
      total_reviewers: 1,
      expected_cells: 1,
      scored_cells: 0,
      scored_designs: 0,
      scoring_reviewers: 0,
      comparing_reviewers: 0,
      opinions: 0,
      excluded_self_scores: 0,
      unscored_designs: ["a-one"],
      silent_reviewers: ["b-two"],
      average_variance: null,
      consensus: "low",
      confidence: "low",
      doubt: null,
      verdict: { kind: "unranked", reason: "no-score" },
      first_place: [],
      winner: null,
      told_apart: 0.85,
      tie_groups: [],
    },
    reliability: {
      kendall_w: null,
      krippendorff_alpha: null,
      icc_2_1: null,
      icc_2_k: null,
      icc_3_k: null,
      leave_one_out: null,
      residual_deviation: null,
      reviewer_consistency: {},
    },
    pairwise: [],
    robustness: null,
    assumptions: { error_correlation: 0.5, prior_deviation: 1, draws: 1, seed: 7 },
    bias: {
      severity: {},
      odd_reviewers: [],
      self_preference: null,
      single_vendor: null,
      same_vendor: null,
      length_correlation: null,
      criteria_correlation: null,
      overall_contradictions: [],
    },
    failures: [],
    notes: [],
  },
};

export function exampleOf<K extends ArtifactKind>(kind: K): Artifact<K> {
  return EXAMPLES[kind];
}
