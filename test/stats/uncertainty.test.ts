import { describe, expect, test } from "bun:test";
import { Matrix } from "ml-matrix";
import { type Belief, beats, sharedErrors, spreadOf } from "../../src/stats/belief.ts";
import { compact, type Observation } from "../../src/stats/incidence.ts";
import { additiveModel } from "../../src/stats/models.ts";
import { competitionRanks, midRanks, tieGroups } from "../../src/stats/ranks.ts";
import {
  bestProbabilities,
  canonicalOrder,
  rankIntervals,
  reorder,
  shareBelow,
  thetaDraws,
  uncertaintyOf,
} from "../../src/stats/uncertainty.ts";
import { confidenceLevel } from "../../src/stats/verdict.ts";

/** A belief about designs whose reviewers also wrote the first of them, with every fifth cell missing where asked. */
function beliefOf(theta: readonly number[], reviewers: number, authors: number, holes = false): Belief {
  const observations: Observation[] = [];
  for (const design of theta.keys()) {
    for (let reviewer = 0; reviewer < reviewers; reviewer++) {
      if (holes && (design * reviewers + reviewer) % 5 === 4) continue;
      observations.push({ design, reviewer, self: design === reviewer && design < authors });
    }
  }
  const incidence = compact(observations);
  const model = additiveModel(incidence);
  if ("reason" in model) throw new Error(model.reason);
  const spread = spreadOf(model.covariance(), sharedErrors(incidence));
  return { theta, spread, variance: 0.5, freedom: 7 };
}

