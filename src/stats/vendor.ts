import type { Ranking } from "../artifacts/ranking.ts";
import { vendorOf } from "../text/vendor.ts";
import { covariate } from "./covariate.ts";
import type { Incidence } from "./incidence.ts";
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
 * Reviews inside a vendor: the cells where reviewer and design come from one vendor but not from one model, and what
 * they add as a covariate γ beside β, in points of 0–10. Comparing mean residuals instead would find hardly any: designs
 * and reviewers have taken most of it up.
 *
 * @param incidence Of the panel's cells, and their composite scores.
 * @returns Null without such cells; difference null where nothing is left to tell it by.
 */
export function sameVendor(
  panel: Panel,
  incidence: Incidence,
  composites: readonly number[],
): Ranking["bias"]["same_vendor"] {
  const same = panel.cells.map(({ design, self, score }) => {
    const maker = vendorOf(panel.designs[design]?.generating_model ?? "");
    return !self && vendorOf(score.scorer_model) === maker ? 1 : 0;
  });
  const cells = same.filter((each) => each === 1).length;
  if (cells === 0) return null;
  const found = covariate(incidence, composites, same);
  if (found === null) return { cells, difference: null, beyond_chance: false };
  const { effect, ...sure } = found;
  return { cells, difference: effect, ...sure };
}
