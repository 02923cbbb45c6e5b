import { randomGamma, randomNormal } from "d3-random";
import { CholeskyDecomposition } from "ml-matrix";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Belief } from "./belief.ts";

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
