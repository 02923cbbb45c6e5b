import { chooseModel } from "./choose-model.ts";
import { tiedGroups } from "./competition-ranks.ts";
import { type CompactIncidence, compact } from "./incidence.ts";

/** Reviewer and design numbers are the incidence's own. */
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
  incidence: CompactIncidence,
  values: readonly number[],
  leader: number,
  method: "adjusted" | "mean",
): LeaveOneOut {
  const changes: LeaveOneOut["changes"] = [];
  for (let removed = 0; removed < incidence.reviewers; removed++) {
    const kept = [...incidence.observations.keys()].filter((at) => incidence.observations[at]?.reviewer !== removed);
    const rest = compact(kept.flatMap((at) => incidence.observations[at] ?? []));
    const winner = soleLeader(
      rest,
      kept.map((at) => values[at] ?? 0),
      method,
    );
    if (winner !== leader) changes.push({ removed, winner });
  }
  return { stable: incidence.reviewers - changes.length, panels: incidence.reviewers, changes };
}

function soleLeader(
  incidence: CompactIncidence,
  values: readonly number[],
  method: "adjusted" | "mean",
): number | null {
  const first = tiedGroups(chooseModel(incidence, method).ranking.solve(values).theta)[0]?.members ?? [];
  const [only] = first;
  return only === undefined || first.length > 1 ? null : (incidence.designIds[only] ?? null);
}
