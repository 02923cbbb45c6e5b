import { EPSILON } from "./competition-ranks.ts";

/** Beyond weight × factor of this criterion, the rival leads. Numbers are positions in the arrays given. */
export type WeightChange = { criterion: number; factor: number; rival: number };

/**
 * The smallest change, as a ratio, of one criterion's weight that takes the first place from the leader.
 *
 * A design's score is linear in the weights, S = Σ w_c·θ_c / Σ w_c, so that with one weight multiplied by f the leader
 * and a rival meet where (S_l − S_r)·Σw + (f − 1)·w_c·(θ_lc − θ_rc) = 0.
 *
 * @param byCriterion For each criterion the designs' scores by that criterion alone, from the model that ranks.
 * @param weights Of the criteria, at least one above 0.
 * @param leader The design that is alone at the top.
 * @returns The change with the factor nearest to 1 by ratio; null when no weight takes the first place away.
 */
export function weightRobustness(
  byCriterion: readonly (readonly number[])[],
  weights: readonly number[],
  leader: number,
): WeightChange | null {
  const designs = byCriterion[0]?.length ?? 0;
  const lead = (rival: number, criterion: number) =>
    (weights[criterion] ?? 0) * ((byCriterion[criterion]?.[leader] ?? 0) - (byCriterion[criterion]?.[rival] ?? 0));
  let nearest: WeightChange | null = null;
  let gain = 0;
  for (let rival = 0; rival < designs; rival++) {
    if (rival === leader) continue;
    const total = byCriterion.reduce((sum, _, criterion) => sum + lead(rival, criterion), 0);
    for (const criterion of byCriterion.keys()) {
      const own = lead(rival, criterion);
      if (Math.abs(own) < EPSILON) continue;
      const factor = 1 - total / own;
      if (!(factor > EPSILON)) continue;
      // Of rivals that meet the leader at the same factor, the one that gains the most on it leads beyond.
      const same = nearest?.criterion === criterion && Math.abs(nearest.factor - factor) < EPSILON;
      const nearer = same ? Math.abs(own) > gain + EPSILON : nearest === null || isNearer(factor, nearest.factor);
      if (!nearer) continue;
      nearest = { criterion, factor, rival };
      gain = Math.abs(own);
    }
  }
  return nearest;
}

/** Of a half and a double, as near as each other, the double: "twice the weight" is the easier thought. */
function isNearer(factor: number, than: number): boolean {
  const gain = Math.abs(Math.log(than)) - Math.abs(Math.log(factor));
  return Math.abs(gain) < EPSILON ? factor > than + EPSILON : gain > 0;
}
