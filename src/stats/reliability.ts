import type { Ranking } from "../schemas/ranking.ts";
import { reviewerConsistency } from "./consistency.ts";
import { intraclassCorrelations } from "./icc.ts";
import { kendallW } from "./kendall.ts";
import { krippendorffAlpha } from "./krippendorff.ts";
import { completeTable } from "./layout.ts";
import { leaveOneOut } from "./leave-one-out.ts";
import type { Panel } from "./panel.ts";
import type { Standing } from "./standing.ts";

/** How far the panel agrees and whether its winner rests on one reviewer. Nulls where a number cannot be computed. */
export function reliabilityOf(
  panel: Panel,
  standing: Standing | null,
  method: "adjusted" | "mean",
): Ranking["reliability"] {
  const reviewer_consistency = reviewerConsistency(panel);
  if (!standing) {
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
  const { layout, composites } = standing;
  const table = completeTable(layout, composites);
  const units = Array.from({ length: layout.designs }, () => [] as number[]);
  for (const [at, { design }] of layout.places.entries()) units[design]?.push(composites[at] ?? 0);
  return {
    kendall_w: table && kendallW(table),
    krippendorff_alpha: krippendorffAlpha(units),
    ...intraclassCorrelations(layout, composites),
    leave_one_out: leaveOneOutIds(panel, standing, method),
    reviewer_consistency,
  };
}

function leaveOneOutIds(
  panel: Panel,
  { layout, composites, leader }: Standing,
  method: "adjusted" | "mean",
): Ranking["reliability"]["leave_one_out"] {
  if (leader === null || layout.designs < 2 || layout.reviewers < 2) return null;
  const { stable, panels, changes } = leaveOneOut(layout, composites, leader, method);
  return {
    stable,
    panels,
    changes: changes.map(({ removed, winner }) => ({
      removed: panel.reviewers[layout.reviewerIds[removed] ?? -1]?.reviewer_id ?? "",
      winner: winner === null ? null : (panel.designs[layout.designIds[winner] ?? -1]?.design_id ?? null),
    })),
  };
}
