import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import { groupsIn, type RankingFit, whyUnranked } from "./fit.ts";
import type { Scored } from "./panel.ts";
import { tieGroups } from "./ranks.ts";
import { firstPlace } from "./verdict.ts";

type First = Pick<Ranking["summary"], "opinions" | "winner" | "tie_groups" | "verdict" | "first_place">;

/**
 * Who is first, and who cannot be told from whom.
 *
 * @param designs Best first, those without a rank last.
 */
export function firstOf(
  panel: Scored,
  fitted: RankingFit | null,
  designs: readonly Pick<RankedDesign, "design_id" | "rank" | "p_best" | "reviewers">[],
): First {
  const summary = {
    opinions: fitted?.opinions ?? 0,
    winner: fitted?.ids[fitted.winner ?? -1] ?? null,
    tie_groups: fitted ? tieGroupIds(fitted) : [],
  };
  const first = firstPlace({ designs, summary }, fitted ? null : whyUnranked(panel));
  const { verdict } = first;
  if (verdict.kind === "one-opinion" && fitted?.alone)
    return { ...summary, ...first, verdict: { ...verdict, reviewer: fitted.alone } };
  if (verdict.kind !== "nobody-compares") return { ...summary, ...first };
  const groups = groupsIn(panel).map((group) => group.flatMap((at) => panel.designs[at]?.design_id ?? []));
  const apart = groups.length > 1 && groups.some((ids) => ids.length > 1);
  return { ...summary, ...first, verdict: { ...verdict, ...(apart && { groups }) } };
}

function tieGroupIds({ order, ids, isApart }: RankingFit): string[][] {
  const at = (rank: number) => order[rank] ?? 0;
  const groups = tieGroups(order.length, (better, worse) => isApart(at(better), at(worse)));
  return groups.map((group) => group.flatMap((rank) => ids[at(rank)] ?? []));
}
