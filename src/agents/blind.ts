import { type Folded, fold } from "../text/fold.ts";
import { type Claim, claimPatterns } from "./blind-claims.ts";
import { FAMILIES, type Family, ORDINARY, PLAIN_WITH_NUMBER } from "./blind-names.ts";

/** Who may have written what a reviewer reads. Treat as frozen: what is compiled from it is remembered. */
export type Identities = {
  /** Configured ids, provider/model, of every designer and reviewer. */
  models: readonly string[];
  /** Display names of the same models and providers. */
  names?: readonly string[];
  /** The task, which all designers were given: a name that stands in it says nothing about who wrote a design. */
  exempt?: string;
};

/**
 * Replaces by "[author]" what would tell a reviewer who wrote a text: the configured ids, their distinctive parts and
 * the makers of those models wherever they stand, and every known name of a model or maker where it claims
 * authorship. Letters that look alike, separators and invisible characters make no difference. ADR 0004 draws the line.
 * `masked` holds each thing found once, as it was written.
 */
export function mask(text: string, identities: Identities): { text: string; masked: string[] } {
  const masked = new Set<string>();
  let current = text;
  // What is left of a name can form another with what stands around it, hence until nothing is found.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = find(current, identities);
    if (found.length === 0) break;
    let next = "";
    let from = 0;
    for (const { start, end } of found) {
      masked.add(current.slice(start, end));
      next += current.slice(from, start) + MASK;
      from = end;
    }
    current = next + current.slice(from);
  }
  return { text: current, masked: [...masked] };
}

/** `mask` for every string inside a JSON value; a string under a key such as "author" counts as a claim. */
export function maskValue<T>(value: T, identities: Identities): { value: T; masked: string[] } {
  const masked = new Set<string>();
  const visit = (item: unknown, key: string): unknown => {
    if (typeof item === "string") {
      const label = CLAIMING_KEY.test(key) ? "author: " : "";
      const result = mask(label + item, identities);
      for (const name of result.masked) masked.add(name);
      return result.text.slice(label.length);
    }
    if (Array.isArray(item)) return item.map((inner) => visit(inner, key));
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => [mask(name, identities).text, visit(inner, name)]),
    );
  };
  return { value: visit(value, "") as T, masked: [...masked] };
}

/** What `mask` would still find in a prompt that is about to be sent, the exempt text itself left out. */
export function scan(prompt: string, identities: Identities): string[] {
  const { exempt = "" } = identities;
  return mask(exempt.trim() === "" ? prompt : prompt.replaceAll(exempt, "\n"), identities).masked;
}

const MASK = "[author]";
const MAX_ROUNDS = 5;
const CLAIMING_KEY = /^(?:.*[_-])?(?:author|authors|model|assistant|designer|llm|creator|by|signature)$/i;

type Span = { start: number; end: number };
/** `any` finds every name that a claim could be about. */
type Matcher = { bare: RegExp[]; any: RegExp; claims: Claim[]; ambiguous: RegExp };

/** How far from its name a claim can begin or end; characters, and then to the end of the line. */
const REACH = 400;

/** Whole lines around every name, each line once: a claim lies within, and most of a long text has no name near. */
function windows(text: string, names: RegExp): { from: number; text: string }[] {
  const found: { from: number; to: number }[] = [];
  for (const { index, 0: name } of text.matchAll(names)) {
    const last = found.at(-1);
    if (last && index + name.length + REACH <= last.to) continue;
    const from = text.lastIndexOf("\n", Math.max(0, index - REACH)) + 1;
    const line = text.indexOf("\n", index + name.length + REACH);
    const to = line < 0 ? text.length : line;
    if (last && from <= last.to) last.to = to;
    else found.push({ from, to });
  }
  return found.map(({ from, to }) => ({ from, text: text.slice(from, to) }));
}

