import type { Ranking } from "../schemas/ranking.ts";
import { reviewerConsistency } from "./consistency.ts";
import { intraclassCorrelations } from "./icc.ts";
import { completeTable } from "./incidence.ts";
import { kendallW } from "./kendall.ts";
import { krippendorffAlpha } from "./krippendorff.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { RankingFit } from "./ranking-fit.ts";
import type { Panel } from "./score-panel.ts";

/** How far the panel agrees and whether its winner rests on one reviewer. Nulls where a number cannot be computed. */
export function reliabilityOf(
  panel: Panel,
  fitted: RankingFit | null,
  method: "adjusted" | "mean",
): Ranking["reliability"] {
  const reviewer_consistency = reviewerConsistency(panel);
  if (!fitted) {
    return {
      kendall_w: null,
      krippendorff_alpha: null,
      icc_2_1: null,
      icc_2_k: null,
      icc_3_k: null,
      leave_one_out: null,
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
    leave_one_out: leaveOneOutIds(panel, fitted, method),
    reviewer_consistency,
  };
}

function leaveOneOutIds(
  panel: Panel,
  { incidence, composites, leader }: RankingFit,
  method: "adjusted" | "mean",
): Ranking["reliability"]["leave_one_out"] {
  if (leader === null || incidence.designs < 2 || incidence.reviewers < 2) return null;
  const { stable, panels, changes } = leaveOneOut(incidence, composites, leader, method);
  return {
    stable,
    panels,
    changes: changes.map(({ removed, winner }) => ({
      removed: panel.reviewers[incidence.reviewerIds[removed] ?? -1]?.reviewer_id ?? "",
      winner: winner === null ? null : (panel.designs[incidence.designIds[winner] ?? -1]?.design_id ?? null),
    })),
  };
}
