import { mean } from "simple-statistics";
import { vendorOf } from "../text/vendor.ts";
import type { Panel } from "./score-panel.ts";

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
 * @returns Null without such cells; difference null without cells between vendors to compare with.
 */
export function sameVendor({ cells, designs }: Panel, residuals: readonly number[] | null) {
  const inside: number[] = [];
  const between: number[] = [];
  for (const [at, { design, self, score }] of cells.entries()) {
    if (self) continue;
    const same = vendorOf(score.scorer_model) === vendorOf(designs[design]?.generating_model ?? "");
    (same ? inside : between).push(residuals?.[at] ?? 0);
  }
  if (inside.length === 0) return null;
  const comparable = residuals !== null && between.length > 0;
  return { cells: inside.length, difference: comparable ? mean(inside) - mean(between) : null };
}
