import type { Design } from "../schemas/design.ts";
import type { Score } from "../schemas/score.ts";

/** Scores of designs that the scorer's own model did not write. */
export function withoutSelf(designs: readonly Design[], scores: readonly Score[]): Score[] {
  const author = new Map(designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  return scores.filter(({ design_id, scorer_model }) => author.get(design_id) !== scorer_model);
}
