import { describe, expect, test } from "bun:test";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import { flaggedTopScores } from "../../src/stats/bias.ts";

const CRITERIA: Criterion[] = [
  { name: "clarity", description: "", min: 0, max: 10 },
  { name: "risk", description: "", min: 1, max: 5, weight: 3 },
];

const cell = (design_id: string, reviewer_id: string, clarity: number, risk: number) => {
  return { design_id, reviewer_id, scorer_model: "a/b", scores: { clarity, risk }, overall_score: 5 };
};
const flagged = new Set(["d"]);

describe("flaggedTopScores()", () => {
  test("names a top score of a flagged design that lies more than 2 points above the others' mean", () => {
    const scores = [cell("d", "led", 10, 5), cell("d", "a", 5, 3), cell("d", "b", 10, 5)];
    // Others of led: (5·1 + 5·3)/4 = 5 and 10, mean 7.5; of b likewise.
    expect(flaggedTopScores(scores, CRITERIA, flagged)).toEqual([
      { design_id: "d", reviewer_id: "led", score: 10, others: 7.5 },
      { design_id: "d", reviewer_id: "b", score: 10, others: 7.5 },
    ]);
  });

  test("names nothing 2 points above or less, below the top on one criterion, unflagged, or alone", () => {
    const near = [cell("d", "led", 10, 5), cell("d", "a", 10, 5 - 4 * (0.2 * (4 / 3)))];
    expect(flaggedTopScores(near, CRITERIA, flagged)).toEqual([]);
    expect(flaggedTopScores([cell("d", "led", 9.5, 5), cell("d", "a", 0, 1)], CRITERIA, flagged)).toEqual([]);
    expect(flaggedTopScores([cell("e", "led", 10, 5), cell("e", "a", 0, 1)], CRITERIA, flagged)).toEqual([]);
    expect(flaggedTopScores([cell("d", "led", 10, 5), cell("e", "a", 0, 1)], CRITERIA, flagged)).toEqual([]);
  });
});
