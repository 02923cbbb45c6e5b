import { chooseModel } from "./choose-model.ts";
import { tiedGroups } from "./competition-ranks.ts";
import { type CompactLayout, compact } from "./layout.ts";

/** Reviewer and design numbers are the layout's own. */
export type LeaveOneOut = {
  stable: number;
  panels: number;
  /** The panels in which another design is first; `winner` is null when the first place is then shared. */
  changes: { removed: number; winner: number | null }[];
};

/**
 * Ranks the designs once without each reviewer and counts how often the leader stays alone at the top. A panel in
 * which the leader has no score left counts as a change.
 */
export function leaveOneOut(
  layout: CompactLayout,
  values: readonly number[],
  leader: number,
  method: "adjusted" | "mean",
): LeaveOneOut {
  const changes: LeaveOneOut["changes"] = [];
  for (let removed = 0; removed < layout.reviewers; removed++) {
    const kept = [...layout.places.keys()].filter((at) => layout.places[at]?.reviewer !== removed);
    const rest = compact(kept.flatMap((at) => layout.places[at] ?? []));
    const winner = soleLeader(
      rest,
      kept.map((at) => values[at] ?? 0),
      method,
    );
    if (winner !== leader) changes.push({ removed, winner });
  }
  return { stable: layout.reviewers - changes.length, panels: layout.reviewers, changes };
}

function soleLeader(layout: CompactLayout, values: readonly number[], method: "adjusted" | "mean"): number | null {
  const first = tiedGroups(chooseModel(layout, method).ranking.solve(values).theta)[0]?.members ?? [];
  const [only] = first;
  return only === undefined || first.length > 1 ? null : (layout.designIds[only] ?? null);
}
