import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { mean, sampleVariance, sum } from "simple-statistics";
import type { ModelReason } from "../artifacts/ranking-note.ts";
import { groupsOf, type Incidence, isConnected, SELF_WEIGHT, scorersOf, weightOf } from "./incidence.ts";

/** What a model of the scores says about one set of numbers, one for each place of the incidence. */
export type Fit = {
  /** Quality of each design. */
  theta: number[];
  /** What each reviewer adds to every score; negative is severe. Sums to 0 over those that gave scores. */
  severity: number[];
  /** What a reviewer adds to its own model's design; null where nobody scored its own. */
  beta: number | null;
  /** Score minus what the model expects, by place. */
  residuals: number[];
  /** Weighted sum of squared residuals. */
  rss: number;
};

/** A linear model of scores over one incidence. It is built once and solved for as many sets of numbers as needed. */
export type ScoreModel = {
  method: "adjusted" | "mean";
  /** Cells minus parameters. */
  degreesOfFreedom: number;
  solve(values: readonly number[]): Fit;
  /** Covariance of theta for an error variance of 1, but for one number added to every entry. */
  covariance(): Matrix;
  /** Standard error of beta for this weighted sum of squared residuals; null without beta or a degree of freedom. */
  betaError(rss: number): number | null;
  /** The largest standard error of a severity for this sum; null without severities or a degree of freedom. */
  severityError(rss: number): number | null;
};

/** The model that ranks, the additive one where it can be fitted, and the reason where it cannot. */
export type ChosenModel = { ranking: ScoreModel; additive: ScoreModel | null; reason: ModelReason | null };

/** The additive model when it is asked for and can be fitted, else the plain mean. */
export function chooseModel(incidence: Incidence, values: readonly number[], method: "adjusted" | "mean"): ChosenModel {
  const fitted = fitAdditive(incidence, values);
  if ("reason" in fitted) return { ranking: meanModel(incidence), additive: null, reason: fitted.reason };
  return { ranking: method === "mean" ? meanModel(incidence) : fitted, additive: fitted, reason: null };
}

/**
 * The additive model; where cells are missing its severities are shrunk by λ = min(1, σ²/σ_r²), the variance of errors
 * over that of severities as plain least squares finds them: a reviewer's severity is known from few designs, and
 * taking all of it out would add its error to theirs. Scores without noise are not shrunk. A complete panel needs
 * none: there severity cancels out of every difference.
 */
export function fitAdditive(incidence: Incidence, values: readonly number[]): ScoreModel | { reason: ModelReason } {
  const plain = additiveModel(incidence);
  if ("reason" in plain || incidence.observations.length === incidence.designs * incidence.reviewers) return plain;
  return additiveModel(incidence, { shrinkage: shrinkageOf(incidence, plain, values) });
}

/** λ of a plain fit: at most 1, and 1 where no degree of freedom is left to tell. */
function shrinkageOf(incidence: Incidence, plain: ScoreModel, values: readonly number[]): number {
  const { rss, severity } = plain.solve(values);
  const known = scorersOf(incidence).map((at) => severity[at] ?? 0);
  if (plain.degreesOfFreedom < 1 || known.length < 2) return 1;
  const errors = rss / plain.degreesOfFreedom;
  const severities = sampleVariance(known);
  return errors >= severities ? 1 : errors / severities;
}

/**
 * y_ij = θ_i: a design's plain mean over whoever judged it, in which a person counts by its weight. The severity reported beside it is each reviewer's mean
 * distance from the designs' means, centred; it is not used for the means.
 */
export function meanModel(incidence: Incidence): ScoreModel {
  const { designs, observations } = incidence;
  const weights = observations.map(({ person = 1 }) => person);
  const whole = groupsOf(incidence, weights, "design").map((group) => sum(group));
  const meansOf = (values: readonly number[]) =>
    groupsOf(
      incidence,
      weights.map((weight, at) => weight * (values[at] ?? 0)),
      "design",
    ).map((group, design) => sum(group) / (whole[design] ?? 1));
  return {
    method: "mean",
    degreesOfFreedom: observations.length - designs,
    betaError: () => null,
    severityError: () => null,
    covariance: () => Matrix.diag(whole.map((weight) => 1 / weight)),
    solve(values) {
      const theta = meansOf(values);
      const residuals = observations.map(({ design }, at) => (values[at] ?? 0) - (theta[design] ?? 0));
      const raw = groupsOf(incidence, residuals, "reviewer").map((group) => mean(group));
      const centre = mean(raw);
      const severity = raw.map((value) => value - centre);
      const rss = sum(residuals.map((value, at) => (weights[at] ?? 1) * value * value));
      return { theta, severity, beta: null, residuals, rss };
    },
  };
}

