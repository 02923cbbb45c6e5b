import { describe, expect, test } from "bun:test";
import { additiveModel } from "../../src/stats/additive-model.ts";
import { compact, type Observation } from "../../src/stats/incidence.ts";
import { meanModel } from "../../src/stats/mean-model.ts";

type Cell = Observation & { value: number };

function cellsOf(
  table: readonly (readonly (number | null)[])[],
  self: (i: number, j: number) => boolean = () => false,
) {
  return table.flatMap((row, design) =>
    row.flatMap((value, reviewer): Cell[] =>
      value === null ? [] : [{ design, reviewer, self: self(design, reviewer), value }],
    ),
  );
}

function fit(cells: readonly Cell[]) {
  const model = additiveModel(compact(cells));
  if ("reason" in model) throw new Error(model.reason);
  return { model, ...model.solve(cells.map(({ value }) => value)) };
}

const DIAGONAL_MISSING = [
  [null, 7, 6.5, 6],
  [8.3, null, 6.3, 5.8],
  [7.5, 6, null, 5],
  [6.5, 5, 4.5, null],
];

describe("additiveModel()", () => {
  test("finds 7, 6.8, 6, 5 behind a missing diagonal whose plain means name the wrong winner", () => {
    const cells = cellsOf(DIAGONAL_MISSING);
    const means = meanModel(compact(cells)).solve(cells.map(({ value }) => value)).theta;
    expect(means.map((mean) => mean.toFixed(3))).toEqual(["6.500", "6.800", "6.167", "5.333"]);
    const { theta, severity, rss } = fit(cells);
    for (const [at, quality] of [7, 6.8, 6, 5].entries()) expect(theta[at]).toBeCloseTo(quality, 10);
    for (const [at, lenient] of [1.5, 0, -0.5, -1].entries()) expect(severity[at]).toBeCloseTo(lenient, 10);
    expect(rss).toBeCloseTo(0, 10);
  });

  test("recovers quality, severity and self-preference exactly from noiseless data, at any weight of self cells", () => {
    const own = (i: number, j: number) => i === j || (i === 4 && j === 0);
    const table = [7, 5.5, 6, 3, 8].map((quality, i) =>
      [1, -0.4, -0.6].map((severity, j) => quality + severity + (own(i, j) ? 1.25 : 0)),
    );
    const { theta, severity, beta, model } = fit(cellsOf(table, own));
    for (const [at, quality] of [7, 5.5, 6, 3, 8].entries()) expect(theta[at]).toBeCloseTo(quality, 10);
    for (const [at, lenient] of [1, -0.4, -0.6].entries()) expect(severity[at]).toBeCloseTo(lenient, 10);
    expect(beta).toBeCloseTo(1.25, 10);
    expect(model.degreesOfFreedom).toBe(15 - 5 - 2 - 1);
  });

  test("is the plain mean on a complete panel, with variance 1/M and no covariance", () => {
    const cells = cellsOf([
      [7, 3, 5],
      [6, 4, 8],
    ]);
    const { theta, model } = fit(cells);
    expect(theta[0]).toBeCloseTo(5, 12);
    expect(theta[1]).toBeCloseTo(6, 12);
    expect(model.covariance().get(0, 0)).toBeCloseTo(1 / 3, 12);
    expect(model.covariance().get(0, 1)).toBeCloseTo(0, 12);
  });

  test("agrees with weighted least squares solved by hand: self cells count a quarter", () => {
    // Normal equations of θ1, θ2, r1 (r2 = −r1), β for scores 8 (self), 6; 5, 4 (self); 3, 7 in three rows.
    const table = [
      [8, 6],
      [5, 4],
      [3, 7],
    ];
    const own = (i: number, j: number) => i === j && i < 2;
    const { residuals, model } = fit(cellsOf(table, own));
    const weights = cellsOf(table, own).map(({ self }) => (self ? 0.25 : 1));
    // Optimality: the weighted residuals are orthogonal to every column.
    const sum = (keep: (i: number, j: number) => number) =>
      cellsOf(table, own).reduce(
        (s, c, at) => s + keep(c.design, c.reviewer) * (weights[at] ?? 0) * (residuals[at] ?? 0),
        0,
      );
    for (let design = 0; design < 3; design++) expect(sum((i) => (i === design ? 1 : 0))).toBeCloseTo(0, 10);
    expect(sum((_, j) => (j === 0 ? 1 : -1))).toBeCloseTo(0, 10);
    expect(sum((i, j) => (own(i, j) ? 1 : 0))).toBeCloseTo(0, 10);
    expect(model.degreesOfFreedom).toBe(1);
  });

  test("gives the reason when designs share no reviewer", () => {
    const cells = cellsOf([
      [7, 6, null, null],
      [5, 6, null, null],
      [null, null, 9, 8],
      [null, null, 4, 5],
    ]);
    expect(additiveModel(compact(cells))).toEqual({ reason: "unconnected" });
  });

  test("gives the reason when self-preference cannot be told from quality", () => {
    const lone = additiveModel(compact(cellsOf([[7], [5]], (i) => i === 0)));
    expect(lone).toEqual({ reason: "confounded" });
    const always = additiveModel(
      compact(
        cellsOf(
          [
            [7, 6],
            [5, 6],
          ],
          () => true,
        ),
      ),
    );
    expect(always).toHaveProperty("reason");
  });
});
