import { fold } from "./fold.ts";

/** A text reduced to what is said; `at[i]` is where character `i` starts in the original, its last entry the length. */
export type Skeleton = { text: string; at: Uint32Array };

/**
 * Folds a text (`fold`) and takes out what decorates it, so that a pattern needs neither know nor skip it: emphasis,
 * code and quotation marks, the marks with which headings, quotes and comments begin a line. An item of a list begins
 * with "- ". White space is one space, or one or two line breaks; a run of any other sign is that sign once, of dashes
 * twice. What is left has no long run but of letters and digits.
 */
export function skeletonOf(original: string): Skeleton {
  const { text, at } = fold(original);
  const kept: string[] = [];
  const places: number[] = [];
  let last = "";
  let lineStart = true;
  const keep = (char: string, index: number): void => {
    kept.push(char);
    places.push(at[index] ?? 0);
    last = char;
  };
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    if (isWord(char)) {
      keep(char, index);
      lineStart = false;
    } else if (char === "\n" || char === " " || char === "\t" || char === "\r") {
      if (char === "\n") {
        if (last === " ") kept[kept.length - 1] = "\n";
        else if (last !== "\n" || kept.at(-2) !== "\n") keep("\n", index);
        last = "\n";
        lineStart = true;
      } else if (last !== " " && last !== "\n" && kept.length > 0) {
        keep(" ", index);
      }
    } else if (lineStart && LINE_MARKS.includes(char)) {
      if (!isItem(text, index, char)) continue;
      keep("-", index);
      keep(" ", index);
      lineStart = false;
    } else if (char === "_" || char === "'") {
      if (isWord(last) && isWord(text[index + 1] ?? "")) keep(char, index);
    } else if (!DECORATION.includes(char)) {
      if (char !== last || (char === "-" && kept.at(-2) !== "-")) keep(char, index);
      lineStart = lineStart && char === "-";
    }
  }
  return { text: kept.join(""), at: Uint32Array.from([...places, original.length]) };
}

const DECORATION = '*`"\u007f';
/** What opens a heading, a quote, a comment or an item at the start of a line. */
const LINE_MARKS = "#>/*;+%";

function isItem(text: string, index: number, char: string): boolean {
  return (char === "*" || char === "+") && text[index + 1] === " " && text[index - 1] !== "/";
}

/** Letters and digits of any script. */
function isWord(char: string): boolean {
  const code = char.charCodeAt(0);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return code >= 0x00aa && LETTER.test(char);
}

/** Half of a letter beyond the basic plane counts as one. */
const LETTER = /[\p{L}\p{N}\p{Surrogate}]/u;
