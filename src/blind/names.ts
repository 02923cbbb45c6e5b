import type { Skeleton } from "../text/fold.ts";
import { skeletonOf } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";

/**
 * How much a name tells: `bare` ones are masked wherever they stand, `plain` ones mean a model or its maker and
 * nothing else, `ambiguous` ones have another, ordinary meaning. The latter two are masked where they claim authorship.
 */
type NameKind = "ambiguous" | "plain" | "bare";
const RANK: Readonly<Record<NameKind, number>> = { ambiguous: 0, plain: 1, bare: 2 };

export type NameOptions = {
  kind: NameKind;
  /** Found inside other words too: letters and digits enough that it can be nothing else. */
  inside?: boolean;
  /** Its words may be apart by a space; always so where the name has a space or a digit itself. */
  spaced?: boolean;
  /** What a version after it, or a whole number, makes of it. */
  withVersion?: NameKind;
  withNumber?: NameKind;
  /** Versions and variants after it belong to it. */
  tail?: boolean;
  /** Two ordinary words when they stand apart in small letters ("an open AI gateway"). */
  proper?: boolean;
  /** A maker of other things too, which are named after it ("Google Maps"). */
  maker?: boolean;
};

/**
 * A name in a skeleton, positions of its text; `key` is the same for one name however it is written. `apart` where its
 * words stand apart and could be ordinary ones, `maker` where it may be the first word of another thing's name.
 */
export type FoundName = { start: number; end: number; kind: NameKind; key: string; apart: boolean; maker: boolean };

type Entry = NameOptions & { key: string; script: Script };
type Node = { next: Map<string, Node>; gap: boolean; entry: Entry | null };
/** Latin names end where letters end; Cyrillic ones take a case's ending; the others are written without spaces. */
type Script = "latin" | "cyrillic" | "unspaced";

/** A trie of names, and with which letters those begin that are found inside other words. */
export type Lexicon = { root: Node; inside: Set<string> };

export function emptyLexicon(): Lexicon {
  return { root: node(), inside: new Set() };
}

/** Adds a name; what is known of it already is kept where it says more. */
export function addName(lexicon: Lexicon, name: string, options: NameOptions): void {
  const words = skeletonOf(name).text.match(WORDS) ?? [];
  const key = words.join("");
  if (key === "") return;
  if (options.inside) lexicon.inside.add(alike(key[0] ?? ""));
  let place = lexicon.root;
  for (const [at, word] of words.entries()) {
    if (at > 0) place.gap = true;
    for (const letter of word) {
      const existing = place.next.get(alike(letter));
      const next = existing ?? node();
      if (!existing) place.next.set(alike(letter), next);
      place = next;
    }
  }
  const known = place.entry;
  const script = /[\u0400-\u04FF]/.test(name) ? "cyrillic" : /^[a-z0-9]+$/.test(key) ? "latin" : "unspaced";
  const spaced = options.spaced ?? (name.includes(" ") || /\p{N}/u.test(key));
  const own = { ...options, spaced, key, script } as const;
  place.entry = known === null ? own : RANK[known.kind] > RANK[own.kind] ? merged(own, known) : merged(known, own);
}

/**
 * Every name in a skeleton, from left to right, none inside another: of those that start at one place the one that
 * tells most, and of these the longest. Time grows with the length of the text.
 */
export function findNames(lexicon: Lexicon, { text }: Pick<Skeleton, "text">): FoundName[] {
  const found: FoundName[] = [];
  for (let start = 0; start < text.length; start++) {
    if (isLatin(text, start) && isLatin(text, start - 1) && !lexicon.inside.has(alike(text[start] ?? ""))) continue;
    const name = nameAt(lexicon, text, start);
    if (name === null) continue;
    found.push(name);
    start = name.end - 1;
  }
  return [...found, ...spelledNames(lexicon, text)].sort((a, b) => a.start - b.start);
}

/** Letters that stand alone, each apart from the next: "C l a u d e", "G-P-T". */
const SPELLED = /(?<![a-z0-9])[a-z0-9](?:[ ._-][a-z0-9](?![a-z0-9])){2,40}/g;

function spelledNames(lexicon: Lexicon, text: string): FoundName[] {
  return Array.from(text.matchAll(SPELLED)).flatMap(({ index, 0: run }) => {
    const letters = run.replace(/[ ._-]/g, "");
    for (let from = 0; from + 2 < letters.length; from++) {
      const name = nameAt(lexicon, letters.slice(from), 0);
      if (name === null || (name.kind === "ambiguous" && (from > 0 || name.end < letters.length))) continue;
      const start = index + 2 * from;
      return [{ ...name, start, end: start + 2 * name.end - 1 }];
    }
    return [];
  });
}

