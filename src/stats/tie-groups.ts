import { EPSILON } from "./competition-ranks.ts";

/**
 * The runs of a ranking that cannot be told apart: each reaches from a design to the lowest-ranked one that P cannot
 * tell from it, and none lies inside another. Runs may overlap: A like B and B like C does not make A like C.
 *
 * @param size How many designs are ranked; positions count from the best.
 * @param bound Two designs are told apart when one is the better with at least this probability.
 * @param beats P(the design at the first position is better than the one at the second).
 * @returns Runs as positions, best first; empty when all can be told apart.
 */
export function tieGroups(size: number, bound: number, beats: (better: number, worse: number) => number): number[][] {
  const groups: number[][] = [];
  let reached = 0;
  for (let first = 0; first < size; first++) {
    let last = size - 1;
    while (last > first && beats(first, last) >= bound - EPSILON) last--;
    if (last <= first || last <= reached) continue;
    groups.push(Array.from({ length: last - first + 1 }, (_, at) => first + at));
    reached = last;
  }
  return groups;
}
