import { describe, expect, test } from "bun:test";
import { consensusLevel, RANDOM_SCORERS, rStarWG, rWG } from "../../src/stats/composite.ts";

describe("rWG()", () => {
  test("is 1 − s²/(R²/12), worked by hand on 0–10", () => {
    expect(rWG([8, 8, 8], 10)).toBe(1);
    expect(rWG([7, 8, 9], 10)).toBeCloseTo(1 - 1 / (100 / 12), 12); // s² = 1: 0.88
    expect(rWG([4, 6], 10)).toBeCloseTo(0.76, 12); // s² = 2
    expect(rWG([2, 4, 4, 6], 10)).toBeCloseTo(0.68, 12); // s² = 8/3
  });

  test("keeps the raw value below zero: two reviewers at the ends of the scale", () => {
    expect(rWG([0, 10], 10)).toBeCloseTo(-5, 12); // s² = 50
  });

  test("gives James, Demaree and Wolf's 1 − s²/σ²_EU on five options when R²/12 = (A² − 1)/12 = 2", () => {
    const range = Math.sqrt(5 ** 2 - 1);
    expect(rWG([3, 4, 4, 5], range)).toBeCloseTo(1 - 2 / 3 / 2, 12); // s² = 2/3
    expect(rWG([1, 2, 3, 4, 5], range)).toBeCloseTo(1 - 2.5 / 2, 12); // s² = 2.5
  });

  test("is null for one score and for none", () => {
    expect(rWG([5], 10)).toBeNull();
    expect(rWG([], 10)).toBeNull();
  });
});

describe("rStarWG()", () => {
  test("is 1 − mean(s²)/σ²_EU on the example data of misty::rwg.lindell(), three groups, three items, five options", () => {
    const range = Math.sqrt(5 ** 2 - 1); // so that R²/12 = (A² − 1)/12 = 2
    const group = (...items: number[][]) => rStarWG(items, [range, range, range]);
    // Item variances by hand: 1/3, 1/2 (one value missing), 4/3; 1/3, 1/3, 1/3; 1, 7/3, 1/3.
    expect(group([2, 3, 2], [3, 2], [3, 1, 1])).toBeCloseTo(1 - (1 / 3 + 1 / 2 + 4 / 3) / 3 / 2, 12);
    expect(group([1, 1, 2], [1, 2, 1], [2, 3, 3])).toBeCloseTo(1 - 1 / 3 / 2, 12);
    expect(group([4, 3, 5], [3, 2, 5], [5, 5, 4])).toBeCloseTo(1 - (1 + 7 / 3 + 1 / 3) / 3 / 2, 12);
  });

  test("approaches −1 at the greatest dissent, whose variance on five options is twice σ²_EU (O'Neill 2017: 4 and 2)", () => {
    const halves = Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? 1 : 5));
    expect(rWG(halves, Math.sqrt(24))).toBeCloseTo(-1, 3);
  });

  test("is linear in the mean share of variance over criteria of different scales", () => {
    expect(
      rStarWG(
        [
          [7, 8, 9],
          [70, 80, 90],
          [1, 1, 1],
        ],
        [10, 100, 4],
      ),
    ).toBeCloseTo(1 - 12 * (0.02 / 3), 12);
  });

  test("is r_WG for one criterion and null without criteria", () => {
    expect(rStarWG([[4, 6]], [10])).toBe(rWG([4, 6], 10));
    expect(rStarWG([], [])).toBeNull();
  });
});

describe("consensusLevel()", () => {
  test("asks as much as reviewers who score 1 to 10 at random reach in at most 5 % of panels", () => {
    for (const [reviewers, point] of Object.entries(RANDOM_SCORERS)) {
      const reached = randomTail(Number(reviewers), 1, 10);
      const [smallest, next] = reached;
      expect(smallest?.agreement).toBeCloseTo(point, 12);
      expect(smallest?.share).toBeLessThanOrEqual(0.05);
      expect(next?.share).toBeGreaterThan(0.05);
    }
  });

  test("prints these points as 1.00, 0.852, 0.733, 0.620, 0.556, 0.495 for three to eight reviewers", () => {
    const printed = Object.values(RANDOM_SCORERS).map((point) => point.toFixed(3));
    expect(printed).toEqual(["1.000", "0.852", "0.733", "0.620", "0.556", "0.495"]);
  });

  test("is high, medium or low by agreement and number of reviewers", () => {
    expect(consensusLevel(0.7, 6)).toBe("high");
    expect(consensusLevel(0.7, 20)).toBe("high");
    expect(consensusLevel(0.69, 20)).toBe("medium");
    expect(consensusLevel(0.73, 5)).toBe("medium");
    expect(consensusLevel(0.85, 4)).toBe("medium");
    expect(consensusLevel(0.99, 3)).toBe("medium");
    expect(consensusLevel(1, 3)).toBe("high");
    expect(consensusLevel(1, 2)).toBe("medium");
    expect(consensusLevel(0.49, 8)).toBe("low");
    expect(consensusLevel(-2, 8)).toBe("low");
    expect(consensusLevel(null, 1)).toBe("low");
  });
});

/** The r_WG of the last lattice point whose upper tail is at most 5 %, and of the next, with their tails. */
function randomTail(reviewers: number, min: number, max: number): { agreement: number; share: number }[] {
  const counts = new Map<number, number>();
  const panels = (max - min + 1) ** reviewers;
  // Every multiset of scores once, weighed by the number of its orders; n·Σx² − (Σx)² stays an exact integer.
  const visit = (score: number, left: number, orders: number, sum: number, squares: number) => {
    if (left === 0) {
      const key = reviewers * squares - sum * sum;
      counts.set(key, (counts.get(key) ?? 0) + orders);
    } else if (score <= max) {
      let ways = orders;
      for (let times = 0; times <= left; times++) {
        visit(score + 1, left - times, ways, sum + times * score, squares + times * score * score);
        ways = (ways * (left - times)) / (times + 1);
      }
    }
  };
  visit(min, reviewers, 1, 0, 0);
  let seen = 0;
  const tail = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([key, count]) => {
      seen += count;
      const variance = key / (reviewers * (reviewers - 1));
      return { agreement: 1 - variance / ((max - min) ** 2 / 12), share: seen / panels };
    });
  const beyond = tail.findIndex(({ share }) => share > 0.05);
  return tail.slice(beyond - 1, beyond + 1);
}
