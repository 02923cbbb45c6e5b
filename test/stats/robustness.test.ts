import { describe, expect, test } from "bun:test";
import { weightRobustness } from "../../src/stats/robustness.ts";

describe("weightRobustness()", () => {
  test("finds the weight at which leader and rival meet", () => {
    // Leads by 4·1 in the first, trails by 1·1 in the second: (4 − 1) + (w − 1)·(−1) = 0 at w = 4. A quarter of the first
    // is as near, and the larger factor is named.
    const byCriterion = [
      [9, 5],
      [5, 6],
    ];
    expect(weightRobustness(byCriterion, [1, 1], 0)).toEqual({ criterion: 1, weight: 4, factor: 4, rival: 1 });
    expect(weightRobustness(byCriterion, [1, 2], 0)).toEqual({ criterion: 1, weight: 4, factor: 2, rival: 1 });
  });

  test("names of several rivals that meet the leader at one weight the one that leads beyond it", () => {
    // Both meet the leader where the second criterion weighs 2; beyond, the last gains on it twice as fast.
    const byCriterion = [
      [9, 7, 5],
      [5, 6, 7],
    ];
    expect(weightRobustness(byCriterion, [1, 1], 0)).toEqual({ criterion: 1, weight: 2, factor: 2, rival: 2 });
  });

  test("is null for a leader that is ahead everywhere", () => {
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
  });

  test("does not pass over a criterion of weight 0: it names the weight that would decide, without a factor", () => {
    // Leads by 4 in the first, trails by 5 in the second: 4·1 − 5·w = 0 at w = 0.8.
    const byCriterion = [
      [9, 5],
      [1, 6],
    ];
    const change = weightRobustness(byCriterion, [1, 0], 0);
    expect(change).toEqual({ criterion: 1, weight: expect.closeTo(0.8, 12), factor: null, rival: 1 });
    // A weight for it that is nearer than any factor of the others wins over them, and one that is farther does not.
    const three = [...byCriterion, [5, 6]];
    expect(weightRobustness(three, [1, 0, 1], 0)?.criterion).toBe(1);
    expect(
      weightRobustness(
        [
          [9, 5],
          [5, 5.5],
          [5, 7],
        ],
        [1, 0, 1],
        0,
      ),
    ).toMatchObject({ criterion: 2, factor: 2 });
  });

  test("measures a weight that comes from 0 by the mean of the weights above 0", () => {
    // The lead is 12. From 0 the third would weigh 12/5 = 2.4 and count as (3 + 2.4)/3 = 1.8; the second has to go from 2
    // to 2 + 12/c, which is a factor of 1 + 6/c.
    const leads = (c: number) => [
      [8, 5],
      [5, 5 + c],
      [1, 6],
    ];
    const change = (c: number) => weightRobustness(leads(c), [4 + (2 * c) / 3, 2, 0], 0);
    expect(change(0)).toEqual({ criterion: 2, weight: expect.closeTo(2.4, 10), factor: null, rival: 1 });
    // Weights 6 and 2, w̄ = 4: 1 + 2.4/4 = 1.6 against a factor of 3 at c = 3.
    expect(change(3)).toMatchObject({ criterion: 2, weight: expect.closeTo(2.4, 10) });
    const near = (weight: number) => weightRobustness([...leads(3).slice(0, 2), [0, 12 / weight]], [6, 2, 0], 0);
    // The first falls to a third, the second rises to 3: of both the double is named, and from 0 it is nearer below 8.
    expect([7.9, 8.1].map((weight) => near(weight)?.criterion)).toEqual([2, 1]);
  });
});
