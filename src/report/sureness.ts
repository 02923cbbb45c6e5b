import type { Ranking } from "../schemas/ranking.ts";
import { isBeyondConfidence } from "../text/numbers.ts";

/**
 * Whether too little stands behind a ranking for any of its pairs to be surer than "probably": two designs, two
 * reviewers, or a confidence that stays below what P(best) would make it.
 */
export function isLimited(ranking: Pick<Ranking, "designs" | "summary" | "notes">): boolean {
  const few = ranking.notes.some(
    (note) => typeof note !== "string" && (note.kind === "few-designs" || note.kind === "few-reviewers"),
  );
  return few || isBeyondConfidence(ranking);
}
