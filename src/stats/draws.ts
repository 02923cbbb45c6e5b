import { randomGamma, randomNormal } from "d3-random";
import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { SCALE } from "./composite.ts";

/**
 * The assumed correlation of the reviewers' errors. Nine language models that judge the same text carry about two
 * independent votes (arXiv 2605.29800). One experiment cannot estimate it: an error that all reviewers share looks like
 * quality.
 */
export const ERROR_CORRELATION = 0.35;
/** The standard deviation of one score expected before any is seen, 8 % of the scale, in points of 0–10. */
export const PRIOR_DEVIATION = 0.08 * SCALE;
/** How many degrees of freedom that expectation is worth. */
export const PRIOR_FREEDOM = 4;
export const FEWEST_DRAWS = 2000;

/** What the draws are made around. `variance` is s², `covariance` that of theta for an error variance of 1. */
export type Belief = { theta: readonly number[]; covariance: Matrix; variance: number; freedom: number };

/**
 * s² = (RSS + 4·s0²) / (df + 4): the residual variance, held up by a prior so that three scores that happen to agree do
 * not pass for certainty.
 */
export function pooledVariance(rss: number, degreesOfFreedom: number): { variance: number; freedom: number } {
  const freedom = degreesOfFreedom + PRIOR_FREEDOM;
  return { variance: (rss + PRIOR_FREEDOM * PRIOR_DEVIATION ** 2) / freedom, freedom };
}

/**
 * A source of draws of theta from a multivariate t with covariance s²·[V + I·ρ/(1 − ρ)], V the given covariance. The
 * second term is what no number of reviewers averages out when their errors correlate by ρ: each design's shared error.
 * Every call overwrites and returns the same array.
 */
export function thetaDraws(belief: Belief, seed: number): () => Float64Array {
  const size = belief.theta.length;
  const spread = Matrix.add(belief.covariance, Matrix.eye(size).mul(ERROR_CORRELATION / (1 - ERROR_CORRELATION)));
  const lower = new CholeskyDecomposition(spread).lowerTriangularMatrix;
  const deviation = Math.sqrt(belief.variance);
  const factor = Float64Array.from(lower.to1DArray(), (value) => value * deviation);
  const theta = Float64Array.from(belief.theta);

  const generator = xoroshiro128plus(seed);
  const source = () => uniformFloat64(generator);
  const normal = randomNormal.source(source)(0, 1);
  const chiSquared = randomGamma.source(source)(belief.freedom / 2, 2);
  const standard = new Float64Array(size);
  const drawn = new Float64Array(size);
  return () => {
    for (let i = 0; i < size; i++) standard[i] = normal();
    const stretch = Math.sqrt(belief.freedom / chiSquared());
    for (let i = 0; i < size; i++) {
      let shift = 0;
      for (let j = 0, at = i * size; j <= i; j++, at++) shift += (factor[at] ?? 0) * (standard[j] ?? 0);
      drawn[i] = (theta[i] ?? 0) + stretch * shift;
    }
    return drawn;
  };
}
