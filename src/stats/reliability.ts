import type { Ranking } from "../artifacts/ranking.ts";
import { reviewerConsistency } from "./consistency.ts";
import { intraclassCorrelations } from "./icc.ts";
import { completeTable } from "./incidence.ts";
import { kendallW } from "./kendall.ts";
import { krippendorffAlpha } from "./krippendorff.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { RankingFit } from "./ranking-fit.ts";
import type { Panel } from "./score-panel.ts";

/** How far the panel agrees and whether its winner rests on one reviewer. Nulls where a number cannot be computed. */
export function reliabilityOf(panel: Panel, fitted: RankingFit | null): Ranking["reliability"] {
  const reviewer_consistency = reviewerConsistency(panel);
  if (!fitted) {
    return {
      kendall_w: null,
      krippendorff_alpha: null,
      icc_2_1: null,
      icc_2_k: null,
      icc_3_k: null,
      leave_one_out: null,
      residual_deviation: null,
      reviewer_consistency,
    };
  }
  const { incidence, composites } = fitted;
  const table = completeTable(incidence, composites);
  const units = Array.from({ length: incidence.designs }, () => [] as number[]);
  for (const [at, { design }] of incidence.observations.entries()) units[design]?.push(composites[at] ?? 0);
  return {
    kendall_w: table && kendallW(table),
    krippendorff_alpha: krippendorffAlpha(units),
    ...intraclassCorrelations(incidence, composites),
    leave_one_out: leaveOneOutIds(panel, fitted),
    residual_deviation: residualDeviation(fitted),
    reviewer_consistency,
  };
}

/**
 * How far the scores of one design lie apart once severity is taken out: √(RSS/df), in points of 0–10. Null for fewer
 * than two degrees of freedom, from which nothing about a spread can be told.
 */
function residualDeviation({ models, adjusted }: RankingFit): number | null {
  const { additive } = models;
  if (additive === null || adjusted === null || additive.degreesOfFreedom < 2) return null;
  return Math.sqrt(adjusted.rss / additive.degreesOfFreedom);
}

function leaveOneOutIds(
  panel: Panel,
  { incidence, composites, leader, models }: RankingFit,
): Ranking["reliability"]["leave_one_out"] {
  if (leader === null || incidence.designs < 2) return null;
  const found = leaveOneOut(incidence, composites, leader, models.ranking.method);
  if (found === null) return null;
  const { stable, panels, changes } = found;
  return {
    stable,
    panels,
    changes: changes.map(({ removed, winner }) => ({
      removed: panel.reviewers[incidence.reviewerIds[removed] ?? -1]?.reviewer_id ?? "",
      winner: winner === null ? null : (panel.designs[incidence.designIds[winner] ?? -1]?.design_id ?? null),
    })),
  };
}
