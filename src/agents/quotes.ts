import { clean } from "../text/clean.ts";
import { fold } from "../text/fold.ts";

/**
 * Finds in one text the quotes that somebody reports: true for one that really stands there. White space, case,
 * accents, look-alike letters, quotation marks and emphasis make no difference; "…" may stand for what was left out.
 * 12 letters at least, 5,000 at most. The text is prepared once, for many quotes.
 */
export function quoteFinder(text: string): (quote: string) => boolean {
  const whole = comparable(text);
  return (quote) => {
    if (quote.length > LONGEST_QUOTE) return false;
    const parts = quote
      .split(/\u2026|\.{3}|\[\.\.\.\]/)
      .map(comparable)
      .filter((part) => part !== "");
    if (parts.join("").length < SHORTEST_QUOTE) return false;
    let from = 0;
    for (const part of parts) {
      const at = whole.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return true;
  };
}

/** `quoteFinder` for one quote. */
export function isQuoteOf(quote: string, text: string): boolean {
  return quoteFinder(text)(quote);
}

/** True when two quotes of one text are of the same sentence: the words of one stand in the other. */
export function isSameSentence(a: string, b: string): boolean {
  const [first, second] = [comparable(a), comparable(b)];
  if (Math.min(first.length, second.length) < SHORTEST_QUOTE) return first === second;
  return first.includes(second) || second.includes(first);
}

/** A text without what quoting changes. */
export function comparable(text: string): string {
  return fold(clean(text).text)
    .text.replace(/["'`*_\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const SHORTEST_QUOTE = 12;
const LONGEST_QUOTE = 5_000;
