import { chisquare, normal } from "jstat";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { type Belief, beats } from "./belief.ts";
import { normalCdf } from "./normal.ts";

/** Points of the outer rule. Doubling them moves a probability by less than 0.001. */
const POINTS = 512;
/** The inner rule reaches from so many deviations below the best design's centre to so many above, in such steps. */
const BELOW = 5.5;
const ABOVE = 6.5;
const STEP = 0.5;
/** A part of the spread below this share of the whole is rounding. */
const ROUNDING = 1e-9;

/**
 * P(best) of every design, without chance: no seed decides a verdict. Two designs have it in closed form. For more, the
 * spread is divided into what is each design's own, κ·I, and a rest that designs share (reviewers who missed cells or
 * scored their own work); given the shared rest and the t distribution's scale, the designs are independent, and
 *
 * P(i is best) = ∫ φ_i(x) · Π_{j ≠ i} Φ_j(x) dx
 *
 * by the trapezoidal rule. Over scale and rest it is averaged at fixed points (Richtmyer's sequence, with each point's
 * mirror image). A complete panel without self-reviews has no rest, and only the scale is averaged over.
 *
 * @param belief In canonical order. The probabilities sum to 1.
 */
export function bestProbabilities(belief: Belief): number[] {
  const { theta, spread, variance, freedom } = belief;
  const size = theta.length;
  if (size < 2) return theta.map(() => 1);
  if (size === 2) return [beats(belief, 0, 1), beats(belief, 1, 0)];
  const { own, shared } = divide(spread);
  // Multiples of the primes' square roots fill the unit cube evenly.
  const roots = primes(shared.length).map(Math.sqrt);
  const sums = new Float64Array(size);
  const centres = new Float64Array(size);
  for (let point = 0; point < POINTS; point++) {
    const quantile = chisquare.inv((point + 0.5) / POINTS, freedom);
    const deviation = Math.sqrt((variance * freedom) / quantile);
    const normals = shared.map((_, at) => normal.inv(fraction((point + 1) * (roots[at] ?? 0)), 0, 1));
    for (const mirror of shared.length > 0 ? [1, -1] : [1]) {
      for (let i = 0; i < size; i++) {
        let centre = theta[i] ?? 0;
        for (const [at, loading] of shared.entries()) {
          centre += mirror * deviation * (normals[at] ?? 0) * (loading[i] ?? 0);
        }
        centres[i] = centre;
      }
      addIndependent(centres, deviation * Math.sqrt(own), sums);
    }
  }
  const total = sums.reduce((sum, value) => sum + value, 0);
  return Array.from(sums, (value) => value / total);
}

/** Adds to each sum the probability that its design is the best of independent ones with these centres. */
function addIndependent(centres: Float64Array, deviation: number, sums: Float64Array): void {
  const size = centres.length;
  const top = Math.max(...centres);
  const below = new Float64Array(size);
  for (let x = -BELOW; x <= ABOVE; x += STEP) {
    let all = 1;
    for (let i = 0; i < size; i++) {
      const z = x + (top - (centres[i] ?? 0)) / deviation;
      const share = normalCdf(z);
      below[i] = share;
      all *= share;
    }
    for (let i = 0; i < size; i++) {
      const z = x + (top - (centres[i] ?? 0)) / deviation;
      if (z < 9) sums[i] = (sums[i] ?? 0) + (Math.exp(-0.5 * z * z) * all) / (below[i] ?? 1);
    }
  }
}

/**
 * A spread as own·I plus the sum of loading·loading' over the shared loadings, but for a number added to every entry,
 * which no difference of designs sees: the smallest eigenvalue among contrasts, and what the others exceed it by.
 */
function divide(spread: Matrix): { own: number; shared: number[][] } {
  const size = spread.rows;
  const centring = Matrix.sub(Matrix.eye(size), Matrix.ones(size, size).div(size));
  const contrasts = centring.mmul(spread).mmul(centring);
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(contrasts, { assumeSymmetric: true });
  const parts = realEigenvalues.flatMap((value, at) => {
    const vector = eigenvectorMatrix.getColumn(at);
    const level = vector.reduce((sum, entry) => sum + entry, 0) ** 2 / size;
    return level > 0.5 ? [] : [{ value, vector }];
  });
  const own = Math.min(...parts.map(({ value }) => value));
  const whole = Math.max(...parts.map(({ value }) => value));
  const shared = parts
    .filter(({ value }) => value - own > ROUNDING * whole)
    .sort((a, b) => b.value - a.value)
    .map(({ value, vector }) => vector.map((entry) => entry * Math.sqrt(value - own)));
  return { own, shared };
}

function primes(wanted: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < wanted; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