function nameAt(lexicon: Lexicon, text: string, start: number): FoundName | null {
  let best: FoundName | null = null;
  let place: Node | undefined = lexicon.root;
  let gap = 0;
  let spaced = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? "";
    const next: Node | undefined = place.next.get(alike(char));
    if (next !== undefined) {
      place = next;
      gap = 0;
      if (place.entry === null) continue;
      const name = accepted(place.entry, text, start, at + 1, spaced);
      if (name !== null && (best === null || tellsMore(name, best))) best = name;
    } else if (place.gap && gap < MAX_GAP && SEPARATORS.includes(char)) {
      gap++;
      spaced ||= char === " " || char === "\n";
    } else {
      break;
    }
  }
  return best;
}

/** Separators that may stand between two words of a name. */
const MAX_GAP = 3;
const SEPARATORS = " \n_./:@+-'";

function accepted(entry: Entry, text: string, start: number, end: number, spaced: boolean): FoundName | null {
  const { key, script } = entry;
  const apart = spaced && entry.proper === true;
  const maker = entry.maker === true;
  if (spaced && !entry.spaced) return null;
  // Digits are told apart from the letters that look like them.
  if (/\d/.test(key) && text.slice(start, end).replace(/[^\p{L}\p{N}]/gu, "") !== key) return null;
  if (script === "unspaced") return { start, end, kind: entry.kind, key, apart, maker };
  if (script === "cyrillic") {
    const ending = lengthAt(/\p{L}{0,4}/uy, text, end);
    return isLetter(text, start - 1) || ending > 3
      ? null
      : { start, end: end + ending, kind: entry.kind, key, apart, maker };
  }
  if (!entry.inside && isLatin(text, start - 1)) return null;
  for (const [pattern, kind] of [
    [NUMBER, entry.withNumber],
    [VERSION, entry.withVersion],
    [null, entry.kind],
  ] as const) {
    if (kind === undefined) continue;
    const version = pattern === null ? 0 : lengthAt(pattern, text, end);
    if (pattern !== null && version === 0) continue;
    const last = entry.tail ? end + version + lengthAt(TAIL, text, end + version) : end + version;
    if (entry.inside || !isLatin(text, last)) return { start, end: last, kind, key, apart, maker };
  }
  return null;
}

function tellsMore(a: FoundName, b: FoundName): boolean {
  return RANK[a.kind] === RANK[b.kind] ? a.end > b.end : RANK[a.kind] > RANK[b.kind];
}

const VARIANT =
  "opus|sonnet|haiku|pro|flash|mini|nano|turbo|ultra|lite|large|medium|small|plus|max|instruct|chat|preview|code|coder|thinking|reasoner|latest|omni";
const VERSION =
  /[-_]?v?\d{1,3}\.\d{1,3}| v?[2-9]\.\d{1,3}(?! ?(?:khz|hz|ms|kb|mb|gb|%))|-\d{1,2}(?!\d)|[-_]v\d{1,3}|[ _-](?:r\+|r\b|pro\b|flash\b|instruct\b|sonnet\b|opus\b|haiku\b)/y;
const NUMBER = /[ _-]?v?\d{1,2}(?:\.\d{1,3})?(?!\d)[a-z]?/y;
/** Versions and variants that follow a name. */
const TAIL = patternOf(
  `(?:[ \\n_./-]{0,2}(?:v?\\d{1,3}(?:\\.\\d{1,2})?(?:b|[a-z])?|${VARIANT})(?![a-z0-9])){0,4}`,
  "y",
);

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

const WORDS = /\p{L}+|\p{N}+/gu;

/** One sign for the letters and digits that look alike even in ASCII. */
function alike(char: string): string {
  return char === "i" || char === "1" || char === "|" ? "l" : char === "0" ? "o" : char;
}

function isLatin(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function isLetter(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at] ?? "");
}

function node(): Node {
  return { next: new Map(), gap: false, entry: null };
}

/** What two entries of one name say together; where both say something, the second. */
function merged(a: Entry, b: Entry): Entry {
  return {
    ...a,
    ...b,
    inside: a.inside === true || b.inside === true,
    spaced: a.spaced === true || b.spaced === true,
    tail: a.tail === true || b.tail === true,
    proper: a.proper === true || b.proper === true,
    maker: a.maker === true && b.maker === true,
  };
}
