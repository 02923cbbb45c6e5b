import { type Belief, FEWEST_DRAWS, thetaDraws } from "./draws.ts";

/** How sure the order of the designs is; positions are those of the belief's theta. */
export type Uncertainty = {
  draws: number;
  /** Share of the draws in which a design is the best; sums to 1. */
  best: number[];
  /** The 5 % and 95 % points of a design's rank over the draws, 1 the best. */
  interval: [low: number, high: number][];
  /** P(design i is better than design j), 0 to 1. */
  beats: (i: number, j: number) => number;
};

/** Counts ranks and wins over seeded draws of theta. The same belief and seed give the same numbers. */
export function uncertaintyOf(belief: Belief, options: { draws: number; seed: number }): Uncertainty {
  const size = belief.theta.length;
  const draws = Math.max(FEWEST_DRAWS, Math.floor(options.draws));
  // Both tables are size × size: wins of row over column, and how often row had the rank of column + 1.
  const wins = new Uint32Array(size * size);
  const ranked = new Uint32Array(size * size);
  const rank = new Uint32Array(size);
  const next = thetaDraws(belief, options.seed);
  for (let draw = 0; draw < draws; draw++) {
    const theta = next();
    rank.fill(0);
    for (let i = 0; i < size; i++) {
      const own = theta[i] ?? 0;
      for (let j = i + 1, at = i * size + j; j < size; j++, at++) {
        if (own >= (theta[j] ?? 0)) {
          wins[at] = (wins[at] ?? 0) + 1;
          rank[j] = (rank[j] ?? 0) + 1;
        } else {
          rank[i] = (rank[i] ?? 0) + 1;
        }
      }
    }
    for (let i = 0; i < size; i++) {
      const at = i * size + (rank[i] ?? 0);
      ranked[at] = (ranked[at] ?? 0) + 1;
    }
  }
  const rows = Array.from({ length: size }, (_, i) => ranked.subarray(i * size, (i + 1) * size));
  return {
    draws,
    best: rows.map((row) => (row[0] ?? 0) / draws),
    interval: rows.map((row) => [rankAt(row, 0.05 * draws), rankAt(row, 0.95 * draws)]),
    beats: (i, j) => (i < j ? (wins[i * size + j] ?? 0) / draws : 1 - (wins[j * size + i] ?? 0) / draws),
  };
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
