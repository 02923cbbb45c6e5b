import { additiveModel } from "./additive-model.ts";
import type { Incidence } from "./incidence.ts";
import { isBeyondChance, unseenBelow } from "./student-t.ts";

/** What a covariate adds to a score, whether that lies beyond chance, and below what it would not have shown. */
export type Covariate = { effect: number; beyond_chance: boolean; unseen?: number };

/** Below this share of its own size, what designs, reviewers and β leave of a column is rounding. */
const LEAST = 1e-9;

/**
 * γ of y_ij = θ_i + r_j + β·self_ij + γ·x_ij by partial regression (Frisch and Waugh 1933): what is left of the scores
 * on what is left of the column x. Every cell weighs the same here, for every cell errs alike.
 *
 * @param column x, by observation.
 * @returns Null where designs, reviewers and β leave nothing of the column, or cannot be fitted.
 */
export function covariate(
  incidence: Incidence,
  values: readonly number[],
  column: readonly number[],
): Covariate | null {
  const model = additiveModel(incidence, { selfWeight: 1 });
  if ("reason" in model) return null;
  const { residuals: own, rss: left } = model.solve(column);
  if (left <= LEAST * column.reduce((sum, x) => sum + x * x, 0)) return null;
  const { residuals, rss } = model.solve(values);
  const effect = residuals.reduce((sum, value, at) => sum + value * (own[at] ?? 0), 0) / left;
  const freedom = model.degreesOfFreedom - 1;
  const error = freedom < 1 ? null : Math.sqrt(Math.max(0, rss - effect ** 2 * left) / freedom / left);
  return { effect, beyond_chance: isBeyondChance(effect, error, freedom), ...unseenBelow(error, freedom) };
}
