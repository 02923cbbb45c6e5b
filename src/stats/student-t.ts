import { studentt } from "jstat";

const ROUNDING = 1e-9;

/** The value that a t variable stays below with this probability. */
export function tQuantile(probability: number, freedom: number): number {
  return studentt.inv(probability, freedom);
}

/** P(a t variable ≤ x). */
export function tCdf(x: number, freedom: number): number {
  return studentt.cdf(x, freedom);
}

/** True when an estimate lies beyond the two-sided 95 % limits of chance; false where its error is unknown. */
export function isBeyondChance(estimate: number, error: number | null, freedom: number): boolean {
  if (error === null || freedom < 1) return false;
  return Math.abs(estimate) > tQuantile(0.975, freedom) * error;
}

/** What of an estimate's distance from 0 isBeyondChance() cannot see, as a field; none where its error is unknown. */
export function unseenBelow(error: number | null, freedom: number): { unseen?: number } {
  return error === null || freedom < 1 ? {} : { unseen: tQuantile(0.975, freedom) * error };
}

/**
 * Spearman's critical points for 5 to 12 pairs, two-sided at 5 %: the least |ρ| that chance alone reaches in no more
 * than one case of twenty, from all orders (Zar 1972 has the same to three decimals).
 */
const SPEARMAN: readonly number[] = [1, 31 / 35, 11 / 14, 31 / 42, 0.7, 107 / 165, 34 / 55, 84 / 143];

/**
 * Whether a rank correlation over n pairs is further from 0 than chance leaves 95 % of them. Null for fewer than five,
 * where it cannot be told: chance alone puts four in one order, or in the reverse of it, in one case of twelve.
 */
export function correlationBeyondChance(correlation: number, n: number): boolean | null {
  if (n < 5) return null;
  const exact = SPEARMAN[n - 5];
  if (exact !== undefined) return Math.abs(correlation) >= exact - ROUNDING;
  const rest = 1 - correlation ** 2;
  return rest <= 0 || Math.abs(correlation) * Math.sqrt((n - 2) / rest) > tQuantile(0.975, n - 2);
}
