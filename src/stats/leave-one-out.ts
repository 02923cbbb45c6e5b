import { fitAdditive } from "./choose-model.ts";
import { tiedGroups } from "./competition-ranks.ts";
import { type CompactIncidence, compact } from "./incidence.ts";
import { meanModel } from "./mean-model.ts";

/** Reviewer and design numbers are the incidence's own. */
export type LeaveOneOut = {
  stable: number;
  /** Panels of one reviewer fewer that the model can rank. */
  panels: number;
  /** The panels in which another design is first; `winner` is null when the first place is then shared. */
  changes: { removed: number; winner: number | null }[];
};

/**
 * Ranks the designs once without each reviewer, by the same model, and counts how often the leader stays alone at the
 * top. A panel in which the leader has no score left counts as a change; one that this model cannot rank counts as
 * nothing. Null for fewer than three reviewers, since what one of two says alone confirms and contradicts nobody, and
 * where no panel can be ranked.
 */
export function leaveOneOut(
  incidence: CompactIncidence,
  values: readonly number[],
  leader: number,
  method: "adjusted" | "mean",
): LeaveOneOut | null {
  if (incidence.reviewers < 3) return null;
  const changes: LeaveOneOut["changes"] = [];
  let panels = 0;
  for (let removed = 0; removed < incidence.reviewers; removed++) {
    const kept = [...incidence.observations.keys()].filter((at) => incidence.observations[at]?.reviewer !== removed);
    const rest = compact(kept.flatMap((at) => incidence.observations[at] ?? []));
    const scores = kept.map((at) => values[at] ?? 0);
    const model = method === "mean" ? meanModel(rest) : fitAdditive(rest, scores);
    if ("reason" in model) continue;
    panels++;
    const first = tiedGroups(model.solve(scores).theta)[0]?.members ?? [];
    const winner = first.length === 1 ? (rest.designIds[first[0] ?? -1] ?? null) : null;
    if (winner !== leader) changes.push({ removed, winner });
  }
  return panels > 0 ? { stable: panels - changes.length, panels, changes } : null;
}
