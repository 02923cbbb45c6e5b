import type { Design } from "../artifacts/design.ts";
import { leavesOut, type Ranking } from "../artifacts/ranking.ts";
import type { Score } from "../artifacts/score.ts";

/** Scores that a ranking counts: where it leaves out what a model gave its own design, those of other models' designs. */
export function counted(
  ranking: Pick<Ranking, "exclude_self_reviews">,
  designs: readonly Design[],
  scores: readonly Score[],
): Score[] {
  const author = new Map(designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  return scores.filter(({ design_id, scorer_model }) => !leavesOut(ranking, author.get(design_id), scorer_model));
}
