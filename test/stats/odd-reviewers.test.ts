import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, QUALITY, saidBy } from "./support.ts";

const rank = (...input: Parameters<typeof experiment>) => rankDesigns(experiment(...input));
const kinds = (...input: Parameters<typeof experiment>) => rank(...input).notes.map(({ kind }) => kind);

describe("a reviewer that adds nothing", () => {
  test("is named where its order runs against all others, with what the ranking would be without it", () => {
    const { notes, designs } = rank([
      [9, 8.8, 1, 9.1],
      [7, 7.2, 5, 7],
      [5, 5.1, 9, 5.2],
    ]);
    const note = notes.find(({ kind }) => kind === "contrary-reviewer");
    expect(note).toEqual({
      kind: "contrary-reviewer",
      reviewer_id: "r2",
      correlation: expect.closeTo(-1, 1),
      without: { order: ["d0", "d1", "d2"], winner: "d0" },
    });
    expect(saidBy(notes)).toContain(
      "Reviewer r2 orders the designs against all others (correlation -1.00). Without it the order is d0, d1 and d2, with d0 the winner.",
    );
    // It stays in the ranking all the same.
    expect(designs[0]?.reviewers).toBe(4);
  });

  test("is a person by what the person said, and no reviewer called so", () => {
    const input = experiment([
      [9, 8.8, 1, 9.1],
      [7, 7.2, 5, 7],
      [5, 5.1, 9, 5.2],
    ]);
    const reviewers = input.reviewers.map((each) =>
      each.reviewer_id === "r2" ? { ...each, kind: "human" as const, model: "person/r2" } : each,
    );
    const { notes } = rankDesigns({ ...input, reviewers });
    expect(notes.find(({ kind }) => kind === "contrary-reviewer")).toMatchObject({ person: true });
    expect(saidBy(notes)).toContain("What r2 said orders the designs against all others (correlation -1.00).");
  });

  test("is not named where the others do not agree either, with two designs, or with two reviewers", () => {
    expect(
      kinds([
        [7, 6, 8],
        [6, 8, 7],
        [8, 7, 6],
      ]),
    ).not.toContain("contrary-reviewer");
    expect(
      kinds([
        [9, 8, 1],
        [5, 5, 9],
      ]),
    ).not.toContain("contrary-reviewer");
    expect(
      kinds([
        [9, 1],
        [7, 5],
        [5, 9],
      ]),
    ).not.toContain("contrary-reviewer");
  });

  test("is not named for a weak disagreement: chance shows one too often", () => {
    expect(
      kinds([
        [9, 8.8, 6],
        [7, 7.2, 7],
        [5, 5.1, 6.5],
      ]),
    ).not.toContain("contrary-reviewer");
  });

  test("is named where it gave every design one score, and is no second opinion", () => {
    const { notes, summary } = rank([
      [9, 5, 8],
      [6, 5, 6],
      [3, 5, 2],
    ]);
    expect(notes).toContainEqual({
      kind: "constant-reviewer",
      reviewer_id: "r1",
      without: { order: ["d0", "d1", "d2"], winner: "d0" },
    });
    expect(summary.confidence).not.toBe("high");
    const two = rank([
      [9, 5],
      [6, 5],
      [3, 5],
    ]);
    expect(two.summary).toMatchObject({ winner: null, confidence: "low" });
    expect(two.notes).toContainEqual({ kind: "null", path: "summary.winner", reason: "one-opinion" });
  });

  test("is nothing odd where nobody tells designs apart", () => {
    for (const table of [
      [[5], [5]],
      [
        [5, 7],
        [5, 7],
      ],
    ]) {
      const { notes, bias } = rank(table);
      expect(bias.odd_reviewers).toEqual([]);
      expect(saidBy(notes)).not.toMatch(/same score|Without it/u);
    }
  });
});

describe("a reviewer with a scale of its own", () => {
  const wide = [
    [2, 3, 7],
    [5, 6, 7.5],
    [8, 9, 8],
  ];

  test("is named where it uses a third of the others' range or less", () => {
    expect(rank(wide).notes).toContainEqual({
      kind: "narrow-reviewer",
      reviewer_id: "r2",
      share: expect.closeTo(1 / 6, 9),
    });
    expect(saidBy(rank(wide).notes)).toContain("Reviewer r2 uses 17 % of the range of scores that the others use");
    expect(kinds(wide.map(([a = 0, b = 0], i) => [a, b, 4 + i]))).toContain("narrow-reviewer");
    expect(kinds(wide.map(([a = 0, b = 0], i) => [a, b, 4 + 1.1 * i]))).not.toContain("narrow-reviewer");
  });

  test("is not named of two designs or two reviewers, nor where it is constant, nor by one criterion alone", () => {
    expect(kinds(wide.slice(1))).not.toContain("narrow-reviewer");
    expect(kinds(wide.map((row) => row.slice(1)))).not.toContain("narrow-reviewer");
    expect(kinds(wide.map(([a = 0, b = 0]) => [a, b, 5]))).not.toContain("narrow-reviewer");
    const criteria = [QUALITY, { ...QUALITY, name: "cost" }];
    const both = wide.map((row, i) => row.map((quality, j) => ({ quality, cost: j === 2 ? ([1, 9, 5][i] ?? 0) : 5 })));
    expect(kinds(both, { criteria })).not.toContain("narrow-reviewer");
  });
});
