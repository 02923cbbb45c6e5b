import { describe, expect, test } from "bun:test";
import { compareDesigns } from "../../src/stats/compare.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, QUALITY } from "./support.ts";

const criteria = [QUALITY, { name: "cost", description: "Cheap?", min: 1, max: 5, weight: 0 }];
const input = experiment(
  [
    [
      { quality: 9, cost: 4 },
      { quality: 8, cost: 1 },
      { quality: 7, cost: 3 },
    ],
    [{ quality: 6, cost: 4 }, { quality: 7, cost: 5 }, null],
    [{ quality: 3, cost: 2 }, null, null],
    [null, null, null],
  ],
  { criteria },
);

describe("compareDesigns()", () => {
  test("gives the ranking's own probability that one beats the other", () => {
    const { pairs } = compareDesigns(input, ["d1", "d0"]);
    const { pairwise } = rankDesigns(input);
    expect(pairs).toHaveLength(1);
    expect(pairwise).toContainEqual(pairs[0] ?? { better: "", worse: "", probability: 0 });
  });

  test("gives the difference on each criterion and its spread over the reviewers who scored both", () => {
    const { designs, differences } = compareDesigns(input, ["d0", "d1"]);
    expect(designs).toEqual(["d0", "d1"]);
    expect(differences).toEqual([
      {
        better: "d0",
        worse: "d1",
        criterion: "quality",
        min: 0,
        max: 10,
        difference: 2,
        spread: expect.closeTo(Math.SQRT2, 9),
        reviewers: 2,
      },
      {
        better: "d0",
        worse: "d1",
        criterion: "cost",
        min: 1,
        max: 5,
        difference: -2,
        spread: expect.closeTo(2 * Math.SQRT2, 9),
        reviewers: 2,
      },
    ]);
  });

  test("has no spread with one shared reviewer, and names designs that nobody scored", () => {
    const { differences, unscored, pairs } = compareDesigns(input, ["d1", "d2", "d3", "unknown"]);
    expect(differences[0]).toMatchObject({ difference: 3, spread: null, reviewers: 1 });
    expect(unscored).toEqual(["d3"]);
    expect(pairs).toHaveLength(1);
  });

  test("shows where the reviewers disagree most, as a share of the criterion's scale", () => {
    const [widest, second] = compareDesigns(input, ["d0", "d1"]).disagreements;
    expect(widest).toEqual({
      design_id: "d0",
      criterion: "cost",
      range: 0.75,
      lowest: { reviewer_id: "r1", score: 1 },
      highest: { reviewer_id: "r0", score: 4 },
    });
    expect(second).toMatchObject({ design_id: "d1", criterion: "cost", range: 0.25 });
  });

  test("says why no pair is surer than probably: one reviewer, two of them, two designs", () => {
    const doubt = (rows: Parameters<typeof experiment>[0]) => compareDesigns(experiment(rows), ["d0", "d1"]).doubt;
    expect(doubt([[9], [5], [2]])).toBe("one-reviewer");
    expect(
      doubt([
        [9, 8],
        [5, 4],
        [2, 1],
      ]),
    ).toBe("few-reviewers");
    expect(
      doubt([
        [9, 8, 9],
        [5, 4, 4],
      ]),
    ).toBe("few-designs");
    expect(
      doubt([
        [9, 8, 9],
        [5, 4, 4],
        [2, 1, 2],
      ]),
    ).toBeNull();
    expect(
      doubt([
        [7, 6],
        [6.8, 6.1],
      ]),
    ).toBeNull();
  });

  test("is empty, not wrong, where nothing was scored", () => {
    const empty = compareDesigns(experiment([[null], [null]]), ["d0", "d1"]);
    expect(empty).toEqual({
      designs: [],
      positions: [],
      unscored: ["d0", "d1"],
      doubt: null,
      told_apart: 0.85,
      pairs: [],
      differences: [],
      disagreements: [],
    });
  });

  test("says where each design stands in the whole ranking", () => {
    const { positions } = compareDesigns(input, ["d1", "d2"]);
    expect(positions.map(({ rank }) => rank)).toEqual([2, 3]);
    const { designs } = rankDesigns(input);
    expect(positions.map(({ score }) => score)).toEqual([
      designs[1]?.adjusted_score ?? null,
      designs[2]?.adjusted_score ?? null,
    ]);
  });

  test("with all weights zero the designs are scored and unranked, and the reviewers still disagree", () => {
    const none = { ...input, criteria: criteria.map((criterion) => ({ ...criterion, weight: 0 })) };
    const { designs, unscored, pairs, positions, disagreements } = compareDesigns(none, ["d1", "d0", "d3"]);
    expect({ designs, unscored, pairs }).toEqual({ designs: ["d0", "d1"], unscored: ["d3"], pairs: [] });
    expect(positions).toEqual([
      { rank: null, score: null },
      { rank: null, score: null },
    ]);
    expect(disagreements.length).toBeGreaterThan(0);
  });
});