/** Observations of no self-preference that β is held back by, for one of no severity. */
const PSEUDO_OBSERVATIONS = 2;
/** Below this share of its own size, what is left of the self column after designs and reviewers is rounding. */
const IDENTIFIABLE = 1e-9;

/**
 * y_ij = θ_i + r_j + β·self_ij with Σ r_j = 0, by weighted least squares: the two-way additive model of missing-cell
 * analysis of variance (Yates 1934, "The analysis of multiple classifications with unequal numbers") with one pooled
 * covariate. β is separated by partial regression (Frisch and Waugh 1933), so one Cholesky factor serves all.
 *
 * Returns the reason instead when the model cannot be fitted: the cells fall apart into unconnected groups, or the
 * self-reviews cannot be told from the designs and reviewers.
 *
 * @param options.shrinkage The ridge λ on severities, and twice that on β: the variance of errors over that of
 *   severities. 0 is plain least squares.
 * @param options.selfWeight What a self-review weighs beside another cell; another value than the default only to
 *   compare with.
 */
export function additiveModel(
  incidence: Incidence,
  { shrinkage = 0, selfWeight = SELF_WEIGHT }: { shrinkage?: number; selfWeight?: number } = {},
): ScoreModel | { reason: ModelReason } {
  if (!isConnected(incidence)) {
    return { reason: "unconnected" };
  }
  const { designs, reviewers, observations } = incidence;
  const weights = observations.map((place) => weightOf(place, selfWeight));
  const factor = new CholeskyDecomposition(normalMatrix(incidence, weights, shrinkage));
  const self = selfPart(incidence, weights, factor, PSEUDO_OBSERVATIONS * shrinkage);
  if (self === "confounded") {
    return { reason: "confounded" };
  }

  const solve = (values: readonly number[]): Fit => {
    const right = weightedSums(values, incidence, weights);
    const own = observations.reduce(
      (sum, { self }, at) => sum + (self ? (weights[at] ?? 1) * (values[at] ?? 0) : 0),
      0,
    );
    const beta = self && (own - dot(self.projection, right)) / self.left;
    const params = factor.solve(Matrix.columnVector(right)).to1DArray();
    const rest = self ? params.map((value, at) => value - (beta ?? 0) * (self.projection[at] ?? 0)) : params;
    const theta = rest.slice(0, designs);
    const severity = rest.slice(designs);
    return { theta, severity, beta, ...residualsOf(values, incidence, weights, { theta, severity, beta }) };
  };

  const covariance = () => {
    const unit = Matrix.zeros(designs + reviewers, designs);
    for (let i = 0; i < designs; i++) unit.set(i, i, 1);
    const block = factor.solve(unit).subMatrix(0, designs - 1, 0, designs - 1);
    if (self) {
      const own = Matrix.columnVector(self.projection.slice(0, designs));
      block.add(own.mmul(own.transpose()).div(self.left));
    }
    // The solver leaves the two halves apart by rounding, and a Cholesky factor needs them equal.
    return Matrix.add(block, block.transpose()).div(2);
  };

  const degreesOfFreedom = observations.length - (designs + reviewers - 1) - (self ? 1 : 0);
  return {
    method: "adjusted",
    degreesOfFreedom,
    solve,
    covariance,
    betaError: (rss) => (self ? betaError(incidence, weights, factor, self, rss) : null),
    severityError: (rss) =>
      degreesOfFreedom < 1 ? null : Math.sqrt((rss / degreesOfFreedom) * severityVariance(incidence, factor, self)),
  };
}

/**
 * X'WX + vv' over the designs, then the reviewers, with v = 1 on every reviewer. Alone X'WX is singular: a constant can
 * move from the designs to the reviewers. The added (Σ r_j)² is zero in the solution it picks, the one with Σ r_j = 0,
 * and adds one number to every entry of the inverse between designs, which no difference of designs sees. The level of
 * an order is no severity: it is in no sum and never shrunk, where anybody gave scores.
 */
function normalMatrix(incidence: Incidence, weights: readonly number[], shrinkage: number): Matrix {
  const { designs, reviewers, observations } = incidence;
  const size = designs + reviewers;
  const sums = new Float64Array(size * size);
  const add = (row: number, column: number, value: number) => {
    sums[row * size + column] = (sums[row * size + column] ?? 0) + value;
  };
  for (const [at, place] of observations.entries()) {
    const weight = weights[at] ?? 1;
    const reviewer = designs + place.reviewer;
    add(place.design, place.design, weight);
    add(reviewer, reviewer, weight);
    add(place.design, reviewer, weight);
    add(reviewer, place.design, weight);
  }
  const known = leveled(incidence);
  for (const a of known) {
    add(designs + a, designs + a, shrinkage);
    for (const b of known) add(designs + a, designs + b, 1);
  }
  return Matrix.from1DArray(size, size, sums);
}

