import { describe, expect, test } from "bun:test";
import { compact, type Observation } from "../../src/stats/incidence.ts";
import { additiveModel, meanModel } from "../../src/stats/models.ts";

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

  test("is the plain mean on a complete panel, with variance 2/M of a difference", () => {
    const cells = cellsOf([
      [7, 3, 5],
      [6, 4, 8],
    ]);
    const { theta, model } = fit(cells);
    expect(theta[0]).toBeCloseTo(5, 12);
    expect(theta[1]).toBeCloseTo(6, 12);
    // Up to one number in every entry, which no difference sees: the variance of a difference is 2/M.
    const covariance = model.covariance();
    expect(covariance.get(0, 0) + covariance.get(1, 1) - 2 * covariance.get(0, 1)).toBeCloseTo(2 / 3, 12);
  });

  test("agrees with weighted least squares solved by hand: self cells count half", () => {
    // Normal equations of θ1, θ2, r1 (r2 = −r1), β for scores 8 (self), 6; 5, 4 (self); 3, 7 in three rows.
    const table = [
      [8, 6],
      [5, 4],
      [3, 7],
    ];
    const own = (i: number, j: number) => i === j && i < 2;
    const { residuals, model } = fit(cellsOf(table, own));
    const weights = cellsOf(table, own).map(({ self }) => (self ? 0.5 : 1));
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

  test("has the covariance that its own estimates have when noise is added again and again, self-reviews and all", () => {
    const own = (i: number, j: number) => i === j;
    const cells = cellsOf(
      [
        [5, 5, 5],
        [5, 5, null],
        [5, null, 5],
      ],
      own,
    );
    const model = additiveModel(compact(cells), { selfWeight: 1 });
    if ("reason" in model) throw new Error(model.reason);
    // θ̂ is linear in the scores: its covariance for an error variance of 1 is the sum over cells of its answers to each.
    const answers = cells.map((_, at) => model.solve(cells.map((__, other) => (other === at ? 1 : 0))).theta);
    const difference = (i: number, j: number) =>
      answers.reduce((sum, theta) => sum + ((theta[i] ?? 0) - (theta[j] ?? 0)) ** 2, 0);
    const covariance = model.covariance();
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const stated = covariance.get(i, i) + covariance.get(j, j) - 2 * covariance.get(i, j);
      expect(stated).toBeCloseTo(difference(i, j), 10);
    }
  });

  test("has a standard error of beta that counts weights as a choice: the spread of its answers to every cell", () => {
    const own = (i: number, j: number) => i === j && i < 2;
    const table = [
      [8, 6, 5],
      [5, 4, 7],
      [3, 7, 6],
    ];
    const cells = cellsOf(table, own);
    const model = additiveModel(compact(cells));
    if ("reason" in model) throw new Error(model.reason);
    const unit = (at: number) => cells.map((_, other) => (other === at ? 1 : 0));
    const spread = cells.reduce((sum, _, at) => sum + (model.solve(unit(at)).beta ?? 0) ** 2, 0);
    // The expected weighted sum of squares for an error variance of 1 is the trace of W(I − H).
    const trace = cells.reduce((sum, { self }, at) => {
      return sum + (self ? 0.5 : 1) * (model.solve(unit(at)).residuals[at] ?? 0);
    }, 0);
    const { rss } = model.solve(cells.map(({ value }) => value));
    expect(model.betaError(rss)).toBeCloseTo(Math.sqrt((rss / trace) * spread), 10);
    expect(model.betaError(0)).toBe(0);
  });

  test("shrinks severities and self-preference towards none by so many observations, and nothing when told not to", () => {
    const cells = cellsOf([
      [8, 5],
      [6, null],
    ]);
    const solve = (shrinkage: number) => {
      const model = additiveModel(compact(cells), { shrinkage });
      if ("reason" in model) throw new Error(model.reason);
      return model.solve(cells.map(({ value }) => value));
    };
    for (const [shrinkage, severity] of [
      [0, 1.5],
      [1, 0.75],
      [1e6, 0],
    ] as const) {
      expect(solve(shrinkage).severity[0]).toBeCloseTo(severity, 5);
    }
    const liked = cellsOf(
      [
        [8, 5, 5],
        [5, 5, 5],
        [5, 5, null],
      ],
      (i, j) => i === 0 && j === 0,
    );
    const beta = (shrinkage: number) => {
      const model = additiveModel(compact(liked), { shrinkage, selfWeight: 1 });
      if ("reason" in model) throw new Error(model.reason);
      return model.solve(liked.map(({ value }) => value)).beta ?? 0;
    };
    expect(beta(0)).toBeCloseTo(3, 10);
    // Alone the cell would be one observation; what is left of it beside designs and reviewers is less.
    expect(beta(1)).toBeLessThan(1);
    expect(beta(1)).toBeGreaterThan(0);
  });
});
