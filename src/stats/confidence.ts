import type { Doubt } from "../schemas/comparison.ts";
import type { Level } from "../schemas/ranking.ts";
import { EPSILON } from "./competition-ranks.ts";
import { TOLD_APART } from "./tie-groups.ts";

/** From this probability on a design is called the best without "probably". */
export const SURE = 0.95;

/**
 * P(best) of the first design in one word: high from 0.95 on, medium from 0.8 on, else low. Two designs or two
 * reviewers are never more than medium: all rests on one difference, or on two opinions that may agree by chance. One
 * reviewer is low, for nobody confirms it.
 *
 * @param facts.opinions Reviewers whose scores tell designs apart at all.
 */
export function confidenceLevel(facts: { best: number; designs: number; opinions: number }): Level {
  const { best, designs, opinions } = facts;
  if (designs < 2 || opinions < 2 || best < TOLD_APART - EPSILON) return "low";
  return best >= SURE - EPSILON && doubtOf(facts) === null ? "high" : "medium";
}

/** What keeps confidence down whatever the numbers are, the gravest first; null where nothing does. */
export function doubtOf({ designs, opinions }: { designs: number; opinions: number }): Doubt | null {
  if (opinions === 1) return "one-reviewer";
  if (opinions < 3) return "few-reviewers";
  return designs < 3 ? "few-designs" : null;
}
