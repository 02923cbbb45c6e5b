import type { Belief } from "./belief.ts";

/** Digits to which two numbers are compared: what rounding leaves apart counts as equal. */
const DIGITS = 9;

/**
 * The positions of a belief in an order that hangs on its numbers alone: the best first, of equals the one that is
 * better known. Whatever is computed in this order is the same for every name of a design and every order of files.
 */
export function canonicalOrder({ theta, spread }: Belief): number[] {
  const keys = theta.map((value, at) => {
    const row = spread.getRow(at).toSorted((a, b) => b - a);
    return [-value, spread.get(at, at), ...row].map((number) => Number(number.toFixed(DIGITS)));
  });
  return [...theta.keys()].sort((a, b) => compare(keys[a] ?? [], keys[b] ?? []) || a - b);
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
