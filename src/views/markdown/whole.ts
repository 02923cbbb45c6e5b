import type { Names } from "../../artifacts/names.ts";
import { type Marked, quote, type Sentence, type SentencePart, say, unmarked } from "../../story/sentence.ts";
import { clean } from "../../text/clean.ts";
import { type Markdown, oneLine } from "../../text/markdown.ts";
import { truncate } from "../../text/truncate.ts";
import { drawn } from "./drawn.ts";

/** Characters of a design's title; one that is longer is called by its letter. */
export const MAX_TITLE = 160;

/** A sentence in Markdown of which nothing is cut; null where it is longer than `max` characters. */
export function drawnWhole(sentence: Sentence, names: Names, max = Number.POSITIVE_INFINITY): Markdown | null {
  const parts = uncut(sentence, names);
  // What is long is not drawn to be thrown away.
  if (unmarked(parts, String).length > 2 * max) return null;
  const text = drawn(parts, names);
  return text.length <= max ? text : null;
}

const uncut = (sentence: Sentence, names: Names): Sentence => sentence.flatMap((part) => uncutPart(part, names));

function uncutPart(part: SentencePart, names: Names): SentencePart[] {
  if (typeof part === "string") return [part];
  const asWords = (text: string): Marked => ({ is: "words", text, room: "all" });
  switch (part.is) {
    case "strong":
      return [{ ...part, of: uncut(part.of, names) }];
    case "design": {
      const letter: Marked = { ...part, titled: false };
      const title = part.titled ? titleOf(part.id, names) : null;
      return title === null ? [letter] : [...say`${letter} ${quote(title, "all")}`];
    }
    case "reviewer":
      return [asWords(names.reviewers.get(part.id) ?? part.id)];
    case "model":
      return [asWords(part.name)];
    case "quote":
    case "words":
    case "requirement":
      return [{ ...part, room: "all" }];
    default:
      return [part];
  }
}

/** A design's title; null for one that is too long to be said in passing. */
export function titleOf(design_id: string, { titles }: Names, max = MAX_TITLE): string | null {
  const title = titles.get(design_id);
  return title === undefined || title.length > max ? null : title;
}

const SENTENCES = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** A text on one line, or as many of its first sentences as have room; null where not even one has. */
export function wholeSentences(text: string, max: number): string | null {
  const line = oneLine(text, Number.POSITIVE_INFINITY);
  if (line.length <= max) return line;
  let end = 0;
  for (const { segment, index } of SENTENCES.segment(line.slice(0, max + 1))) {
    const ends = index + segment.trimEnd().length;
    if (ends > max || index + segment.length > max) break;
    end = ends;
  }
  return line.slice(0, end).trim() || null;
}

/** A name or a topic on one line; of one that is too long its first words. */
export const wordsThatFit = (text: string, max: number): string =>
  wholeSentences(text, max) ?? truncate(clean(text).text.replace(/\s+/gu, " ").trim(), max).replace(/…$/u, "");
