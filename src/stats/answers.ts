import { normal } from "jstat";
import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { sum } from "simple-statistics";
import { type Belief, CONSTANTS, oddsOf, type ScoresFit } from "./belief.ts";

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
 * show how much a person errs (`npm run bench -- constants` has what other shares of it do). A person sees a design with the same
 * error in each of the k_i pairs that it comes up in: all pairs among m designs know no more than a row of them.
 */
export function afterAnswers(belief: Belief, answers: readonly PairAnswer[], constants = CONSTANTS): Belief {
  const { theta, spread, variance } = belief;
  const size = theta.length;
  // Each answer as a contrast of theta in its own noise, the better one first.
  const contrasts = Matrix.zeros(answers.length, size);
  for (const [at, { reviewer, designs, better, weights }] of answers.entries()) {
    const [first, second] = better === designs[1] ? [designs[1], designs[0]] : designs;
    const errors = designs.map((design, nth) => {
      const same = answers.filter((each) => each.reviewer === reviewer && each.designs.includes(design)).length;
      return ((same + 1) / 2) * (1 / (constants.answerWeight * (weights[nth] ?? 1)) + oddsOf(constants.people));
    });
    const noise = Math.sqrt(variance * sum(errors));
    contrasts.set(at, first, 1 / noise);
    contrasts.set(at, second, -1 / noise);
  }
  const prior = Matrix.mul(spread, variance);
  const reach = prior.mmul(contrasts.transpose());
  const among = contrasts.mmul(reach);
  const start = contrasts.mmul(Matrix.columnVector([...theta])).to1DArray();
  let at = start;
  let pull = start.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const { slopes, bends } = likelihood(at, answers);
    const wanted = at.map((value, k) => (bends[k] ?? 0) * (value - (start[k] ?? 0)) + (slopes[k] ?? 0));
    const damped = rest(among, bends).mmul(among).mmul(Matrix.columnVector(wanted)).to1DArray();
    pull = wanted.map((value, k) => value - (damped[k] ?? 0));
    const moved = among.mmul(Matrix.columnVector(pull)).to1DArray();
    const next = start.map((value, k) => value + (moved[k] ?? 0));
    const far = Math.max(...next.map((value, k) => Math.abs(value - (at[k] ?? 0))));
    at = next;
    if (far < CLOSE) break;
  }
  const shift = reach.mmul(Matrix.columnVector(pull)).to1DArray();
  const { bends } = likelihood(at, answers);
  const known = reach.mmul(rest(among, bends)).mmul(reach.transpose()).div(variance);
  const left = Matrix.sub(spread, known);
  return {
    ...belief,
    theta: theta.map((value, design) => value + (shift[design] ?? 0)),
    spread: Matrix.add(left, left.transpose()).div(2),
  };
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

/** Below this, φ/Φ is taken from its expansion: Φ is rounding there. */
const FAR = -8;

/** φ(z)/Φ(z) */
function millsOf(z: number): number {
  return z < FAR ? -z - 1 / z + 2 / z ** 3 : normal.pdf(z, 0, 1) / normal.cdf(z, 0, 1);
}

/** √H·(I + √H·G·√H)⁻¹·√H, for bends H and the answers' prior covariance G. */
function rest(among: Matrix, bends: readonly number[]): Matrix {
  const roots = Matrix.diag(bends.map((bend) => Math.sqrt(bend)));
  const inner = Matrix.add(Matrix.eye(bends.length), roots.mmul(among).mmul(roots));
  // Rounding leaves the halves apart, and a Cholesky factor needs them equal.
  const even = Matrix.add(inner, inner.transpose()).div(2);
  return roots.mmul(new CholeskyDecomposition(even).solve(roots));
}
