/** A text as a matcher sees it; `at[i]` is where character `i` came from, `at[text.length]` the original's length. */
export type Folded = { text: string; at: number[] };

/**
 * Folds what looks alike to one form: compatibility forms and accents (NFKD without marks), case, the Cyrillic and
 * Greek letters that are drawn as Latin ones, and every kind of dash, quote and angle bracket; what is invisible is
 * left out. Works by code point, so that each position leads back to the original.
 */
export function fold(original: string): Folded {
  let text = "";
  const at: number[] = [];
  let index = 0;
  for (const codePoint of original) {
    const folded = foldOne(codePoint);
    for (let i = 0; i < folded.length; i++) at.push(index);
    text += folded;
    index += codePoint.length;
  }
  at.push(index);
  return { text, at };
}

/** The source of a pattern over folded text: letters beyond ASCII as `fold` leaves them, all else as it stands. */
export function foldSource(source: string): string {
  return source.replace(/[^\p{ASCII}]+/gu, (letters) => fold(letters).text);
}

function foldOne(codePoint: string): string {
  const code = codePoint.codePointAt(0) ?? 0;
  if (code < 128) return code >= 65 && code <= 90 ? codePoint.toLowerCase() : codePoint;
  if (IGNORED.test(codePoint)) return "";
  const plain = codePoint.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return Array.from(plain, (letter) => ALIKE.get(letter) ?? letter).join("");
}

/** Soft hyphens and all else that is not drawn, and marks that would only decorate the letter before them. */
const IGNORED = /[\p{DI}\p{M}\uFFF9-\uFFFB]/u;

/** The commonest of Unicode's confusables (UTS 39), lower case, towards ASCII. */
const ALIKE = new Map(
  (
    [
      ["a", "\u0430\u03B1\u0251"],
      ["b", "\u044C\u0184"],
      ["c", "\u0441\u03F2"],
      ["d", "\u0501"],
      ["e", "\u0435\u03B5\u04BD"],
      ["g", "\u0261\u0581"],
      ["h", "\u04BB\u043D"],
      ["i", "\u0456\u03B9\u0131\u04CF"],
      ["j", "\u0458"],
      ["k", "\u043A\u03BA"],
      ["l", "\u01C0"],
      ["m", "\u043C"],
      ["n", "\u0578"],
      ["o", "\u043E\u03BF\u0585\u00F8"],
      ["p", "\u0440\u03C1"],
      ["q", "\u051B"],
      ["s", "\u0455"],
      ["t", "\u0442\u03C4"],
      ["u", "\u03C5\u057D"],
      ["v", "\u03BD\u0475"],
      ["w", "\u051D\u0461"],
      ["x", "\u0445\u03C7"],
      ["y", "\u0443\u04AF\u03B3"],
      ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30FC"],
      ["'", "\u2018\u2019\u02BC"],
      ['"', "\u201C\u201D"],
      ["<", "\u2039\u00AB\u27E8\u3008\u300A\u276E\u2770\u29FC"],
      [">", "\u203A\u00BB\u27E9\u3009\u300B\u276F\u2771\u29FD"],
    ] as const
  ).flatMap(([plain, alike]) => Array.from(alike, (letter) => [letter, plain] as const)),
);
