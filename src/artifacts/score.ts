import { type Static, type TNumber, type TObject, type TString, Type } from "@sinclair/typebox";
import type { Criterion } from "./criterion.ts";
import { Mac, Sha256 } from "./provenance.ts";
import { Evaluation, EvaluationProvenance } from "./review.ts";

/**
 * What a scorer writes for one rubric: a rationale for every criterion before its number, then the whole.
 * The keys of `rationales` and `scores` are exactly the criteria's names, in the order given; numbers lie in
 * [min, max]. overall_score is on 0–10 whatever the criteria's scales are.
 */
export function scoreBody(criteria: readonly Criterion[]) {
  const rationales: Record<string, TString> = {};
  const scores: Record<string, TNumber> = {};
  for (const { name, min, max } of criteria) {
    rationales[name] = Type.String({ minLength: 1, description: "The reason for the score, one sentence" });
    scores[name] = Type.Number({ minimum: min, maximum: max });
  }
  return Type.Object(
    {
      rationales: Type.Object(rationales, { additionalProperties: false }) as TObject<Record<string, TString>>,
      scores: Type.Object(scores, { additionalProperties: false }) as TObject<Record<string, TNumber>>,
      overall_score: Type.Number({ minimum: 0, maximum: 10, description: "The design as a whole, 0 to 10" }),
      justification: Type.String({ minLength: 1, description: "Why the design deserves this overall score" }),
    },
    { additionalProperties: false },
  );
}
export type ScoreBody = Static<ReturnType<typeof scoreBody>>;

const ScoreSample = Type.Object({
  scores: Type.Record(Type.String(), Type.Number()),
  overall_score: Type.Number({ minimum: 0, maximum: 10 }),
  session_id: Type.String(),
});
export type ScoreSample = Static<typeof ScoreSample>;

/** scores/score-{design_id}-{reviewer_id}.json. Bounds and completeness are checked against the experiment's criteria. */
export const Score = Type.Object({
  ...Evaluation.properties,
  scorer_model: Type.String({ minLength: 1 }),
  rationales: Type.Record(Type.String(), Type.String()),
  scores: Type.Record(Type.String(), Type.Number()),
  overall_score: Type.Number({ minimum: 0, maximum: 10 }),
  justification: Type.String(),
  /** Every score that the reviewer gave, oldest first; `scores` and `overall_score` are their means. */
  samples: Type.Array(ScoreSample, { minItems: 1 }),
  provenance: Type.Object({
    ...EvaluationProvenance.properties,
    /** Hash of the criteria that were scored against. */
    rubric_sha256: Sha256,
    /** Seal of the machine whose session gave the score. */
    mac: Mac,
  }),
});
export type Score = Static<typeof Score>;
