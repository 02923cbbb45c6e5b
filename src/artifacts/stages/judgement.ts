import type { StageRow } from "./row.ts";

/**
 * Models and people who judge the designs blind, and the ranking of what they say. An evaluator reads a design of about
 * 5,000 tokens, which is in its prompt already.
 */
export const judgement = {
  makes: ["review", "score", "look", "hold", "vote", "ranking"],
  signs: [],
  roles: {
    evaluator: {
      tools: [],
      steps: 2,
      max_requests: 20,
      typical: { turns: 1, output: 2_500, seconds: 45 },
      sampling: "review",
    },
  },
  phases: {
    review: { role: "evaluator", work: "review", while: "evaluations" },
    score: { role: "evaluator", work: "score", while: "evaluations" },
  },
  runs: { evaluations: { doing: "evaluations" } },
  stands: {},
} as const satisfies StageRow;
