import type { Belief } from "./belief.ts";
import { thetaDraws } from "./draws.ts";

/**
 * The 5 % and 95 % points of each design's rank over draws of theta, 1 the best.
 *
 * @param belief In canonical order.
 */
export function rankIntervals(belief: Belief, draws: number): [low: number, high: number][] {
  const size = belief.theta.length;
  // How often a row's design had the rank of column + 1.
  const ranked = new Uint32Array(size * size);
  const rank = new Uint32Array(size);
  const next = thetaDraws(belief);
  for (let draw = 0; draw < draws; draw++) {
    const theta = next();
    rank.fill(0);
    for (let i = 0; i < size; i++) {
      const own = theta[i] ?? 0;
      for (let j = i + 1; j < size; j++) {
        const behind = own >= (theta[j] ?? 0) ? j : i;
        rank[behind] = (rank[behind] ?? 0) + 1;
      }
    }
    for (let i = 0; i < size; i++) {
      const at = i * size + (rank[i] ?? 0);
      ranked[at] = (ranked[at] ?? 0) + 1;
    }
  }
  return Array.from({ length: size }, (_, i) => {
    const counts = ranked.subarray(i * size, (i + 1) * size);
    return [rankAt(counts, 0.05 * draws), rankAt(counts, 0.95 * draws)];
  });
}

/** The first rank by which so many draws are counted. */
function rankAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  for (const [at, count] of counts.entries()) {
    seen += count;
    if (seen >= wanted) return at + 1;
  }
  return counts.length;
}
