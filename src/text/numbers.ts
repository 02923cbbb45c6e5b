import prettyMilliseconds from "pretty-ms";
import type { Markdown } from "./markdown.ts";

/** From this probability on, a design is called better without "probably"; the assumptions are not surer than that. */
export const SURE = 0.95;

/** From this probability on, one of three designs or more is told apart from another, and the best of all is named. */
export const TOLD_APART = 0.8;
/** The same with two designs, of which a bound of q names one in 2·(1 − q) of the panels that see no difference. */
export const TOLD_APART_OF_TWO = 0.85;
/** From this probability on one of two or three revisions is called better than its original. */
export const TOLD_APART_OF_FEW = 0.9;
/** Every bound that any ranking uses. */
export const BOUNDS_OF_CERTAINTY = [TOLD_APART, TOLD_APART_OF_TWO, TOLD_APART_OF_FEW, SURE] as const;

/** From this P(best) on a design that the first reviewers have judged is judged by all. */
export const LIKELY = 0.1;

declare const brand: unique symbol;

/** A number in words: digits, letters and signs that mean nothing in Markdown, so that `md` takes it as it is. */
export type Figure = string & { readonly [brand]: "Figure" };

const DASH = "–" as Figure;

/** A score on 0–10 with two decimals; a dash for what is unknown. */
export function scoreText(value: number | null): Figure {
  return value === null ? DASH : (value.toFixed(2) as Figure);
}

const UNLIKELY = 0.05;

/**
 * A probability in whole percent, never beyond 95 %: what it assumes is not surer than that. Below 80, 85, 90 and 95 %
 * it is rounded down, so that the bound of a ranking never stands beside "cannot be told apart".
 */
export function probability(value: number | null): Figure {
  if (value === null) return DASH;
  if (value > SURE) return "over 95 %" as Figure;
  if (value < UNLIKELY) return "under 5 %" as Figure;
  const rounded = Math.round(100 * value);
  const reached = BOUNDS_OF_CERTAINTY.some((limit) => value < limit && rounded >= 100 * limit);
  return `${reached ? rounded - 1 : rounded} %` as Figure;
}

/** A probability of which no more is known than on which side of a bound it lies: "over 80 %", "under 20 %", "50 %". */
function atLeast(value: number, bound: number): Figure {
  const percent = Math.round(100 * bound);
  if (value > bound) return `over ${percent} %` as Figure;
  return value < 1 - bound ? (`under ${100 - percent} %` as Figure) : probability(value);
}

/**
 * P(best) as it may stand beside the confidence of its ranking: where confidence is lower than the number would make it,
 * for too little is known, the number says no more than the word.
 */
export function chance(value: number | null, ranking: Sureness): Figure {
  return isBeyondConfidence(ranking) && value !== null ? atLeast(value, boundOf(ranking.summary)) : probability(value);
}

/** True where P(best) alone would make confidence high and too little is known for that. */
export function isBeyondConfidence({ designs, summary: { confidence } }: Sureness): boolean {
  return confidence !== "high" && designs.some(({ p_best }) => p_best !== null && p_best > SURE);
}

type Sureness = {
  designs: readonly { p_best: number | null }[];
  summary: { confidence: string; told_apart: number };
};

/** The bound from which a ranking tells designs apart. */
export function boundOf({ told_apart }: { told_apart: number }): number {
  return told_apart;
}

/** "P = 87 %", "P over 95 %"; beside a `limit`, too little is known to say more than on which side of it P lies. */
export function probabilityClause(value: number | null, limit: number | null): Figure {
  const said = limit !== null && value !== null ? atLeast(value, limit) : probability(value);
  return (/^(?:over|under)/u.test(said) ? `P ${said}` : `P = ${said}`) as Figure;
}

/** A number with one decimal at most. */
export function oneDecimal(value: number): Figure {
  return String(Number(value.toFixed(1))) as Figure;
}

/** As `oneDecimal`, but "under 0.1" for what would be 0: a number that is said is one that can be seen. At least 0. */
export function tenths(value: number): Figure {
  return value < 0.05 ? ("under 0.1" as Figure) : oneDecimal(value);
}

/** "1 point", "0.4 points", "under 0.1 points". */
export function points(value: number): Figure {
  const text = tenths(value);
  return `${text} ${text === "1" ? "point" : "points"}` as Figure;
}

