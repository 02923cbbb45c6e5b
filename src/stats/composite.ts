import type { Criterion } from "../artifacts/criterion.ts";

/** The scale on which composite scores are reported: 0 to 10. */
export const SCALE = 10;

/** A score on its criterion's scale as 0 (min) to 1 (max). */
export function normalise(score: number, criterion: Pick<Criterion, "min" | "max">): number {
  return (score - criterion.min) / (criterion.max - criterion.min);
}

export function weightOf(criterion: Criterion): number {
  return criterion.weight ?? 1;
}

/** Sum of the weights; 0 when every criterion is kept out of the composite. */
export function totalWeight(criteria: readonly Criterion[]): number {
  return criteria.reduce((sum, criterion) => sum + weightOf(criterion), 0);
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
    sum += weightOf(criterion) * normalise(scores[criterion.name] ?? criterion.min, criterion);
  }
  return (SCALE * sum) / total;
}
