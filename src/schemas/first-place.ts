import type { Ranking } from "./ranking.ts";

/**
 * The design_ids in the first place, best ranked first: the winner alone, else the first design with all that cannot be
 * told apart from it. Empty where nothing is ranked.
 */
export function firstPlace({ designs, summary: { winner, tie_groups } }: Ranks): string[] {
  const ranked = designs.filter(({ rank }) => rank !== null).map(({ design_id }) => design_id);
  const [first] = ranked;
  if (first === undefined) return [];
  const tied = winner === null ? tie_groups.find((group) => group.includes(first)) : undefined;
  return tied ? ranked.filter((id) => tied.includes(id)) : [first];
}

type Ranks = {
  designs: readonly Pick<Ranking["designs"][number], "design_id" | "rank">[];
  summary: Pick<Ranking["summary"], "winner" | "tie_groups">;
};
