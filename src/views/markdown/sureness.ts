import type { Ranking } from "../../artifacts/ranking.ts";
import { SURE } from "../../text/certainty.ts";
import { boundOf, isBeyondConfidence } from "../../text/numbers.ts";

/**
 * The bound of a ranking of which some pair would be surer than "probably" where two designs or two reviewers, or
 * whatever else keeps confidence down, allow no more: its probabilities then say no more than on which side of the bound
 * they lie. Null where nothing holds them back.
 */
export function limitOf(ranking: Pick<Ranking, "designs" | "summary" | "pairwise">): number | null {
  const { scored_designs, scoring_reviewers } = ranking.summary;
  const few = scored_designs < 3 || scoring_reviewers < 3;
  const limited =
    (few && ranking.pairwise.some(({ probability }) => probability > SURE)) || isBeyondConfidence(ranking);
  return limited ? boundOf(ranking.summary) : null;
}
