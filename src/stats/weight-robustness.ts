import { EPSILON } from "./competition-ranks.ts";

/**
 * From this weight of the criterion on, the rival leads. `factor` is that weight over the present one, null where the
 * present one is 0. Numbers are positions in the arrays given.
 */
export type WeightChange = { criterion: number; weight: number; factor: number | null; rival: number };

/**
 * The smallest change of one criterion's weight that takes the first place from the leader.
 *
 * A design's score is linear in the weights, S = Σ w_c·θ_c / Σ w_c, so that the leader and a rival, apart by d_c on each
 * criterion, meet where Σ w_c·d_c + (w − w_c)·d_c = 0. Changes are compared by ratio; a weight that comes from 0 counts
 * as (w̄ + w)/w̄, w̄ the mean of the weights above 0, so that giving it the weight of the others is a doubling.
 *
 * @param byCriterion For each criterion the designs' scores by that criterion alone, from the model that ranks.
 * @param weights Of the criteria, at least one above 0.
 * @param leader The design that is alone at the top.
 * @returns The change with the ratio nearest to 1; null when no weight takes the first place away.
 */
export function weightRobustness(
  byCriterion: readonly (readonly number[])[],
  weights: readonly number[],
  leader: number,
): WeightChange | null {
  const designs = byCriterion[0]?.length ?? 0;
  const positive = weights.filter((weight) => weight > 0);
  const middle = positive.reduce((sum, weight) => sum + weight, 0) / positive.length;
  const apart = (rival: number, criterion: number) =>
    (byCriterion[criterion]?.[leader] ?? 0) - (byCriterion[criterion]?.[rival] ?? 0);
  let nearest: (WeightChange & { ratio: number; gain: number }) | null = null;
  for (let rival = 0; rival < designs; rival++) {
    if (rival === leader) continue;
    const lead = weights.reduce((sum, weight, criterion) => sum + weight * apart(rival, criterion), 0);
    for (const [criterion, present] of weights.entries()) {
      const own = apart(rival, criterion);
      if (Math.abs(own) * Math.max(present, middle) < EPSILON) continue;
      const weight = present - lead / own;
      const ratio = present > 0 ? weight / present : (middle + weight) / middle;
      if (!(ratio > EPSILON) || !(weight > EPSILON * middle)) continue;
      const gain = Math.abs(own);
      // Of rivals that meet the leader at the same weight, the one that gains the most on it leads beyond.
      const same = nearest?.criterion === criterion && Math.abs(nearest.ratio - ratio) < EPSILON;
      const nearer = same ? gain > (nearest?.gain ?? 0) + EPSILON : nearest === null || isNearer(ratio, nearest.ratio);
      if (nearer) nearest = { criterion, weight, factor: present > 0 ? ratio : null, rival, ratio, gain };
    }
  }
  if (nearest === null) return null;
  const { criterion, weight, factor, rival } = nearest;
  return { criterion, weight, factor, rival };
}

/** Of a half and a double, as near as each other, the double: "twice the weight" is the easier thought. */
function isNearer(ratio: number, than: number): boolean {
  const gain = Math.abs(Math.log(than)) - Math.abs(Math.log(ratio));
  return Math.abs(gain) < EPSILON ? ratio > than + EPSILON : gain > 0;
}
