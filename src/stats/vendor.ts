import { mean } from "simple-statistics";
import { vendorOf } from "../text/vendor.ts";
import type { Panel } from "./score-panel.ts";
import { isBeyondChance } from "./student-t.ts";

/** The vendor that all models share; null for several vendors or fewer than two models. */
export function singleVendor(models: readonly string[]): string | null {
  const vendors = new Set(models.map(vendorOf));
  const [only] = vendors;
  return models.length > 1 && vendors.size === 1 && only !== undefined ? only : null;
}

/** The models of the reviewers that scored, one for each: a reviewer that failed adds no second vendor to the panel. */
export function scoringModels({ cells }: Panel): string[] {
  return [...new Map(cells.map(({ reviewer, score }) => [reviewer, score.scorer_model])).values()];
}

/**
 * Reviews inside a vendor: the cells where reviewer and design come from one vendor but not from one model, and the
 * mean residual of these cells minus that of the cells between vendors, in points of 0–10.
 *
 * @param residuals By cell, from the model of the scores; null when there is none.
 * @param freedom Of that model: the difference is beyond chance outside the 97.5 % points of t.
 * @returns Null without such cells; difference null without cells between vendors to compare with.
 */
export function sameVendor(panel: Panel, residuals: readonly number[] | null, freedom: number) {
  const { designs } = panel;
  const inside: number[] = [];
  const between: number[] = [];
  for (const [at, { design, self, score }] of panel.cells.entries()) {
    if (self) continue;
    const same = vendorOf(score.scorer_model) === vendorOf(designs[design]?.generating_model ?? "");
    (same ? inside : between).push(residuals?.[at] ?? 0);
  }
  if (inside.length === 0) return null;
  const cells = inside.length;
  if (residuals === null || between.length === 0) return { cells, difference: null, beyond_chance: false };
  const difference = mean(inside) - mean(between);
  const variance = residuals.reduce((sum, value) => sum + value * value, 0) / Math.max(1, freedom);
  const error = Math.sqrt(variance * (1 / cells + 1 / between.length));
  return { cells, difference, beyond_chance: isBeyondChance(difference, error, freedom) };
}
