import type { Level } from "../schemas/ranking.ts";

/**
 * How sure the winner is: the lower of two levels. The reliability of the ranking, ICC(3,k): high from 0.80 on, medium
 * from 0.667 on. Leaving one reviewer out: high when the winner stays first in every panel, medium in two of three.
 * Without a winner, or where one of the two cannot be computed, low.
 */
export function confidenceLevel(facts: {
  winner: string | null;
  icc_3_k: number | null;
  leave_one_out: { stable: number; panels: number } | null;
}): Level {
  const { winner, icc_3_k, leave_one_out } = facts;
  if (winner === null || icc_3_k === null || leave_one_out === null) return "low";
  const stays = leave_one_out.stable / leave_one_out.panels;
  if (icc_3_k >= 0.8 && stays === 1) return "high";
  return icc_3_k >= 0.667 && stays >= 2 / 3 ? "medium" : "low";
}
