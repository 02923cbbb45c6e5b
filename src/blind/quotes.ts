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
    const parts = quote.split(/\u2026|\.{3}|\[\.\.\.\]/).map(comparable);
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

/** A part of a text, `end` exclusive. */
export type Span = { start: number; end: number };

/**
 * Where a quote stands in a text that `clean` leaves as it is, by the rules of `quoteFinder` but as one piece; null for
 * one that does not. The text is prepared once.
 */
export function passageFinder(text: string): (quote: string) => Span | null {
  const whole = traced(text);
  return (quote) => {
    const wanted = comparable(quote);
    if (quote.length > LONGEST_QUOTE || wanted.length < SHORTEST_QUOTE) return null;
    const at = whole.text.indexOf(wanted);
    if (at < 0) return null;
    return { start: whole.at[at]?.start ?? 0, end: whole.at[at + wanted.length - 1]?.end ?? text.length };
  };
}

/** A cleaned text without what quoting changes, one space for any white space and none before it, and where each of its characters stands in the original. */
function traced(text: string): { text: string; at: Span[] } {
  const folded = fold(text);
  const kept: string[] = [];
  const at: Span[] = [];
  for (let index = 0; index < folded.text.length; index++) {
    const letter = folded.text.charAt(index);
    if (DECORATION.has(letter)) continue;
    const space = /\s/.test(letter);
    if (space && (kept.length === 0 || kept.at(-1) === " ")) continue;
    kept.push(space ? " " : letter);
    const start = folded.at[index] ?? text.length;
    // A letter may have become several.
    let next = index + 1;
    while (folded.at[next] === start && next < folded.text.length) next++;
    at.push({ start, end: folded.at[next] ?? text.length });
  }
  return { text: kept.join(""), at };
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

/** What `comparable` takes out. */
const DECORATION: ReadonlySet<string> = new Set("\"'`*_\\");
const SHORTEST_QUOTE = 12;
const LONGEST_QUOTE = 5_000;
