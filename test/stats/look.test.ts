import { describe, expect, test } from "bun:test";
import { firstReviewers, lookAt } from "../../src/stats/look.ts";
import { experiment } from "./support.ts";

const reasons = (table: readonly (readonly (number | null)[])[], reviewers: number) => {
  const { designs } = lookAt(experiment(table), { first: firstReviewers(reviewers), all: reviewers });
  return designs.map(({ reason }) => reason);
};

describe("lookAt()", () => {
  test("lets a design go that is far behind and keeps the first two", () => {
    const look = lookAt(
      experiment([
        [8, 7.4, 7.9],
        [7.6, 7.8, 7.2],
        [3, 2.5, 3.3],
        [2.8, 3, 2.4],
      ]),
      { first: 3, all: 5 },
    );
    expect(look.heard).toBe(3);
    expect(look.designs.map(({ reason, kept, scores }) => [reason, kept, scores])).toEqual([
      ["likely", true, 3],
      ["likely", true, 3],
      ["unlikely", false, 3],
      ["unlikely", false, 3],
    ]);
    expect(look.gain?.expected).toBeGreaterThan(look.gain?.enough ?? 1);
  });

  test("asks nobody further where the first is so far ahead that nothing could be gained", () => {
    const table = [
      [9, 8.8, 9.1],
      [5, 4.9, 5.2],
      [3, 2.5, 3.3],
    ];
    expect(reasons(table, 5)).toEqual(["settled", "settled", "settled"]);
    // Of three reviewers the last is asked for the first two at least.
    expect(lookAt(experiment(table.map((row) => row.slice(0, 2))), { first: 2, all: 3 })).toMatchObject({ gain: null });
    expect(
      reasons(
        table.map((row) => row.slice(0, 2)),
        3,
      ),
    ).toEqual(["likely", "among-first", "unlikely"]);
  });

  test("keeps all where the scores give no order, and a design with fewer than two scores always", () => {
    expect(
      reasons(
        [
          [7, 7, 7],
          [7, 7, 7],
          [7, 7, 7],
        ],
        5,
      ),
    ).toEqual(["likely", "likely", "likely"]);
    expect(
      reasons(
        [
          [7, null],
          [null, 6],
          [null, null],
        ],
        4,
      ),
    ).toEqual(["few-scores", "few-scores", "few-scores"]);
    expect(
      reasons(
        [
          [9, 8.8, 9.1],
          [5, 4.9, 5.2],
          [null, 2.5, null],
        ],
        5,
      )[2],
    ).toBe("few-scores");
  });

  test("keeps whoever shares the second place, whatever its name", () => {
    const equal = Array.from({ length: 14 }, (_, at) => [6 + (at % 2) / 10, 6, 6 - (at % 2) / 10]);
    expect(new Set(reasons(equal, 6))).toEqual(new Set(["among-first"]));
  });

  test("draws no rank intervals, for it needs none", () => {
    const draws = 20_000_000;
    const begun = process.cpuUsage().user;
    lookAt(
      experiment(
        [0, 1, 2, 3].map((i) => [8 - i, 7 - i, 7.5 - i]),
        { options: { draws } },
      ),
      { first: 3, all: 5 },
    );
    expect(process.cpuUsage().user - begun).toBeLessThan(1_000_000);
  });

  test("computes the expected gain as written", () => {
    // Two designs, three complete reviewers of four: v = 2/3, s² by the pooled variance of ranking.json's definitions.
    const { gain } = lookAt(
      experiment([
        [7, 6, 8],
        [6, 5.5, 7.5],
        [5, 4.5, 6],
      ]),
      { first: 3, all: 4 },
    );
    const s = (gain?.enough ?? 0) / 0.02;
    const deviation = s * Math.sqrt((2 / 3) * (1 / 4));
    const z = (7 - 19 / 3) / deviation;
    const density = Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
    const upper = 0.5 * (1 - erf(z / Math.SQRT2));
    expect(gain?.expected).toBeCloseTo(deviation * (density - z * upper), 6);
  });
});

test("three reviewers of four or more judge first, two of three", () => {
  expect([3, 4, 5, 12].map(firstReviewers)).toEqual([2, 3, 3, 3]);
});

/** Abramowitz and Stegun 7.1.5, the series. */
function erf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 60; n++) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
