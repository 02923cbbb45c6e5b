import { mean } from "simple-statistics";
import type { Panel } from "./panel.ts";

/**
 * Who made a model: the provider of provider/model; behind a gateway, as in openrouter/openai/gpt-5, the last name
 * before the model's own.
 */
export function vendorOf(model: string): string {
  const parts = model.split("/");
  return parts.at(-2) ?? model;
}

/** The vendor that all models share; null for several vendors or fewer than two models. */
export function singleVendor(models: readonly string[]): string | null {
  const vendors = new Set(models.map(vendorOf));
  const [only] = vendors;
  return models.length > 1 && vendors.size === 1 && only !== undefined ? only : null;
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
