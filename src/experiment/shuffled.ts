import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/**
 * The items in an order drawn from a seed: the same seed and salt give the same order. `salt` keeps two orders of one
 * experiment apart. Fisher and Yates (1938), from the end.
 */
export function shuffled<T>(items: readonly T[], seed: number, salt: string): T[] {
  const random = xoroshiro128plus(seed ^ createHash("sha256").update(salt).digest().readInt32LE());
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
