import { describe, expect, test } from "bun:test";
import { Matrix } from "ml-matrix";
import { competitionRanks, midRanks } from "../../src/stats/competition-ranks.ts";
import { pooledVariance } from "../../src/stats/draws.ts";
import { tieGroups } from "../../src/stats/tie-groups.ts";
import { uncertaintyOf } from "../../src/stats/uncertainty.ts";
import { weightRobustness } from "../../src/stats/weight-robustness.ts";

describe("pooledVariance()", () => {
  test("is (RSS + 4·0.8²) / (df + 4)", () => {
    expect(pooledVariance(0, 0)).toEqual({ variance: expect.closeTo(0.64, 12), freedom: 4 });
    expect(pooledVariance(6, 8).variance).toBeCloseTo(8.56 / 12, 12);
  });
});

describe("uncertaintyOf()", () => {
  test("gives P(i beats j) of the t distribution: difference 2·t(0.9) standard errors away is 0.9", () => {
    // The difference of two designs has variance 2·s²·(1/M + ρ/(1 − ρ)); t at 0.90 with 4 degrees of freedom is 1.533.
    const deviation = Math.sqrt(2 * (1 / 3 + 0.35 / 0.65));
    const theta = [5 + 1.533206 * deviation, 5];
    const belief = { theta, covariance: Matrix.eye(2).div(3), variance: 1, freedom: 4 };
    const { best, beats, interval } = uncertaintyOf(belief, { draws: 200_000, seed: 3 });
    expect(beats(0, 1)).toBeCloseTo(0.9, 2);
    expect(beats(1, 0)).toBeCloseTo(0.1, 2);
    expect(best[0]).toBe(beats(0, 1));
    expect(interval).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test("is even between equal designs, and one design is always the best", () => {
    const three = { theta: [5, 5, 5], covariance: Matrix.eye(3), variance: 1, freedom: 9 };
    for (const p of uncertaintyOf(three, { draws: 50_000, seed: 1 }).best) expect(p).toBeCloseTo(1 / 3, 1);
    const one = { theta: [5], covariance: Matrix.eye(1), variance: 1, freedom: 4 };
    expect(uncertaintyOf(one, { draws: 2000, seed: 1 })).toMatchObject({ best: [1], interval: [[1, 1]] });
  });
});

describe("tieGroups()", () => {
  const from = (table: readonly (readonly number[])[]) => tieGroups(table.length, (i, j) => table[i]?.[j] ?? 0);

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

  test("reaches to the last design that cannot be told from the first, also past one that can", () => {
    expect(
      from([
        [0, 0.85, 0.75],
        [0, 0, 0.7],
        [0, 0, 0],
      ]),
    ).toEqual([[0, 1, 2]]);
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
});

describe("weightRobustness()", () => {
  test("finds the factor at which leader and rival meet", () => {
    // Leads by 4·1 in the first, trails by 1·1 in the second: (4 − 1) + (f − 1)·(−1) = 0 at f = 4. A quarter of the first is as
    // near, and the larger factor is named.
    expect(
      weightRobustness(
        [
          [9, 5],
          [5, 6],
        ],
        [1, 1],
        0,
      )?.factor,
    ).toBe(4);
    expect(
      weightRobustness(
        [
          [9, 5],
          [5, 6],
        ],
        [1, 2],
        0,
      ),
    ).toEqual({ criterion: 1, factor: 2, rival: 1 });
  });

  test("names of several rivals that meet the leader at one factor the one that leads beyond it", () => {
    // Both meet the leader where the second criterion weighs 2; beyond, the last gains on it twice as fast.
    const byCriterion = [
      [9, 7, 5],
      [5, 6, 7],
    ];
    expect(weightRobustness(byCriterion, [1, 1], 0)).toEqual({ criterion: 1, factor: 2, rival: 2 });
  });

  test("is null for a leader that is ahead everywhere, and a zero weight never matters", () => {
    expect(
      weightRobustness(
        [
          [9, 5],
          [7, 6],
        ],
        [1, 1],
        0,
      ),
    ).toBeNull();
    expect(
      weightRobustness(
        [
          [9, 5],
          [1, 6],
        ],
        [1, 0],
        0,
      ),
    ).toBeNull();
  });
});
