import { clean } from "./clean.ts";
import { CONFUSABLES } from "./confusables.ts";

/** A text as a matcher sees it; `at[i]` is where character `i` came from, `at[text.length]` the original's length. */
type Folded = { text: string; at: Uint32Array };

/**
 * Folds what looks alike to one form: compatibility forms and accents (NFKD without marks), case, the letters of other
 * scripts that are drawn as Latin ones, letters in brackets, and every kind of dash, quote and angle bracket; what is
 * invisible is left out, a long dash is two. Works by code point, so that each position leads back to the original.
 */
export function fold(original: string): Folded {
  if (ASCII.test(original)) return { text: original.toLowerCase(), at: placesUpTo(original.length) };
  const pieces: string[] = [];
  const at = new Uint32Array(MAX_PARTS * original.length + 1);
  let length = 0;
  for (let index = 0; index < original.length; ) {
    let end = index;
    while (original.charCodeAt(end) < 128) at[length++] = end++;
    if (end > index) pieces.push(original.slice(index, end).toLowerCase());
    const code = original.codePointAt(end);
    if (code === undefined) break;
    const folded = foldOne(code);
    for (let letter = 0; letter < folded.length; letter++) at[length++] = end;
    pieces.push(folded);
    index = end + (code > 0xffff ? 2 : 1);
  }
  at[length] = original.length;
  return { text: pieces.join(""), at: at.subarray(0, length + 1) };
}

function placesUpTo(length: number): Uint32Array {
  const at = new Uint32Array(length + 1);
  for (let index = 0; index <= length; index++) at[index] = index;
  return at;
}

/** The source of a pattern over folded text: letters beyond ASCII as `fold` leaves them, all else as it stands. */
export function foldSource(source: string): string {
  return source.replace(/[^\p{ASCII}]/gu, (letter) => foldOne(letter.codePointAt(0) ?? 0));
}

function foldOne(code: number): string {
  const known = seen.get(code);
  if (known !== undefined) return known;
  const codePoint = String.fromCodePoint(code);
  const folded = IGNORED.test(codePoint) ? "" : foldLetter(codePoint);
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.set(code, folded);
  return folded;
}

/** What was folded lately: a text is made of few different letters. */
const seen = new Map<number, string>();
const MAX_SEEN = 20_000;

function foldLetter(codePoint: string): string {
  const alike = ALIKE.get(codePoint);
  if (alike !== undefined) return alike;
  const plain = codePoint.normalize("NFKD").replace(/\p{M}/gu, "");
  // Ligatures of whole sentences say nothing as letters, and would make a text many times longer.
  if (plain.length > MAX_PARTS) return codePoint;
  const bare = plain.length === 3 && plain.startsWith("(") && plain.endsWith(")") ? plain.slice(1, 2) : plain;
  // Capitals that are drawn as another letter than their small ones stand in the table themselves.
  const letters = Array.from(bare, (letter) => ALIKE.get(letter) ?? letter.toLowerCase());
  return letters.map((letter) => ALIKE.get(letter) ?? letter).join("");
}

/** Letters that one may become. */
const MAX_PARTS = 4;
const ASCII = /^[\0-\x7f]*$/;

/** Soft hyphens and all else that is not drawn, and marks that would only decorate the letter before them. */
const IGNORED = /[\p{DI}\p{M}\uFFF9-\uFFFB]/u;

const SIGNS: readonly (readonly [plain: string, alike: string])[] = [
  ["-", "\u2010\u2011\u2012\u2013\u2212"],
  ["--", "\u2014\u2015\u2E3A\u2E3B\uFE58"],
  ["'", "\u2018\u2019\u02BC"],
  ['"', "\u201C\u201D\u201E"],
  ["<", "\u2039\u00AB\u27E8\u3008\u300A\u276E\u2770\u29FC"],
  [">", "\u203A\u00BB\u27E9\u3009\u300B\u276F\u2771\u29FD"],
  ["|", "\u2502\u2503\u23D0\u2223"],
  ["- ", "\u2022\u2023\u25AA\u25CF\u2043"],
];

const ALIKE = new Map(
  [...CONFUSABLES, ...SIGNS].flatMap(([plain, alike]) => Array.from(alike, (letter) => [letter, plain] as const)),
);

