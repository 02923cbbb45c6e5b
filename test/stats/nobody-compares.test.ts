import { describe, expect, test } from "bun:test";
import { compareDesigns } from "../../src/stats/compare.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment } from "./support.ts";

const CROSSED = experiment(
  [
    [9, 9.5],
    [1, 2],
  ],
  { authors: { 0: 0, 1: 1 }, options: { exclude_self_reviews: true } },
);

describe("where no reviewer scored two designs", () => {
  test("nothing is ranked: no rank, no probability, no pair, and each design keeps the mean of what it was given", () => {
    const { designs, summary, pairwise, notes, reliability, bias } = rankDesigns(CROSSED);
    expect(
      designs.map(({ rank, p_best, rank_interval, adjusted_score }) => [rank, p_best, rank_interval, adjusted_score]),
    ).toEqual([
      [null, null, null, null],
      [null, null, null, null],
    ]);
    expect(designs.map(({ design_id, average_score }) => [design_id, average_score])).toEqual([
      ["d0", 9.5],
      ["d1", 1],
    ]);
    expect(summary).toMatchObject({ winner: null, confidence: "low", tie_groups: [], comparing_reviewers: 0 });
    expect(pairwise).toEqual([]);
    expect(reliability.leave_one_out).toBeNull();
    expect(bias.severity).toEqual({});
    expect(notes[0]).toEqual({ kind: "nothing-ranked", reason: "nobody-compares" });
  });

  test("a comparison of two says so and names no better one", () => {
    expect(compareDesigns(CROSSED, ["d0", "d1"])).toMatchObject({ pairs: [], doubt: "nobody-compares" });
  });

  test("a reviewer that gave two designs one score tells nothing of a third that it did not score", () => {
    const { designs, summary, notes } = rankDesigns(
      experiment([
        [9, null],
        [9, null],
        [null, 4],
      ]),
    );
    expect(designs.map(({ rank, p_best }) => [rank, p_best])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(summary.comparing_reviewers).toBe(1);
    expect(notes[0]).toEqual({ kind: "nothing-ranked", reason: "nobody-compares" });
  });
});

test("comparing reviewers are those with two or more scores that count", () => {
  const comparing = (...input: Parameters<typeof experiment>) =>
    rankDesigns(experiment(...input)).summary.comparing_reviewers;
  expect(
    comparing([
      [8, 7, null],
      [6, null, 5],
    ]),
  ).toBe(1);
  expect(
    comparing([
      [8, 7, 6],
      [6, 5, 5],
    ]),
  ).toBe(3);
  expect(comparing([[8, 7, 6]])).toBe(0);
});
