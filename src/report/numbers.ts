const DASH = "–";

/** A score on 0–10 with two decimals; a dash for what is unknown. */
export function score(value: number | null): string {
  return value === null ? DASH : value.toFixed(2);
}

/** A probability with two decimals, never printed as certainty: it comes from a finite number of draws. */
export function probability(value: number | null): string {
  if (value === null) return DASH;
  if (value > 0.99) return "0.99+";
  if (value < 0.01) return "<0.01";
  return value.toFixed(2);
}

/** US dollars; "unknown" for a price that nobody knows. */
export function dollars(value: number | null): string {
  if (value === null) return "unknown";
  return value > 0 && value < 0.01 ? `$${value.toPrecision(2)}` : `$${value.toFixed(2)}`;
}

/** A duration in the largest units that matter. Seconds. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 90
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "1 design", "3 designs". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** "a", "a and b", "a, b and c". */
export function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