function find(text: string, identities: Identities): Span[] {
  const folded = fold(text);
  const { bare, any, claims, ambiguous } = matcherOf(identities);
  const spans: Span[] = [];
  const add = (start: number, end: number) => {
    if (end > start) spans.push({ start: folded.at[start] ?? 0, end: endOf(folded, end) });
  };
  for (const pattern of bare)
    for (const match of folded.text.matchAll(pattern)) add(match.index, match.index + match[0].length);
  for (const { from, text: near } of windows(folded.text, any)) {
    for (const pattern of claims) {
      for (const match of near.matchAll(pattern)) {
        const [start, end] = (match.indices?.groups?.name ?? [0, 0]).map((at) => at + from) as [number, number];
        const name = folded.text.slice(start, end);
        if (!ambiguous.test(name) || /\d/.test(name) || /\p{Lu}/u.test(text[folded.at[start] ?? 0] ?? ""))
          add(start, end);
      }
    }
  }
  return joined(spans.sort((a, b) => a.start - b.start || b.end - a.end));
}

/** A position in folded text, in the original; after the whole of a letter that folds to several. */
function endOf(folded: Folded, end: number): number {
  let next = end;
  while (next < folded.text.length && folded.at[next] === folded.at[end - 1]) next++;
  return folded.at[next] ?? 0;
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

const matchers = new WeakMap<Identities, Matcher>();

/** The patterns of the last panel: they take a tenth of a second to compile, and experiments share their models. */
let last: { key: string; matcher: Matcher } | null = null;

function matcherOf(identities: Identities): Matcher {
  const known = matchers.get(identities);
  if (known) return known;
  const { models, names = [], exempt = "" } = identities;
  const key = JSON.stringify([models, names]);
  if (last?.key !== key) last = { key, matcher: compile({ models, names }) };
  const told = fold(exempt).text;
  const matcher = { ...last.matcher, bare: last.matcher.bare.filter((pattern) => told.search(pattern) < 0) };
  matchers.set(identities, matcher);
  return matcher;
}

function compile({ models, names }: { models: readonly string[]; names: readonly string[] }): Matcher {
  const ids = [...models, ...names].map((id) => fold(id).text.trim()).filter((id) => id !== "");
  const parts = [...new Set([...ids, ...models.flatMap((id) => partsOf(fold(id).text))])];
  const families = FAMILIES.filter((family) => ids.some((id) => wordsOf(id).some((word) => belongs(family, word))));
  const plainNames = FAMILIES.flatMap(({ names: own = [], makers = [] }) => [...own, ...makers]);
  const ambiguousNames = FAMILIES.flatMap(({ ambiguous: own = [], ambiguousMakers = [] }) => [
    ...own,
    ...ambiguousMakers,
  ]);
  // A display name of one word ("Auto") is masked everywhere only when an id holds it too.
  const inIds = new Set(models.flatMap((id) => [fold(id).text.trim(), ...partsOf(fold(id).text)]));
  const distinctive = parts.filter(
    (part) => isDistinctive(part, ambiguousNames) && (inIds.has(part) || wordsOf(part).length > 1),
  );

  const plain = alternatives([
    ...distinctive.map(flexible),
    ...plainNames.map((name) => flexible(name) + TAIL),
    ...ambiguousNames.filter((name) => PLAIN_WITH_NUMBER.has(name)).map((name) => flexible(name) + NUMBER + TAIL),
    ...ambiguousNames.map((name) => flexible(name) + VERSION + TAIL),
    `${alternatives(["google", "meta", "microsoft", "mistral", "amazon", "alibaba"])}(?:'s)?[ \\t]+${alternatives(ambiguousNames.map(flexible))}${TAIL}`,
  ]);
  const rest = parts.filter((part) => !distinctive.includes(part));
  const ambiguous = alternatives([...ambiguousNames, ...rest].map((name) => flexible(name) + TAIL));

  const bare = [
    ...distinctive.map((part) => (isMixed(part) ? flexible(part) : bounded(flexible(part)))),
    ...families.flatMap(({ names: own = [], makers = [] }) =>
      [...own, ...makers].map((name) => bounded(flexible(name) + TAIL)),
    ),
    ...families.flatMap(({ ambiguous: own = [] }) =>
      own.map((name) => bounded(flexible(name) + (PLAIN_WITH_NUMBER.has(name) ? NUMBER : VERSION) + TAIL)),
    ),
  ].map((source) => new RegExp(source, "gu"));
  return {
    bare,
    any: new RegExp(`${plain}|${bounded(ambiguous)}`, "gu"),
    claims: claimPatterns(plain, ambiguous),
    ambiguous: new RegExp(`^${ambiguous}$`, "u"),
  };
}

/** The segments of an id, and its last two together: openrouter/openai/gpt-5 holds openai/gpt-5, gpt-5 and openai. */
function partsOf(id: string): string[] {
  const segments = id.split("/").filter((segment) => segment !== "");
  const model = (segments.at(-1) ?? "").replace(/:[a-z]+$/, "");
  return [...segments, segments.slice(-2).join("/"), model];
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function belongs({ names = [], ambiguous = [], makers = [] }: Family, word: string): boolean {
  return (
    names.includes(word) ||
    makers.includes(word) ||
    (ambiguous.includes(word) && word !== "command" && word !== "titan")
  );
}

/** Several words, or one that is neither ordinary, nor another product's, nor too short to mean anything. */
function isDistinctive(part: string, ambiguousNames: readonly string[]): boolean {
  const words = wordsOf(part);
  if (words.join("").length < 4) return false;
  if (words.length > 1) return words.some((word) => !ORDINARY.has(word));
  return !ORDINARY.has(part) && !ambiguousNames.includes(part) && words.length === 1;
}

/** Letters and digits enough that even inside another word it can be nothing else. */
function isMixed(part: string): boolean {
  const letters = wordsOf(part).join("");
  return letters.length >= 4 && /\p{N}/u.test(letters) && /\p{L}/u.test(letters);
}

/** The words of a name with any separator; words of plain letters are not joined by a space, "strong writer" is prose. */
function flexible(name: string): string {
  const separator = /\p{N}/u.test(name) || name.includes(" ") ? "[\\s_./:@+-]{0,3}" : "[_./:@+-]{0,2}";
  return wordsOf(name).join(separator);
}

/** Not inside another word; a letter of a script without spaces may touch it. */
function bounded(source: string): string {
  return `(?<![a-z0-9])${source}(?![a-z0-9])`;
}

function alternatives(sources: readonly string[]): string {
  const filled = [...new Set(sources)].filter((source) => source !== "");
  return filled.length === 0 ? "(?!)" : `(?:${filled.sort((a, b) => b.length - a.length).join("|")})`;
}

const VARIANT =
  "opus|sonnet|haiku|pro|flash|mini|nano|turbo|ultra|lite|large|medium|small|plus|max|instruct|chat|preview|code|coder|thinking|reasoner|latest|omni";
const VERSION = `(?:[-_]?v?\\d+\\.\\d+|[ \\t]v?[2-9]\\.\\d+(?![ \\t]*(?:khz|hz|ms|kb|mb|gb|%))|-\\d{1,2}(?!\\d)|[-_]v\\d+|[ \\t_-](?:r\\+|r\\b|pro\\b|flash\\b|instruct\\b|sonnet\\b|opus\\b|haiku\\b))`;
const NUMBER = `(?:[\\s_-]?v?\\d{1,2}(?:\\.\\d+)?(?!\\d)[a-z]?)`;
/** Versions and variants that follow a name. */
const TAIL = `(?:[\\s_./-]{0,2}(?:v?\\d{1,3}(?:\\.\\d{1,2})?(?:b|[a-z])?|${VARIANT})(?![a-z0-9])){0,4}`;