/**
 * A name without what nobody sees, in one normal form and in small letters. Names that are one here are one name
 * wherever they are keys: what tells them apart nobody sees, and a disk may not keep it.
 */
export function plainName(name: string): string {
  return clean(name).text.trim().normalize("NFC").toLowerCase();
}

/**
 * What a reader tells a name by: all kinds of blanks are one, and so are compatibility forms and letters that look
 * alike; a mark makes another letter. Names of one `plainName` have one look.
 */
export function lookOf(name: string): string {
  return Array.from(plainName(name).normalize("NFKD"), (letter) => (MARK.test(letter) ? letter : fold(letter).text))
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
}

const MARK = /\p{M}/u;

/** A text reduced to what is said; `at[i]` is where character `i` starts in the original, its last entry the length. */
export type Skeleton = { text: string; at: Uint32Array };

/**
 * Folds a text (`fold`) and takes out what decorates it, so that a pattern needs neither know nor skip it: emphasis,
 * code, deletion and quotation marks, the marks with which headings, quotes and comments begin a line. An item of a list begins
 * with "- ". White space is one space, or one or two line breaks; a run of any other sign is that sign once, of dashes
 * twice. What is left has no long run but of letters and digits.
 */
export function skeletonOf(original: string): Skeleton {
  const { text, at } = fold(original);
  // An item's mark is the one character that becomes two; a space follows it, which then goes.
  const kept = new Uint16Array(text.length + 1);
  const places = new Uint32Array(text.length + 2);
  let length = 0;
  let lineStart = true;
  const keep = (code: number, index: number): void => {
    kept[length] = code;
    places[length++] = at[index] ?? 0;
  };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const last = length > 0 ? (kept[length - 1] ?? 0) : 0;
    if (isWord(code)) {
      keep(code, index);
      lineStart = false;
    } else if (code === NEWLINE) {
      if (last === SPACE) kept[length - 1] = NEWLINE;
      else if (last !== NEWLINE || kept[length - 2] !== NEWLINE) keep(NEWLINE, index);
      lineStart = true;
    } else if (code === SPACE || code === TAB || code === RETURN) {
      if (last !== SPACE && last !== NEWLINE && length > 0) keep(SPACE, index);
    } else if (lineStart && LINE_MARKS.includes(text[index] ?? "")) {
      if (!isItem(text, index)) continue;
      keep(DASH, index);
      keep(SPACE, index);
      lineStart = false;
    } else if (code === UNDERSCORE || code === APOSTROPHE) {
      if (isWord(last) && isWord(text.charCodeAt(index + 1))) keep(code, index);
    } else if (code === TILDE) {
      if (lineStart && last !== TILDE) keep(code, index);
    } else if (!DECORATION.includes(text[index] ?? "")) {
      if (code !== last || (code === DASH && kept[length - 2] !== DASH)) keep(code, index);
      lineStart = lineStart && code === DASH;
    }
  }
  places[length] = original.length;
  return { text: textOf(kept.subarray(0, length)), at: places.subarray(0, length + 1) };
}

const [NEWLINE, SPACE, TAB, RETURN, DASH, UNDERSCORE, APOSTROPHE, TILDE] = [10, 32, 9, 13, 45, 95, 39, 126];
const DECORATION = '*`"\u007f';
/** What opens a heading, a quote, a comment or an item at the start of a line. */
const LINE_MARKS = "#>/*;+%";

function isItem(text: string, index: number): boolean {
  const char = text[index];
  return (char === "*" || char === "+") && text[index + 1] === " " && text[index - 1] !== "/";
}

/** Letters and digits of any script; half of a letter beyond the basic plane counts as one. */
function isWord(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  const known = WORDS[code];
  if (known) return known === WORD;
  const found = /[\p{L}\p{N}\p{Surrogate}]/u.test(String.fromCharCode(code));
  WORDS[code] = found ? WORD : OTHER;
  return found;
}

const [WORD, OTHER] = [1, 2] as const;
/** What was found of each unit; 0 where nobody has asked. */
const WORDS = new Uint8Array(0x10000);

function textOf(codes: Uint16Array): string {
  return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString("utf16le");
}
