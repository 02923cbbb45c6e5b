import { studentt } from "jstat";

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

/**
 * True when a rank correlation over n pairs is further from 0 than chance leaves 95 % of them. False for fewer than five:
 * chance alone puts four in one order, or in the reverse of it, in one case of twelve.
 */
export function correlationBeyondChance(correlation: number, n: number): boolean {
  if (n < 5) return false;
  const rest = 1 - correlation ** 2;
  return rest <= 0 || Math.abs(correlation) * Math.sqrt((n - 2) / rest) > tQuantile(0.975, n - 2);
}
