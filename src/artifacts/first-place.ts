import type { Ranking } from "./ranking.ts";

/**
 * The design_ids in the first place, best ranked first: the winner alone, else the first design with all that cannot be
 * told apart from it. All that have scores where nobody compares them; empty where nothing is scored.
 */
export function firstPlace(ranking: Ranks): string[] {
  const { designs, summary } = ranking;
  if (nobodyCompares(ranking)) return scored(ranking);
  const ranked = designs.filter(({ rank }) => rank !== null).map(({ design_id }) => design_id);
  const [first] = ranked;
  if (first === undefined) return [];
  const tied = summary.winner === null ? summary.tie_groups.find((group) => group.includes(first)) : undefined;
  return tied ? ranked.filter((id) => tied.includes(id)) : [first];
}

/**
 * Whether designs have scores and no reviewer's scores set one against another. Rankings of before gave such designs
 * ranks: there each reviewer that scored has one score.
 */
export function nobodyCompares(ranking: Ranks): boolean {
  const { notes, summary, bias } = ranking;
  if (notes.some((note) => typeof note !== "string" && note.kind === "nothing-ranked")) {
    return notes.some((note) => typeof note !== "string" && "reason" in note && note.reason === "nobody-compares");
  }
  return scored(ranking).length > 1 && summary.scored_cells === Object.keys(bias.severity).length;
}

const scored = ({ designs }: Ranks): string[] =>
  designs.filter(({ reviewers }) => reviewers > 0).map(({ design_id }) => design_id);

type Ranks = Pick<Ranking, "notes" | "bias"> & {
  designs: readonly Pick<Ranking["designs"][number], "design_id" | "rank" | "reviewers">[];
  summary: Pick<Ranking["summary"], "winner" | "tie_groups" | "scored_cells">;
};