describe("bestProbabilities()", () => {
  test("has two designs in closed form and one for certain", () => {
    const two = beliefOf([7, 6.2], 3, 2);
    expect(bestProbabilities(two)).toEqual([beats(two, 0, 1), 1 - beats(two, 0, 1)]);
    expect(bestProbabilities(beliefOf([6, 6], 3, 2)).reduce((sum, each) => sum + each)).toBe(1);
    expect(bestProbabilities({ theta: [5], spread: Matrix.eye(1), variance: 1, freedom: 4 })).toEqual([1]);
  });

  test("is even among equal designs and sums to 1", () => {
    for (const size of [3, 8, 40]) {
      const found = bestProbabilities(beliefOf(Array(size).fill(6), 4, 0));
      for (const p of found) expect(p).toBeCloseTo(1 / size, 9);
      expect(found.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    }
  });

  test("agrees with two hundred thousand draws, with and without self-reviews and missing cells", () => {
    for (const belief of [
      beliefOf([7, 6.6, 6.5], 3, 0),
      beliefOf([7, 6.6, 6.5], 3, 3),
      beliefOf([7, 6.6, 6.5, 6], 3, 2),
      beliefOf([7, 6.9, 6.5, 6, 5.5, 5.4], 4, 2, true),
    ]) {
      const counts = belief.theta.map(() => 0);
      const next = thetaDraws(belief);
      for (let draw = 0; draw < 200_000; draw++) {
        const drawn = next();
        const best = drawn.indexOf(Math.max(...drawn));
        counts[best] = (counts[best] ?? 0) + 1;
      }
      // Four standard errors of the draws, and what the fixed points may be off by.
      const found = bestProbabilities(belief);
      for (const [at, count] of counts.entries())
        expect(Math.abs((found[at] ?? 0) - count / 200_000)).toBeLessThan(0.0055);
    }
  });

  test("of three designs of which the last is hopeless is the closed form of the other two", () => {
    const belief = beliefOf([7, 6.5, -400], 3, 0);
    expect(bestProbabilities(belief)[0]).toBeCloseTo(beats(belief, 0, 1), 4);
    const own = beliefOf([7, 6.5, -400], 3, 2);
    expect(Math.abs((bestProbabilities(own)[0] ?? 0) - beats(own, 0, 1))).toBeLessThan(0.002);
  });
});

describe("canonicalOrder()", () => {
  test("hangs on the numbers alone: any order of the designs gives the same belief", () => {
    const belief = beliefOf([6, 7, 6, 5, 6.5, 6], 4, 2, true);
    const ordered = reorder(belief, canonicalOrder(belief));
    for (const order of [
      [5, 4, 3, 2, 1, 0],
      [2, 0, 4, 1, 5, 3],
    ]) {
      const other = reorder(belief, order);
      const again = reorder(other, canonicalOrder(other));
      expect(again.theta).toEqual(ordered.theta);
      expect(bestProbabilities(again)[0]).toBeCloseTo(bestProbabilities(ordered)[0] ?? 0, 6);
    }
    expect(ordered.theta).toEqual([7, 6.5, 6, 6, 6, 5]);
  });
});

describe("rankIntervals()", () => {
  test("are the 5 % and 95 % points of a design's rank", () => {
    const pointsOf = (belief: Belief): [number, number][] => {
      const ranks = belief.theta.map(() => [] as number[]);
      const next = thetaDraws(belief);
      for (let draw = 0; draw < 4000; draw++) {
        const drawn = next();
        for (const [at, own] of drawn.entries()) ranks[at]?.push(1 + drawn.filter((other) => other > own).length);
      }
      return ranks.map((own) => {
        const sorted = own.toSorted((a, b) => a - b);
        return [sorted[199] ?? 0, sorted[3799] ?? 0];
      });
    };
    // The 2.5 % point of the last design is rank 2.
    const near = beliefOf([9, 6, 5.6, 4.4], 5, 0);
    expect(rankIntervals(near, 4000)).toEqual(pointsOf(near));
    expect(pointsOf(near)[0]).toEqual([1, 1]);
    expect(pointsOf(near)[3]).toEqual([3, 4]);
    // The 97.5 % point of the second design is rank 4.
    const far = beliefOf([9, 6, 5.6, 4], 5, 0);
    expect(rankIntervals(far, 4000)).toEqual(pointsOf(far));
    expect(pointsOf(far)[1]).toEqual([2, 3]);
  });
});

describe("uncertaintyOf()", () => {
  test("raises few draws to 2,000 and gives back the positions it was given", () => {
    const belief = beliefOf([5, 9, 7], 3, 0);
    const { draws, best, interval } = uncertaintyOf(belief, 10);
    expect(draws).toBe(2000);
    expect(best.indexOf(Math.max(...best))).toBe(1);
    expect(interval[1]?.[0]).toBe(1);
    expect(interval[0]?.[1]).toBe(3);
  });
});

describe("shareBelow()", () => {
  test("is right to 1e-6, also far out", () => {
    for (const [z, p] of [
      [0, 0.5],
      [1.959964, 0.975],
      [-1.644854, 0.05],
      [-6.9, 2.6e-12],
      [9, 1],
    ] as const) {
      expect(Math.abs(shareBelow(z) - p)).toBeLessThan(1e-6);
    }
  });
});

describe("confidenceLevel()", () => {
  const of = (best: number, designs = 3, opinions = 3, apart = 1) =>
    confidenceLevel({ best, designs, opinions, apart });

  test("is P(best) in a word: high from 0.95, medium from 0.8", () => {
    expect([0.95, 0.949, 0.8, 0.799].map((best) => of(best))).toEqual(["high", "medium", "medium", "low"]);
  });

  test("of two designs is medium from 0.85, for one difference is named too easily", () => {
    expect([of(0.85, 2), of(0.849, 2)]).toEqual(["medium", "low"]);
  });

  test("is high only where the first is told from the second whatever distance designs have", () => {
    expect([of(0.99, 3, 3, 0.95), of(0.99, 3, 3, 0.949), of(0.9, 3, 3, 0.6)]).toEqual(["high", "medium", "medium"]);
  });

  test("is at most medium for two designs or two reviewers, and low for one reviewer or one design", () => {
    expect([of(0.999, 2, 3), of(0.999, 3, 2), of(0.999, 3, 1), of(1, 1, 3)]).toEqual([
      "medium",
      "medium",
      "low",
      "low",
    ]);
  });
});

describe("tieGroups()", () => {
  const from = (table: readonly (readonly number[])[]) =>
    tieGroups(table.length, (i, j) => (table[i]?.[j] ?? 0) >= 0.8);

  test("is empty when every design is told apart", () => {
    expect(
      from([
        [0, 0.8, 0.9],
        [0, 0, 0.85],
        [0, 0, 0],
      ]),
    ).toEqual([]);
  });

  test("overlaps where A is like B and B like C but A is not like C", () => {
    expect(
      from([
        [0, 0.7, 0.9],
        [0, 0, 0.7],
        [0, 0, 0],
      ]),
    ).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test("holds no two that can be told apart, though one past them cannot be told from the first", () => {
    expect(
      from([
        [0, 0.85, 0.75],
        [0, 0, 0.7],
        [0, 0, 0],
      ]),
    ).toEqual([[1, 2]]);
  });
});

describe("competitionRanks() and midRanks()", () => {
  test("give 9, 7, 7, 5 the ranks 1, 2, 2, 4 and 1, 2.5, 2.5, 4", () => {
    expect(competitionRanks([7, 9, 5, 7])).toEqual([2, 1, 4, 2]);
    expect(midRanks([7, 9, 5, 7])).toEqual([2.5, 1, 4, 2.5]);
  });

  test("take scores within 1e-9 for equal and others not", () => {
    expect(competitionRanks([5, 5 + 5e-10, 5 - 2e-9])).toEqual([1, 1, 3]);
  });

  test("compare with the first of a group: a chain of near scores does not make one tie of its ends", () => {
    expect(competitionRanks([5, 5 - 8e-10, 5 - 16e-10])).toEqual([1, 1, 3]);
  });
});
