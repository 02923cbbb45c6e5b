/** A JSON value in which every string inside it, and with `keys` every key, is what `change` makes of it; the value itself stays. */
export function mapTexts<T>(value: T, change: (text: string) => string, { keys = false } = {}): T {
  const visit = (item: unknown): unknown => {
    if (typeof item === "string") return change(item);
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) => [keys ? change(key) : key, visit(inner)] as const),
    );
  };
  return visit(value) as T;
}
