import { randomGamma, randomNormal } from "d3-random";
import { chisquare, normal } from "jstat";
import { CholeskyDecomposition, EigenvalueDecomposition, Matrix } from "ml-matrix";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { type Belief, beats, beatsAnyway } from "./belief.ts";

/** How sure the order of the designs is; positions are those of the belief's theta. */
export type Uncertainty = {
  /** Draws behind the rank intervals. */
  draws: number;
  /** The probability that a design is the best; sums to 1. */
  best: number[];
  /** The 5 % and 95 % points of a design's rank over the draws, 1 the best. Drawn when first asked for. */
  readonly interval: [low: number, high: number][];
  /** P(design i is better than design j), 0 to 1. */
  beats: (i: number, j: number) => number;
  /** The same where nothing is taken for granted of how far designs lie apart. */
  beatsAnyway: (i: number, j: number) => number;
};

/** What a belief says of the order. It hangs on the numbers alone: no seed and no name changes it. */
export function uncertaintyOf(belief: Belief, wanted: number): Uncertainty {
  const order = canonicalOrder(belief);
  const ordered = reorder(belief, order);
  const draws = Math.max(MIN_DRAWS, Math.floor(wanted));
  let drawn: Uncertainty["interval"] | undefined;
  return {
    draws,
    best: restore(evened(bestProbabilities(ordered), ordered), order),
    get interval() {
      drawn ??= restore(rankIntervals(ordered, draws), order);
      return drawn;
    },
    beats: (i, j) => beats(belief, i, j),
    beatsAnyway: (i, j) => beatsAnyway(belief, i, j),
  };
}

/** Digits to which two numbers are compared: what rounding leaves apart counts as equal. */
const DIGITS = 9;

/**
 * The positions of a belief in an order that hangs on its numbers alone: the best first, of equals the one that is
 * better known. Whatever is computed in this order is the same for every name of a design and every order of files.
 */
export function canonicalOrder(belief: Belief): number[] {
  const keys = keysOf(belief);
  return [...belief.theta.keys()].sort((a, b) => compare(keys[a] ?? [], keys[b] ?? []) || a - b);
}

/** All that a belief says of each position, whatever it is called. */
function keysOf({ theta, spread }: Belief): number[][] {
  return theta.map((value, at) => {
    const row = spread.getRow(at).toSorted((a, b) => b - a);
    return [-value, spread.get(at, at), ...row].map((number) => Number(number.toFixed(DIGITS)));
  });
}

/** Two probabilities by the rule of `bestProbabilities` may be so far apart and stand for one. */
const RULE = 0.01;

/** Designs of which the belief says the same get the same probability: what is left apart is the rule's, not theirs. */
function evened(best: readonly number[], belief: Belief): number[] {
  const keys = keysOf(belief).map((key) => key.join());
  return best.map((own, at) => {
    const same = best.filter((_, place) => keys[place] === keys[at]);
    const apart = Math.max(...same) - Math.min(...same);
    return apart > RULE ? own : same.reduce((sum, each) => sum + each, 0) / same.length;
  });
}

/** The same belief with its positions in another order. */
export function reorder(belief: Belief, order: readonly number[]): Belief {
  return {
    ...belief,
    theta: order.map((at) => belief.theta[at] ?? 0),
    spread: belief.spread.selection([...order], [...order]),
  };
}

/** Values by position in an order, by the positions that the order was made of. */
export function restore<T>(values: readonly T[], order: readonly number[]): T[] {
  const restored = new Array<T>(values.length);
  for (const [at, position] of order.entries()) restored[position] = values[at] as T;
  return restored;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Points of the outer rule. Doubling them moves a probability by less than 0.001. */
const POINTS = 512;
/** The inner rule reaches from so many deviations below the best design's centre to so many above, in such steps. */
const BELOW = 5.5;
const ABOVE = 6.5;
const STEP = 0.5;
/** What the ratio of two neighbouring densities falls by at each step. */
const FALL = Math.exp(-STEP * STEP);
/** A part of the spread below this share of the whole is rounding. */
const ROUNDING = 1e-9;
/** Digits of a spread that is divided: what differs behind them is rounding. */
const TURNING = 12;

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
  if (size === 2) {
    const first = beats(belief, 0, 1);
    return [first, 1 - first];
  }
  const { own, shared } = divide(spread);
  const scales = quantilesOf(freedom);
  const shifts = shared.map((_, at) => normalsOf(at));
  const sums = new Float64Array(size);
  const centres = new Float64Array(size);
  for (let point = 0; point < POINTS; point++) {
    const deviation = Math.sqrt((variance * freedom) / (scales[point] ?? 1));
    for (const mirror of shared.length > 0 ? [1, -1] : [1]) {
      for (let i = 0; i < size; i++) {
        let centre = theta[i] ?? 0;
        for (let at = 0; at < shared.length; at++) {
          centre += mirror * deviation * (shifts[at]?.[point] ?? 0) * (shared[at]?.[i] ?? 0);
        }
        centres[i] = centre;
      }
      addIndependent(centres, deviation * Math.sqrt(own), sums);
    }
  }
  const total = sums.reduce((sum, value) => sum + value, 0);
  return Array.from(sums, (value) => value / total);
}

/** The points that every belief is averaged at, by degrees of freedom and by the place of a shared loading. */
const quantiles = new Map<number, Float64Array>();
const normals = new Map<number, Float64Array>();

function quantilesOf(freedom: number): Float64Array {
  const made = quantiles.get(freedom) ?? points((point) => chisquare.inv((point + 0.5) / POINTS, freedom));
  quantiles.set(freedom, made);
  return made;
}

