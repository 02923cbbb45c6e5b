import { foldSource } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";
import { spaced } from "./claim.ts";
import { ENGLISH_CLAIMS } from "./claims-english.ts";
import { MADE_CLAIMS } from "./claims-made.ts";
import { OTHER_CLAIMS } from "./claims-other.ts";

/** A name in a skeleton, as far as it matters to whether something claims it. */
export type NamedSpan = { start: number; end: number; weight: "plain" | "ambiguous" | "small" };

/**
 * Those of the names in a skeleton, given from left to right, whose bearers the text claims for its authors. Each name
 * becomes one sign, so that every kind of claim is one pattern that looks through the text once, however many names
 * there are.
 */
export function claimedNames<T extends NamedSpan>(text: string, names: readonly T[]): Set<T> {
  const claimed = new Set<T>();
  if (names.length === 0) return claimed;
  const at = new Map<number, readonly T[]>();
  const pieces: string[] = [];
  let length = 0;
  let from = 0;
  for (const group of neighbouring(text, names)) {
    const [first] = group;
    if (!first || first.start < from) continue;
    const before = text.slice(from, first.start).replace(SIGNS, " ");
    pieces.push(before, SIGN[WEIGHTS.find((weight) => group.some((name) => name.weight === weight)) ?? "small"]);
    length += before.length + 1;
    at.set(length - 1, group);
    from = group.at(-1)?.end ?? from;
  }
  const signs = pieces.join("") + text.slice(from).replace(SIGNS, " ");
  for (const { start, text: near } of surroundings(signs, [...at.keys()])) {
    for (const { pattern, alone } of RULES) {
      for (const { index, 0: found } of near.matchAll(pattern)) {
        const place = start + index + found.length - 1;
        const group = at.get(place);
        if (group && (!alone || standsAlone(signs, place))) for (const name of group) claimed.add(name);
      }
    }
  }
  return claimed;
}

/** How far from its name a claim can begin and end; characters of a skeleton. */
const BEFORE = 300;
const AFTER = 100;
/** Stands where a text was cut, so that no line seems to begin or to end there. */
const CUT = "\uE003";

/** The text around each place, every part once; `start` is where it stands in the whole. */
function surroundings(text: string, places: readonly number[]): { start: number; text: string }[] {
  const parts: { from: number; to: number }[] = [];
  for (const place of places) {
    const from = Math.max(0, place - BEFORE);
    const to = Math.min(text.length, place + AFTER);
    const last = parts.at(-1);
    if (last && from <= last.to) last.to = to;
    else parts.push({ from, to });
  }
  return parts.map(({ from, to }) => ({
    start: from > 0 ? from - 1 : 0,
    text: `${from > 0 ? CUT : ""}${text.slice(from, to)}${to < text.length ? CUT : ""}`,
  }));
}

/** Names with nothing but a space between them are one: a maker and its model. */
function neighbouring<T extends NamedSpan>(text: string, names: readonly T[]): T[][] {
  const groups: T[][] = [];
  let end = -1;
  for (const name of names) {
    const last = groups.at(-1);
    if (last && name.start >= end && name.start - end < 2 && text.slice(end, name.start).trim() === "") last.push(name);
    else if (name.start >= end) groups.push([name]);
    end = Math.max(end, name.end);
  }
  return groups;
}

const WEIGHTS = ["plain", "ambiguous", "small"] as const;

/** Signs of private use, which no text needs. */
const SIGN = { plain: "\uE000", ambiguous: "\uE001", small: "\uE002" } as const;
const SIGNS = /[\uE000-\uE003]/g;

type Rule = { pattern: RegExp; alone: boolean };

const RULES: readonly Rule[] = [...ENGLISH_CLAIMS, ...MADE_CLAIMS, ...OTHER_CLAIMS].map(
  ({ before = "", after, plain, small, alone }) => {
    const sign = plain ? "\uE000" : small ? "[\uE000-\uE002]" : "[\uE000\uE001]";
    const source = `(?:${spaced(foldSource(before))})${sign}${after === undefined ? "" : `(?=${spaced(foldSource(after))})`}`;
    return { pattern: patternOf(source, source.includes("\\p{") ? "gu" : "g"), alone: alone === true };
  },
);

/** True when the line before that of `at` is none, or is neither an item of a list nor ends as if one followed. */
function standsAlone(text: string, at: number): boolean {
  const end = text.slice(Math.max(0, at - MAX_LEAD), at).search(/\n{1,2}[^\n]*$/);
  if (end < 0) return true;
  const last = Math.max(0, at - MAX_LEAD) + end - 1;
  const line = text.slice(Math.max(0, last - MAX_LINE), last + 1);
  const start = line.lastIndexOf("\n") + 1;
  return !/[:,]$/.test(line) && !/^--?[ ]?[^\n]/.test(line.slice(start));
}

/** Characters between a line's start and a name that may sign it, and of the line before that are looked at. */
const MAX_LEAD = 20;
const MAX_LINE = 200;
