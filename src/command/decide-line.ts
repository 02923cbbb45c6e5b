import { OUTCOMES } from "../artifacts/decision.ts";
import { LETTER, type Read, surelyNamed } from "./word.ts";

const NONE = "none";

/** An experiment, a design's letter or none, and why, in quotes: each may be left out, and nothing else may stand there. */
export function decided(words: readonly string[]): Read {
  const { experiment, rest } = behindExperiment(words);
  const [first = "", ...more] = rest;
  const none = first.toLowerCase() === NONE;
  const design = LETTER.test(first) ? first : undefined;
  const said = textIn(none || design !== undefined ? more : rest);
  if (said === null || (said !== undefined && design === undefined && !none))
    return { odd: words, why: "a design stands by its letter, or none, and the reason after it in quotes" };
  return { args: { experiment, design, none: none || undefined, because: said } };
}

/** An experiment, how it turned out, and what is to be said of it, in quotes. */
export function turnedOut(words: readonly string[]): Read {
  const { experiment, rest } = behindExperiment(words);
  const [first = "", ...more] = rest;
  const outcome = OUTCOMES.find((each) => each === first.toLowerCase());
  const note = textIn(more);
  if (outcome === undefined || note === null)
    return { odd: words, why: `how it turned out is ${OUTCOMES.join(", ")}, and what is said of it stands in quotes` };
  return { args: { experiment, outcome, note } };
}

function behindExperiment(words: readonly string[]): { experiment: string | undefined; rest: readonly string[] } {
  const [first = ""] = words;
  const experiment = /^["'“]/u.test(first) ? undefined : surelyNamed(first);
  return { experiment, rest: experiment === undefined ? words : words.slice(1) };
}

/** What stood in quotes; undefined for nothing, null for words without quotes. */
function textIn(words: readonly string[]): string | null | undefined {
  if (words.length === 0) return undefined;
  const text = words.join(" ");
  // A shell takes the quotes away, and keeps what stood in them as one word.
  if (words.length === 1 && /\s/u.test(text) && !/^["'“]/u.test(text)) return text;
  const found = /^(?:"([^"]+)"|'([^']+)'|“([^”]+)”)$/u.exec(text)?.slice(1);
  return found?.find((each) => each !== undefined)?.trim() || null;
}
