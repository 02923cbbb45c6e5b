import { type Belief, beats, beatsAnyway } from "./belief.ts";
import { bestProbabilities } from "./best-probability.ts";
import { canonicalOrder, reorder, restore } from "./canonical-order.ts";
import { MIN_DRAWS } from "./draws.ts";
import { rankIntervals } from "./rank-intervals.ts";

/** How sure the order of the designs is; positions are those of the belief's theta. */
export type Uncertainty = {
  /** Draws behind the rank intervals. */
  draws: number;
  /** The probability that a design is the best; sums to 1. */
  best: number[];
  /** The 5 % and 95 % points of a design's rank over the draws, 1 the best. */
  interval: [low: number, high: number][];
  /** P(design i is better than design j), 0 to 1. */
  beats: (i: number, j: number) => number;
  /** The same where nothing is taken for granted of how far designs lie apart. */
  beatsAnyway: (i: number, j: number) => number;
};

/** What a belief says of the order. It hangs on the numbers alone: no seed and no name changes it. */
export function uncertaintyOf(belief: Belief, wanted: number): Uncertainty {
  const order = canonicalOrder(belief);
  const ordered = reorder(belief, order);
  const draws = Math.max(MIN_DRAWS, Math.floor(wanted));
  return {
    draws,
    best: restore(bestProbabilities(ordered), order),
    interval: restore(rankIntervals(ordered, draws), order),
    beats: (i, j) => beats(belief, i, j),
    beatsAnyway: (i, j) => beatsAnyway(belief, i, j),
  };
}
