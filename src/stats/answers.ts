import { normal } from "jstat";
import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { sum } from "simple-statistics";
import { type Belief, CONSTANTS, type Constants, oddsOf, type ScoresFit } from "./belief.ts";

/** A person's answer to a pair, by positions in the belief; `weights` are what a score of each would weigh. */
export type PairAnswer = {
  /** The person's position in the panel. */
  reviewer: number;
  designs: readonly [number, number];
  /** Null where neither is better. */
  better: number | null;
  weights: readonly [number, number];
};

/** A fit that has heard answers to pairs: they move theta and its spread, and no residual. */
export function hearing(fitted: ScoresFit, answers: readonly PairAnswer[], constants = CONSTANTS): ScoresFit {
  if (answers.length === 0) return fitted;
  const belief = afterAnswers(fitted.belief, answers, constants);
  const fit = { ...fitted.fit, theta: [...belief.theta] };
  return { ...fitted, fit, adjusted: fitted.adjusted && fit, belief };
}

const STEPS = 100;
/** In points of 0–10: a step of less ends the search for the mode. */
const CLOSE = 1e-10;

/**
 * What is believed once people have said which of two designs is better: the panel's estimate is the prior, an answer
 * has the probability Φ((θ_i − θ_j)/τ) (Thurstone 1927, Case V), and the posterior is taken as normal around its mode
 * (Laplace), which Newton's method finds for this concave likelihood (Rasmussen and Williams 2006, algorithm 3.1; Chu and
 * Ghahramani 2005 on pairs). "Neither" is half an answer each way.
 *
 * τ² = s²·Σ_i (k_i + 1)/2·(1/(w_i/4) + ρ/(1 − ρ)) over the two, ρ of people: each design is seen with the error that the
 * additive model gives to a person's score, at a quarter of the row's weight, for an answer leaves no residual that would
 * show how much a person errs (`npm run bench -- constants` has what other shares of it do). A person sees a design with the
 * same error in each of the k_i pairs that it comes up in: all pairs among m designs know no more than a row of them.
 *
 * All is solved among designs, whatever the number of answers: with the prior's covariance L·L', H what answers bend down
 * by and R = I + L'·H·L, the posterior's covariance is L·R⁻¹·L'.
 */
export function afterAnswers(belief: Belief, answers: readonly PairAnswer[], constants = CONSTANTS): Belief {
  const { theta, spread, variance } = belief;
  const contrasts = contrastsOf(answers, variance, constants);
  const root = new CholeskyDecomposition(Matrix.mul(spread, variance)).lowerTriangularMatrix;
  const apart = (of: readonly number[]) =>
    contrasts.map(({ up, down, noise }) => ((of[up] ?? 0) - (of[down] ?? 0)) / noise);
  const start = apart(theta);
  let shift = theta.map(() => 0);
  let at = start;
  for (let step = 0; step < STEPS; step++) {
    const { slopes, bends } = likelihood(at, answers);
    const pull = theta.map(() => 0);
    for (const [k, { up, down, noise }] of contrasts.entries()) {
      const wanted = ((bends[k] ?? 0) * ((at[k] ?? 0) - (start[k] ?? 0)) + (slopes[k] ?? 0)) / noise;
      pull[up] = (pull[up] ?? 0) + wanted;
      pull[down] = (pull[down] ?? 0) - wanted;
    }
    const reach = root.transpose().mmul(Matrix.columnVector(pull));
    shift = root.mmul(bent(root, contrasts, bends).solve(reach)).to1DArray();
    const moved = apart(shift);
    const next = start.map((value, k) => value + (moved[k] ?? 0));
    const far = next.reduce((most, value, k) => Math.max(most, Math.abs(value - (at[k] ?? 0))), 0);
    at = next;
    if (far < CLOSE) break;
  }
  const { bends } = likelihood(at, answers);
  const left = root.mmul(bent(root, contrasts, bends).solve(root.transpose())).div(variance);
  return {
    ...belief,
    theta: theta.map((value, design) => value + (shift[design] ?? 0)),
    spread: Matrix.add(left, left.transpose()).div(2),
  };
}

/** An answer as a difference of two designs in its own noise, the better one first. */
type Contrast = { up: number; down: number; noise: number };

function contrastsOf(
  answers: readonly PairAnswer[],
  variance: number,
  { people, answerWeight }: Constants,
): Contrast[] {
  const keyOf = (reviewer: number, design: number) => `${reviewer} ${design}`;
  const times = new Map<string, number>();
  for (const { reviewer, designs } of answers) {
    for (const design of designs) times.set(keyOf(reviewer, design), (times.get(keyOf(reviewer, design)) ?? 0) + 1);
  }
  return answers.map(({ reviewer, designs, better, weights }) => {
    const [up, down] = better === designs[1] ? [designs[1], designs[0]] : designs;
    const errors = designs.map((design, nth) => {
      const same = times.get(keyOf(reviewer, design)) ?? 1;
      return ((same + 1) / 2) * (1 / (answerWeight * (weights[nth] ?? 1)) + oddsOf(people));
    });
    return { up, down, noise: Math.sqrt(variance * sum(errors)) };
  });
}

/** R = I + L'·H·L, factored. */
function bent(root: Matrix, contrasts: readonly Contrast[], bends: readonly number[]): CholeskyDecomposition {
  const down = Matrix.zeros(root.rows, root.rows);
  for (const [k, { up: i, down: j, noise }] of contrasts.entries()) {
    const bend = (bends[k] ?? 0) / noise ** 2;
    down.set(i, i, down.get(i, i) + bend);
    down.set(j, j, down.get(j, j) + bend);
    down.set(i, j, down.get(i, j) - bend);
    down.set(j, i, down.get(j, i) - bend);
  }
  const inner = Matrix.add(Matrix.eye(root.rows), root.transpose().mmul(down).mmul(root));
  // Rounding leaves the halves apart, and a Cholesky factor needs them equal.
  return new CholeskyDecomposition(Matrix.add(inner, inner.transpose()).div(2));
}

/** Of the logarithm of each answer's probability, the slope and how much it bends down. */
function likelihood(at: readonly number[], answers: readonly PairAnswer[]) {
  const both = at.map((value, k) => {
    const won = answers[k]?.better === null ? 0.5 : 1;
    const [forth, back] = [millsOf(value), millsOf(-value)];
    return {
      slope: won * forth - (1 - won) * back,
      bend: won * forth * (forth + value) + (1 - won) * back * (back - value),
    };
  });
  return { slopes: both.map(({ slope }) => slope), bends: both.map(({ bend }) => Math.max(0, bend)) };
}

/** Below this, φ/Φ is taken from its continued fraction: of 1 + erf rounding leaves too little there to end a search. */
const FAR = -2;
const TERMS = 60;

/** φ(z)/Φ(z); far below 0 x + 1/(x + 2/(x + 3/(x + …))), x = −z (Laplace). */
function millsOf(z: number): number {
  if (z >= FAR) return normal.pdf(z, 0, 1) / normal.cdf(z, 0, 1);
  let value = -z;
  for (let term = TERMS; term > 0; term--) value = term / value - z;
  return value;
}
