import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { mean } from "simple-statistics";
import { combined, firstByWeight, precisionOf } from "../../bench/people.ts";
import { ANSWER_WEIGHT, PEOPLE_CORRELATION, PERSON_WEIGHT, SHARED_ERROR } from "../../src/stats/belief.ts";
import { PARTED, PARTED_SHARE } from "../../src/stats/people.ts";

const page = readFileSync(join(import.meta.dir, "../../docs/statistics.md"), "utf8");
const part = page.slice(page.indexOf("### What a person adds"));
const cellsOf = (start: string): string[] => {
  const [row = ""] = part.slice(part.indexOf(`| ${start} |`)).split("\n", 1);
  return row.split("|").map((cell) => cell.trim());
};

describe("combined()", () => {
  test("is ΣW·ȳ/ΣW with W = 1/(σ²·[ρ + (1 − ρ)/M]), worked by hand", () => {
    const models = precisionOf({ deviation: 1, correlation: 0.45, size: 3 });
    const people = precisionOf({ deviation: 0.7, correlation: 0.1, size: 1 });
    expect(models).toBeCloseTo(1 / (0.45 + 0.55 / 3), 12);
    expect(people).toBeCloseTo(1 / 0.49, 12);
    const [first, second] = combined([
      { means: [8, 6], precision: models },
      { means: [5, 7], precision: people },
    ]);
    expect(first).toBeCloseTo((8 * 1.5789473684 + 5 * 2.0408163265) / 3.6197636949, 8);
    expect(second).toBeCloseTo((6 * 1.5789473684 + 7 * 2.0408163265) / 3.6197636949, 8);
  });

  test("is what the whole covariance of three models and two people gives by least squares", () => {
    const covariance = Matrix.zeros(5, 5);
    for (let a = 0; a < 5; a++) {
      for (let b = 0; b < 5; b++) {
        if (a < 3 !== b < 3) continue;
        const [deviation, correlation] = a < 3 ? [1, 0.45] : [0.7, 0.1];
        covariance.set(a, b, deviation ** 2 * (a === b ? 1 : correlation));
      }
    }
    const scores = [8, 7, 9, 5, 6.5];
    const weights = new CholeskyDecomposition(covariance).solve(Matrix.ones(5, 1)).to1DArray();
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    const best = weights.reduce((sum, weight, at) => sum + weight * (scores[at] ?? 0), 0) / whole;
    const groups = [
      { means: [8], precision: precisionOf({ deviation: 1, correlation: 0.45, size: 3 }) },
      { means: [5.75], precision: precisionOf({ deviation: 0.7, correlation: 0.1, size: 2 }) },
    ];
    expect(combined(groups)[0]).toBeCloseTo(best, 9);
  });
});

test.each([0.5, 0.7, 1, 1.4, 2])("what a person of error %d adds comes out of fewer simulations", (error) => {
  const experiments = 2_000;
  const { nobody, rows, groups } = firstByWeight(error, { seed: 7, experiments });
  const printed = cellsOf(String(error)).slice(2, 8).map(Number);
  const found = [nobody, ...rows, groups].map((each) => 100 * mean(each));
  for (const [at, share] of found.entries()) {
    const stated = printed[at] ?? 0;
    expect(Math.abs(share - stated)).toBeLessThan(3 * Math.sqrt((stated * (100 - stated)) / experiments));
  }
});

test("docs/statistics.md states what the code takes of people", () => {
  for (const stated of [
    `a row of weight ${PERSON_WEIGHT}`,
    `${PEOPLE_CORRELATION} for people`,
    `κ = ${SHARED_ERROR} what both err by together`,
    `(1/(w/${1 / ANSWER_WEIGHT}) + ρ/(1 − ρ))`,
    `${PARTED} point of 0–10`,
    `${100 * PARTED_SHARE} % of a criterion's scale`,
  ]) {
    expect(page).toContain(stated);
  }
});
