import prettyMilliseconds from "pretty-ms";

const DASH = "–";

/** A score on 0–10 with two decimals; a dash for what is unknown. */
export function score(value: number | null): string {
  return value === null ? DASH : value.toFixed(2);
}

/** From this probability on, two designs can be told apart. */
export const TOLD_APART = 0.8;

/**
 * A probability with two decimals, never printed as certainty: it comes from a finite number of draws. Just below the
 * point where two designs can be told apart it has three, so that 0.80 never stands beside "cannot be told apart".
 */
export function probability(value: number | null): string {
  if (value === null) return DASH;
  if (value > 0.99) return "0.99+";
  if (value < 0.01) return "<0.01";
  const short = value.toFixed(2);
  return value < TOLD_APART && Number(short) >= TOLD_APART ? (Math.floor(value * 1000) / 1000).toFixed(3) : short;
}

/** US dollars; "unknown" for a price that nobody knows. */
export function dollars(value: number | null): string {
  if (value === null) return "unknown";
  return value > 0 && value < 0.01 ? `$${value.toPrecision(2)}` : `$${value.toFixed(2)}`;
}

/** A duration in its two largest units: "9.5s", "2m", "1h 31m". Seconds. */
export function duration(seconds: number): string {
  const rounded = seconds < 10 ? seconds : Math.round(seconds);
  return prettyMilliseconds(rounded * 1000, { unitCount: 2, secondsDecimalDigits: 1 });
}

/** "1 design", "3 designs". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** "a", "a and b", "a, b and c"; beyond `most` items "a, b and 7 more". */
export function list(items: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const named = items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : items;
  return named.length < 2 ? (named[0] ?? "") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}