/** A number behind its article: "a 7.5", "an 8.3", "an 11", "a 110". */
export function withArticle(number: Figure): Figure {
  return `${/^(?:8|1[18](?!\d))/u.test(number) ? "an" : "a"} ${number}` as Figure;
}

/** US dollars with two decimals, "under $0.01" for what has none; "unknown" for a price that nobody knows. */
export function dollars(value: number | null): Figure {
  if (value === null) return "unknown" as Figure;
  return (value > 0 && value < 0.01 ? "under $0.01" : `$${value.toFixed(2)}`) as Figure;
}

/** "$1,204": US dollars of a sum of which cents say nothing. */
export const wholeDollars = (value: number): Figure => `$${amount(Math.round(value))}` as Figure;

/** "340 kB", "1.2 MB": bytes in decimal units. */
export function bytesText(bytes: number): Figure {
  if (bytes < 1_000) return `${bytes} B` as Figure;
  const [many, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${many < 10 ? many.toFixed(1) : amount(Math.round(many))} ${unit}` as Figure;
}

/** What sessions cost in a word or two: "$0.31", "at least $0.31" where the price of some is unknown, "cost unknown". */
export function costText({ sessions, cost, unpriced, uncounted }: Costs): Figure {
  if (sessions === 0) return "nothing asked" as Figure;
  if (unpriced.length + uncounted === 0) return dollars(cost);
  return (cost > 0 ? `at least ${dollars(cost)}` : "cost unknown") as Figure;
}

type Costs = { sessions: number; cost: number; unpriced: readonly string[]; uncounted: number };

/** "2026-11-22 14:05", by the person's own clock; "no date" for what is none. */
export function moment(at: number): Figure {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "no date" as Figure;
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}` as Figure;
}

/** A duration in its two largest units: "9.5s", "2m", "1h 31m". Seconds. */
export function duration(seconds: number): Figure {
  if (seconds === 0) return "0s" as Figure;
  const rounded = seconds < 10 ? seconds : Math.round(seconds);
  return prettyMilliseconds(rounded * 1000, { unitCount: 2, secondsDecimalDigits: 1 }) as Figure;
}

/** "1 design", "3 designs". The noun is a word of our own: a plain string does not compile. */
export function count<N extends string>(number: number, noun: string extends N ? never : N): Figure {
  return `${amount(number)} ${noun}${number === 1 ? "" : "s"}` as Figure;
}

/** A design's place: "3", "3 (after 3 reviewers)" where it was judged no further, or a dash. */
export function placeText(rank: number | null, after: number | undefined): string {
  if (rank === null) return "–";
  return after === undefined ? String(rank) : `${rank} (after ${count(after, "reviewer")})`;
}

/** "2–4", "3": from the lowest to the highest. */
export function range([low, high]: readonly [number, number]): string {
  return low === high ? String(low) : `${low}–${high}`;
}

/** "41,200 tokens"; "at least 41,200 tokens" and "tokens unknown" where nobody counted those of some, or of all. */
export function tokensText({ tokens, uncounted }: { tokens: number; uncounted: number }): Figure {
  if (uncounted > 0 && tokens === 0) return "tokens unknown" as Figure;
  return `${uncounted > 0 ? "at least " : ""}${count(tokens, "token")}` as Figure;
}

/** "Before it 1 session brought no design and took 4,100 tokens, $0.05."; empty where none did. */
export function lostText(lost: {
  sessions: number;
  tokens: number;
  uncounted: number;
  cost: number;
  unpriced: readonly string[];
}): Figure {
  if (lost.sessions === 0) return "" as Figure;
  const price = lost.unpriced.length + lost.uncounted > 0 ? "cost unknown" : dollars(lost.cost);
  return `Before it ${count(lost.sessions, "session")} brought no design and took ${tokensText(lost)}, ${price}.` as Figure;
}

/** "41,200". */
export function amount(number: number): Figure {
  return AMOUNT.format(number) as Figure;
}

/** Made once: to make one takes longer than a hundred uses. */
const AMOUNT = new Intl.NumberFormat("en");

/** "a", "a and b", "a, b and c"; beyond `most` items "a, b and 7 more". */
export function listText(items: readonly Markdown[], most?: number): Markdown;
export function listText(items: readonly string[], most?: number): string;
export function listText(items: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const named = items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : items;
  return named.length < 2 ? (named[0] ?? "") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}
