/** True when a sum of squares is no more than what rounding leaves of numbers that are equal. */
export function isRounding(sumOfSquares: number, values: readonly number[]): boolean {
  const size = values.reduce((sum, value) => sum + value * value, 0);
  return !(sumOfSquares > 1e-24 * size);
}

/**
 * The same plain data with every number rounded to ten decimals and without a negative zero, so that a file shows 6.8
 * where arithmetic left 6.799999999999999.
 */
export function tidy<T>(value: T): T {
  if (typeof value === "number") return roundTen(value) as T;
  if (Array.isArray(value)) return value.map((item) => tidy(item)) as T;
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidy(item)])) as T;
  }
  return value;
}

function roundTen(value: number): number {
  return (Number.isInteger(value) ? value : Math.round(value * 1e10) / 1e10) + 0;
}
