import { mean, sum } from "simple-statistics";
import { isRounding } from "./rounding.ts";

/**
 * Krippendorff's alpha for interval data, α = 1 − D_o/D_e (Krippendorff 2011, "Computing Krippendorff's
 * alpha-reliability"). The squared differences of all pairs of m values come from their squared deviations:
 * Σ_{pairs}(x − y)² = 2m·Σ(x − mean)², which keeps the cost linear in the values.
 *
 * @param units The scores each design was given, by whomever; a missing score is left out. Units with fewer than two
 *   scores cannot be paired and do not count.
 * @returns 1 is full agreement, 0 what chance gives, below 0 systematic disagreement; null when no unit can be paired
 *   or all values are equal.
 */
export function krippendorffAlpha(units: readonly (readonly number[])[]): number | null {
  const paired = units.filter((unit) => unit.length >= 2);
  const values = paired.flat();
  const n = values.length;
  if (n < 2) return null;
  const total = squaredDeviations(values);
  if (isRounding(total, values)) return null;
  const observed = sum(paired.map((unit) => (2 * unit.length * squaredDeviations(unit)) / (unit.length - 1))) / n;
  const expected = (2 * n * total) / (n * (n - 1));
  return 1 - observed / expected;
}

function squaredDeviations(values: readonly number[]): number {
  const centre = mean([...values]);
  return sum(values.map((value) => (value - centre) ** 2));
}
