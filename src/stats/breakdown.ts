import { max, mean, min, sampleVariance } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import type { CriterionBreakdown } from "../artifacts/ranking.ts";
import { consensusLevel, rWG } from "./agreement.ts";

/** One design's scores on one criterion, on the criterion's own scale. Nulls where nobody scored. */
export function criterionBreakdown(scores: readonly number[], criterion: Criterion): CriterionBreakdown {
  const values = [...scores];
  const reviewers = values.length;
  if (reviewers === 0) return { average: null, min: null, max: null, variance: null, consensus: null, reviewers };
  return {
    average: mean(values),
    min: min(values),
    max: max(values),
    variance: reviewers > 1 ? sampleVariance(values) : null,
    consensus: consensusLevel(rWG(values, criterion.max - criterion.min), reviewers),
    reviewers,
  };
}
