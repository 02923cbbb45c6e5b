import type { Doubt, Level } from "../artifacts/ranking.ts";
import { SURE, toldApart } from "../text/certainty.ts";
import { EPSILON } from "./competition-ranks.ts";

/**
 * What confidence hangs on: P(best) of the first design, whose scores tell designs apart at all, and how likely the
 * first is to be better than the second whatever distance designs are expected to have.
 */
export type Grounds = { best: number; designs: number; opinions: number; apart: number };

/**
 * P(best) of the first design in one word: high from 0.95 on, medium from the bound on that names a winner, else low.
 * Two designs or two reviewers are never more than medium: all rests on one difference, or on two opinions that may
 * agree by chance. Nor is a first pair that could as well be two of a kind. One reviewer is low, for nobody confirms it.
 */
export function confidenceLevel(grounds: Grounds): Level {
  const { best, designs, opinions } = grounds;
  if (designs < 2 || opinions < 2 || best < toldApart(designs) - EPSILON) return "low";
  return best >= SURE - EPSILON && doubtOf(grounds) === null ? "high" : "medium";
}

/** What keeps confidence below high where P(best) is enough for it, the gravest first; null where nothing does. */
export function doubtOf({ designs, opinions, apart }: Omit<Grounds, "best">): Doubt | null {
  if (opinions === 1) return "one-reviewer";
  if (opinions < 3) return "few-reviewers";
  if (designs < 3) return "few-designs";
  return apart < SURE - EPSILON ? "close-designs" : null;
}
