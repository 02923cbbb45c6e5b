import type { Ranking } from "../schemas/ranking.ts";
import { isBeyondConfidence, SURE } from "../text/numbers.ts";

/**
 * Whether some pair of a ranking would be surer than "probably" where two designs or two reviewers, or whatever else
 * keeps confidence down, allow no more. Its probabilities then say no more than on which side of the bounds they lie.
 */
export function isLimited(ranking: Pick<Ranking, "designs" | "summary" | "notes" | "pairwise">): boolean {
  const few = ranking.notes.some(
    (note) => typeof note !== "string" && (note.kind === "few-designs" || note.kind === "few-reviewers"),
  );
  return (few && ranking.pairwise.some(({ probability }) => probability > SURE)) || isBeyondConfidence(ranking);
}
