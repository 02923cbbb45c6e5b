import type { Criterion } from "../artifacts/criterion.ts";
import type { FlaggedTopScore } from "../artifacts/ranking.ts";
import { compositeScore } from "./composite.ts";
import type { ScoreCell } from "./input.ts";

/** Points of 0–10 above the other reviewers' mean from which a top score of a flagged design is worth a look. */
const FAR = 2;

/**
 * Scores that give a flagged design the top of the scale on every criterion and lie more than 2 points of 0–10 above
 * the mean of the other reviewers' scores for it: what a design that talked a reviewer over would look like. A lone
 * reviewer is never named, for there is nobody to differ from.
 */
export function flaggedTopScores(
  scores: readonly ScoreCell[],
  criteria: readonly Criterion[],
  flagged: ReadonlySet<string>,
): FlaggedTopScore[] {
  return scores.flatMap((cell) => {
    const { design_id, reviewer_id } = cell;
    if (!flagged.has(design_id) || !criteria.every(({ name, max }) => cell.scores[name] === max)) return [];
    const score = compositeScore(cell.scores, criteria);
    const others = scores
      .filter((other) => other.design_id === design_id && other.reviewer_id !== reviewer_id)
      .flatMap((other) => compositeScore(other.scores, criteria) ?? []);
    if (score === null || others.length === 0) return [];
    const mean = others.reduce((sum, value) => sum + value, 0) / others.length;
    return score - mean > FAR ? [{ design_id, reviewer_id, score, others: mean }] : [];
  });
}
