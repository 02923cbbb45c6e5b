import { fold } from "../text/fold.ts";

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