/** Multiples of the primes' square roots fill the unit cube evenly. */
function normalsOf(at: number): Float64Array {
  const root = Math.sqrt(primes(at + 1)[at] ?? 2);
  const made = normals.get(at) ?? points((point) => normal.inv(fraction((point + 1) * root), 0, 1));
  normals.set(at, made);
  return made;
}

function points(at: (point: number) => number): Float64Array {
  return Float64Array.from({ length: POINTS }, (_, point) => at(point));
}

/**
 * Adds to each sum the probability that its design is the best of independent ones with these centres. A density is
 * carried from step to step, for an exponential costs more than all else: φ(z + h) = φ(z)·e^(−h·z − h²/2).
 */
function addIndependent(centres: Float64Array, deviation: number, sums: Float64Array): void {
  const size = centres.length;
  const behind = new Float64Array(size);
  const below = new Float64Array(size);
  const density = new Float64Array(size);
  const factor = new Float64Array(size);
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < size; i++) top = Math.max(top, centres[i] ?? 0);
  for (let i = 0; i < size; i++) {
    const away = (top - (centres[i] ?? 0)) / deviation;
    const z = away - BELOW;
    behind[i] = away;
    density[i] = Math.exp(-0.5 * z * z);
    factor[i] = Math.exp(-STEP * (z + 0.5 * STEP));
  }
  const values = tableOf();
  for (let x = -BELOW; x <= ABOVE; x += STEP) {
    let all = 1;
    for (let i = 0; i < size; i++) {
      const share = shareBelow(x + (behind[i] ?? 0), values);
      below[i] = share;
      all *= share;
    }
    for (let i = 0; i < size; i++) {
      const now = density[i] ?? 0;
      const next = factor[i] ?? 0;
      sums[i] = (sums[i] ?? 0) + (now * all) / (below[i] ?? 1);
      density[i] = now * next;
      factor[i] = next * FALL;
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
  // Vectors may turn by what rounding leaves, and the rule at its fixed points with them.
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) contrasts.set(i, j, Number(contrasts.get(i, j).toFixed(TURNING)));
  }
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

const LEAST = -7;
const GREATEST = 7;
const PER_UNIT = 256;
let table: Float64Array | undefined;

function tableOf(): Float64Array {
  table ??= Float64Array.from({ length: (GREATEST - LEAST) * PER_UNIT + 2 }, (_, at) =>
    normal.cdf(LEAST + at / PER_UNIT, 0, 1),
  );
  return table;
}

/**
 * Φ(z), the standard normal distribution function, from a table of jstat's values: off by less than 1e-6, for z above −7.
 */
export function shareBelow(z: number, values = tableOf()): number {
  if (z >= GREATEST) return 1;
  const place = (z - LEAST) * PER_UNIT;
  const at = Math.floor(place);
  const low = values[at] ?? 0;
  return low + (place - at) * ((values[at + 1] ?? 1) - low);
}

/**
 * The 5 % and 95 % points of each design's rank over draws of theta, 1 the best.
 *
 * @param belief In canonical order.
 */
export function rankIntervals(belief: Belief, draws: number): [low: number, high: number][] {
  const size = belief.theta.length;
  // How often a row's design had the rank of column + 1.
  const ranked = new Uint32Array(size * size);
  const rank = new Uint32Array(size);
  const next = thetaDraws(belief);
  for (let draw = 0; draw < draws; draw++) {
    const theta = next();
    rank.fill(0);
    for (let i = 0; i < size; i++) {
      const own = theta[i] ?? 0;
      for (let j = i + 1; j < size; j++) {
        const behind = own >= (theta[j] ?? 0) ? j : i;
        rank[behind] = (rank[behind] ?? 0) + 1;
      }
    }
    for (let i = 0; i < size; i++) {
      const at = i * size + (rank[i] ?? 0);
      ranked[at] = (ranked[at] ?? 0) + 1;
    }
  }
  return Array.from({ length: size }, (_, i) => {
    const counts = ranked.subarray(i * size, (i + 1) * size);
    return [rankAt(counts, 0.05 * draws), rankAt(counts, 0.95 * draws)];
  });
}

/** The first rank by which so many draws are counted. */
function rankAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  for (const [at, count] of counts.entries()) {
    seen += count;
    if (seen >= wanted) return at + 1;
  }
  return counts.length;
}

export const MIN_DRAWS = 2000;
/** Every ranking draws the same numbers: no experiment's seed shows in a result. */
export const DRAWS_SEED = 20_261;

/** A source of draws of theta. Every call overwrites and returns the same array. */
export function thetaDraws({ theta, spread, variance, freedom }: Belief): () => Float64Array {
  const size = theta.length;
  const lower = new CholeskyDecomposition(spread).lowerTriangularMatrix;
  const deviation = Math.sqrt(variance);
  const factor = Float64Array.from(lower.to1DArray(), (value) => value * deviation);
  const centre = Float64Array.from(theta);

  const generator = xoroshiro128plus(DRAWS_SEED);
  const source = () => uniformFloat64(generator);
  const normal = randomNormal.source(source)(0, 1);
  const chiSquared = randomGamma.source(source)(freedom / 2, 2);
  const standard = new Float64Array(size);
  const drawn = new Float64Array(size);
  return () => {
    for (let i = 0; i < size; i++) standard[i] = normal();
    const stretch = Math.sqrt(freedom / chiSquared());
    for (let i = 0; i < size; i++) {
      let shift = 0;
      for (let j = 0, at = i * size; j <= i; j++, at++) shift += (factor[at] ?? 0) * (standard[j] ?? 0);
      drawn[i] = (centre[i] ?? 0) + stretch * shift;
    }
    return drawn;
  };
}
