import { randomNormal } from "d3-random";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A seeded source of uniform and normal numbers. */
export function randomOf(seed: number) {
  const generator = xoroshiro128plus(seed);
  const uniform = () => uniformFloat64(generator);
  const standard = randomNormal.source(uniform)(0, 1);
  return { uniform, normal: (mean: number, deviation: number) => mean + deviation * standard() };
}
export type Random = ReturnType<typeof randomOf>;
