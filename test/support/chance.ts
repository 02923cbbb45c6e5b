import { randomOf } from "../../src/stats/random.ts";

/** Random numbers that are the same for a seed, and what of a range or a list they choose. */
export function chanceOf(seed: number) {
  const random = randomOf(seed);
  /** A whole number, both ends included. */
  const between = (least: number, most: number): number => least + Math.floor(random.uniform() * (most - least + 1));
  const pick = <T>(all: readonly T[]): T => all[between(0, all.length - 1)] as T;
  return { ...random, between, pick };
}
