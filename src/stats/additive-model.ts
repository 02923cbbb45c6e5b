import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { isConnected, type Layout, type Place } from "./layout.ts";
import type { Fit, ScoreModel } from "./score-model.ts";

/** A self-review counts a quarter of another cell. */
const SELF_WEIGHT = 0.25;
/** Below this share of its own size, what is left of the self column after designs and reviewers is rounding. */
const IDENTIFIABLE = 1e-9;

/**
 * y_ij = θ_i + r_j + β·self_ij with Σ r_j = 0, by weighted least squares: the two-way additive model of missing-cell
 * analysis of variance (Yates 1934, "The analysis of multiple classifications with unequal numbers") with one pooled
 * covariate. β is separated by partial regression (Frisch and Waugh 1933), so one Cholesky factor serves all.
 *
 * Returns the reason instead when the model cannot be fitted: the cells fall apart into unconnected groups, or the
 * self-reviews cannot be told from the designs and reviewers.
 */
export function additiveModel(layout: Layout): ScoreModel | { reason: string } {
  if (!isConnected(layout)) {
    return { reason: "the designs are not connected by shared reviewers" };
  }
  const { designs, reviewers, places } = layout;
  const size = designs + reviewers - 1;
  const columns = columnsOf(layout);
  const factor = new CholeskyDecomposition(normalMatrix(places, columns, size));
  const self = selfPart(places, columns, size, factor);
  if (self === "confounded") {
    return { reason: "there are too few scores to tell self-preference from quality" };
  }

  const solve = (values: readonly number[]): Fit => {
    const right = weightedSums(values, places, columns, size);
    const beta = self && (weightedSelfSum(values, places) - dot(self.projection, right)) / self.left;
    const solution = factor.solve(Matrix.columnVector(right)).to1DArray();
    const params = self ? solution.map((value, at) => value - (beta ?? 0) * (self.projection[at] ?? 0)) : solution;
    const theta = params.slice(0, designs);
    const free = params.slice(designs);
    const severity = [...free, 0 - free.reduce((sum, value) => sum + value, 0)];
    return { theta, severity, beta, ...residualsOf(values, places, theta, severity, beta ?? 0) };
  };

  const covariance = () => {
    const unit = Matrix.zeros(size, designs);
    for (let i = 0; i < designs; i++) unit.set(i, i, 1);
    const block = factor.solve(unit).subMatrix(0, designs - 1, 0, designs - 1);
    if (self) {
      const own = Matrix.columnVector(self.projection.slice(0, designs));
      block.add(own.mmul(own.transpose()).div(self.left));
    }
    // The solver leaves the two halves apart by rounding, and a Cholesky factor needs them equal.
    return Matrix.add(block, block.transpose()).div(2);
  };

  return {
    method: "adjusted",
    degreesOfFreedom: places.length - size - (self ? 1 : 0),
    solve,
    covariance,
    betaVariance: self ? 1 / self.left : null,
  };
}

/** The columns of one cell's row and their values: its design, and its reviewer in sum-to-zero coding. */
type Columns = (place: Place) => readonly (readonly [column: number, value: number])[];

function columnsOf({ designs, reviewers }: Layout): Columns {
  const last = Array.from({ length: reviewers - 1 }, (_, at) => [designs + at, -1] as const);
  return ({ design, reviewer }) =>
    reviewer === reviewers - 1
      ? [[design, 1], ...last]
      : [
          [design, 1],
          [designs + reviewer, 1],
        ];
}

function normalMatrix(places: readonly Place[], columns: Columns, size: number): Matrix {
  const sums = new Float64Array(size * size);
  for (const place of places) {
    const row = columns(place);
    const weight = weightOf(place);
    for (const [a, u] of row) {
      for (const [b, v] of row) sums[a * size + b] = (sums[a * size + b] ?? 0) + weight * u * v;
    }
  }
  return Matrix.from1DArray(size, size, sums);
}

/** X'W·values */
function weightedSums(values: readonly number[], places: readonly Place[], columns: Columns, size: number): number[] {
  const sums = new Array<number>(size).fill(0);
  places.forEach((place, at) => {
    const value = weightOf(place) * (values[at] ?? 0);
    for (const [column, factor] of columns(place)) sums[column] = (sums[column] ?? 0) + factor * value;
  });
  return sums;
}

/** How the self column depends on the others, and how much of it is left; null where nobody scored its own. */
function selfPart(places: readonly Place[], columns: Columns, size: number, factor: CholeskyDecomposition) {
  const own = places.filter((place) => place.self).length;
  if (own === 0) return null;
  const crossed = weightedSums(
    places.map(({ self }) => (self ? 1 : 0)),
    places,
    columns,
    size,
  );
  const projection = factor.solve(Matrix.columnVector(crossed)).to1DArray();
  const whole = SELF_WEIGHT * own;
  const left = whole - dot(projection, crossed);
  return left > IDENTIFIABLE * whole ? { projection, left } : "confounded";
}

function weightedSelfSum(values: readonly number[], places: readonly Place[]): number {
  return places.reduce((sum, { self }, at) => sum + (self ? SELF_WEIGHT * (values[at] ?? 0) : 0), 0);
}

function residualsOf(
  values: readonly number[],
  places: readonly Place[],
  theta: readonly number[],
  severity: readonly number[],
  beta: number,
) {
  let rss = 0;
  const residuals = places.map((place, at) => {
    const expected = (theta[place.design] ?? 0) + (severity[place.reviewer] ?? 0) + (place.self ? beta : 0);
    const residual = (values[at] ?? 0) - expected;
    rss += weightOf(place) * residual * residual;
    return residual;
  });
  return { residuals, rss };
}

function weightOf({ self }: Place): number {
  return self ? SELF_WEIGHT : 1;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
