import { max, mean, min, sampleVariance } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import type { Certainty, CriterionBreakdown } from "../artifacts/ranking.ts";
import type { ScoreSample } from "../artifacts/score.ts";
import { EPSILON } from "./ranks.ts";

/** The scale on which composite scores are reported: 0 to 10. */
export const SCALE = 10;

/** A score on its criterion's scale as 0 (min) to 1 (max). */
export function normalise(score: number, criterion: Pick<Criterion, "min" | "max">): number {
  return (score - criterion.min) / (criterion.max - criterion.min);
}

export function criterionWeight(criterion: Criterion): number {
  return criterion.weight ?? 1;
}

/** Sum of the weights; 0 when every criterion is kept out of the composite. */
export function totalWeight(criteria: readonly Criterion[]): number {
  return criteria.reduce((sum, criterion) => sum + criterionWeight(criterion), 0);
}

/**
 * One reviewer's score for one design, 0–10: the weighted mean of the normalised criteria,
 * Y = 10·Σ w·u / Σ w. Null when all weights are zero.
 */
export function compositeScore(scores: Readonly<Record<string, number>>, criteria: readonly Criterion[]) {
  const total = totalWeight(criteria);
  if (!(total > 0)) return null;
  let sum = 0;
  for (const criterion of criteria) {
    sum += criterionWeight(criterion) * normalise(scores[criterion.name] ?? criterion.min, criterion);
  }
  return (SCALE * sum) / total;
}

/** The criteria that a score holds. */
export function criteriaIn(
  scores: Readonly<Record<string, number>>,
  criteria: readonly Criterion[],
): readonly Criterion[] {
  return criteria.every(({ name }) => name in scores) ? criteria : criteria.filter(({ name }) => name in scores);
}

/** One reviewer's mean over its own samples: k samples make one score, never k reviewers. At least one sample. */
export function meanScore(samples: readonly ScoreSample[]): Pick<ScoreSample, "scores" | "overall_score"> {
  const names = Object.keys(samples[0]?.scores ?? {});
  return {
    scores: Object.fromEntries(
      names.map((name) => [name, mean(samples.map(({ scores }) => scores[name] ?? Number.NaN))]),
    ),
    overall_score: mean(samples.map(({ overall_score }) => overall_score)),
  };
}

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

/** Variance of the continuous uniform distribution on a scale of length 1: what scoring at random is expected to show. */
const UNIFORM_VARIANCE = 1 / 12;

/**
 * The smallest r_WG that at most 5 % of panels reach whose reviewers pick whole scores from 1 to 10 at random, by the
 * number of reviewers; counted over all panels. From six reviewers on it lies below what a high consensus asks anyway.
 */
export const RANDOM_SCORERS: Readonly<Record<number, number>> = {
  3: 1,
  4: 23 / 27,
  5: 11 / 15,
  6: 251 / 405,
  7: 5 / 9,
  8: 187 / 378,
};

/**
 * Agreement on one criterion: r_WG = 1 − s² / (R²/12), with the sample variance s² and the scale's length R (James,
 * Demaree and Wolf 1984, with the continuous uniform null). 1 is full agreement, 0 what random scores show, and the
 * raw value is negative below that. Null for fewer than two scores.
 */
export function rWG(scores: readonly number[], range: number): number | null {
  return rStarWG([scores], [range]);
}

/**
 * Agreement over several criteria: r*_WG(J) = 1 − mean(s²/R²) / (1/12) (Lindell, Brandt and Whitney 1999). Each entry of
 * `scores` holds one criterion's scores, `ranges` the length of its scale. Raw, possibly negative; null where a
 * criterion has fewer than two scores, or there is none.
 */
export function rStarWG(scores: readonly (readonly number[])[], ranges: readonly number[]): number | null {
  if (scores.length === 0 || scores.some((values) => values.length < 2)) return null;
  const shares = scores.map((values, at) => sampleVariance([...values]) / (ranges[at] ?? 1) ** 2);
  return 1 - mean(shares) / UNIFORM_VARIANCE;
}

/**
 * high from 0.70 on, if fewer than 5 % of panels that score at random would agree as well; medium from 0.50 on; else
 * low. Two reviewers agree by chance too often to be more than medium; one reviewer agrees with nobody: low.
 */
export function consensusLevel(agreement: number | null, reviewers: number): Certainty {
  if (agreement === null || reviewers < 2) return "low";
  const chance = RANDOM_SCORERS[reviewers] ?? 0;
  if (reviewers > 2 && agreement >= Math.max(0.7, chance) - EPSILON) return "high";
  return agreement >= 0.5 - EPSILON ? "medium" : "low";
}