/** The reviewers whose severities sum to 0: those that gave scores, or all where nobody did. */
function leveled(incidence: Incidence): number[] {
  const scorers = scorersOf(incidence);
  return scorers.length > 0 ? scorers : Array.from({ length: incidence.reviewers }, (_, at) => at);
}

/** X'W·values */
function weightedSums(
  values: readonly number[],
  { designs, reviewers, observations }: Incidence,
  weights: readonly number[],
): number[] {
  const sums = new Array<number>(designs + reviewers).fill(0);
  for (const [at, place] of observations.entries()) {
    const value = (weights[at] ?? 1) * (values[at] ?? 0);
    const reviewer = designs + place.reviewer;
    sums[place.design] = (sums[place.design] ?? 0) + value;
    sums[reviewer] = (sums[reviewer] ?? 0) + value;
  }
  return sums;
}

/** How the self column depends on the others, and how much of it is left; null where nobody scored its own. */
function selfPart(incidence: Incidence, weights: readonly number[], factor: CholeskyDecomposition, shrinkage: number) {
  const whole = incidence.observations.reduce((sum, { self }, at) => sum + (self ? (weights[at] ?? 1) : 0), 0);
  if (whole === 0) return null;
  const crossed = weightedSums(
    incidence.observations.map(({ self }) => (self ? 1 : 0)),
    incidence,
    weights,
  );
  const projection = factor.solve(Matrix.columnVector(crossed)).to1DArray();
  const left = whole - dot(projection, crossed);
  return left > IDENTIFIABLE * whole ? { projection, left: left + shrinkage } : ("confounded" as const);
}

/**
 * The standard error of β when all cells err alike and the weights are a choice: s²·(X'WX)⁻¹X'W²X(X'WX)⁻¹ at β, with
 * s² = RSS/tr(W(I − H)), H = X(X'WX)⁻¹X'W. Null where no degree of freedom is left.
 */
function betaError(
  { designs, reviewers, observations }: Incidence,
  weights: readonly number[],
  factor: CholeskyDecomposition,
  { projection, left }: { projection: readonly number[]; left: number },
  rss: number,
): number | null {
  const inverse = factor.solve(Matrix.eye(designs + reviewers));
  let freedom = 0;
  let squares = 0;
  for (const [at, { design, reviewer: column, self }] of observations.entries()) {
    const weight = weights[at] ?? 1;
    const reviewer = designs + column;
    // What of the cell's self column the designs and reviewers do not explain.
    const own = (self ? 1 : 0) - (projection[design] ?? 0) - (projection[reviewer] ?? 0);
    const hat =
      inverse.get(design, design) +
      2 * inverse.get(design, reviewer) +
      inverse.get(reviewer, reviewer) +
      (own * own) / left;
    freedom += weight * (1 - weight * hat);
    squares += ((weight * own) / left) ** 2;
  }
  return freedom > IDENTIFIABLE ? Math.sqrt((rss / freedom) * squares) : null;
}

/** The largest variance of a severity, as its distance from the mean severity, for an error variance of 1. */
function severityVariance(
  incidence: Incidence,
  factor: CholeskyDecomposition,
  self: { projection: readonly number[]; left: number } | null,
): number {
  const { designs, reviewers } = incidence;
  const known = leveled(incidence);
  const contrasts = Matrix.zeros(designs + reviewers, known.length);
  for (const [of, own] of known.entries()) {
    for (const j of known) contrasts.set(designs + j, of, (own === j ? 1 : 0) - 1 / known.length);
  }
  const solved = factor.solve(contrasts);
  const variances = known.map((_, of) => {
    const contrast = contrasts.getColumn(of);
    return dot(contrast, solved.getColumn(of)) + (self ? dot(contrast, self.projection) ** 2 / self.left : 0);
  });
  return Math.max(...variances);
}

function residualsOf(
  values: readonly number[],
  { observations }: Incidence,
  weights: readonly number[],
  { theta, severity, beta }: Pick<Fit, "theta" | "severity" | "beta">,
) {
  let rss = 0;
  const residuals = observations.map(({ design, reviewer, self }, at) => {
    const expected = (theta[design] ?? 0) + (severity[reviewer] ?? 0) + (self ? (beta ?? 0) : 0);
    const residual = (values[at] ?? 0) - expected;
    rss += (weights[at] ?? 1) * residual * residual;
    return residual;
  });
  return { residuals, rss };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
