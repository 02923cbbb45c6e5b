import { isCompared, type Ranking } from "../../artifacts/ranking.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { chance, score } from "../../text/numbers.ts";

/** "Ranked 1 of 3, score 8.71, P(best) over 80 %."; null for a design that no ranking ranks. */
export function standingText(ranking: Ranking, design_id: string): Markdown | null {
  const ranked = ranking.designs.filter(({ rank }) => rank !== null);
  const found = ranked.find((design) => design.design_id === design_id);
  if (ranking.summary.verdict.kind === "nobody-compares") return md`Not ranked: no reviewer compares these designs.`;
  if (found === undefined || found.rank === null) return null;
  const value = ranking.method === "mean" ? found.average_score : found.adjusted_score;
  const compared = isCompared(ranking) && found.p_best !== null;
  const best = compared ? md`, P(best) ${chance(found.p_best, ranking)}` : md``;
  return md`Ranked ${found.rank} of ${ranked.length}, score ${score(value)}${best}.`;
}
