/** The part of a value that has the keys of `shape`, in the shape's order. */
export function pick<T extends object, K extends string>(
  value: T,
  shape: Readonly<Record<K, unknown>>,
): Pick<T, K & keyof T> {
  const keys = Object.keys(shape).filter((key) => key in value);
  return Object.fromEntries(keys.map((key) => [key, value[key as keyof T]])) as Pick<T, K & keyof T>;
}
