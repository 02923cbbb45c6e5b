import { clean } from "../text/clean.ts";
import { forgedMarkers } from "./fence.ts";
import { phrasings } from "./injection-patterns.ts";
import { comparable } from "./quotes.ts";
import { type Skeleton, skeletonOf } from "./skeleton.ts";

/** A sentence as it stands in the text, and the phrasing it was known by; "… in base64" or "… in tags" where hidden. */
export type Injection = { quote: string; pattern: string };

/**
 * Finds sentences that speak to whoever judges a design: orders to ignore the rubric, requests for a score, forged
 * ends of the data. Looks through look-alike and invisible letters, escape sequences, code, comments, base64 and tags.
 * A pattern scan misses what it does not know and may flag an honest sentence; its findings are shown, nothing more.
 */
export function scanForInjections(text: string): Injection[] {
  const plain = clean(text).text;
  const found = [
    ...inText(text),
    ...(plain === text ? [] : inText(plain)),
    ...forgedMarkers(plain).map((quote) => ({ quote: shorten(quote), pattern: "forged-marker" })),
    ...decodedRuns(plain).flatMap(({ run, decoded }) =>
      inText(decoded).map(({ pattern }) => ({ quote: shorten(run), pattern: `${pattern} in base64` })),
    ),
    ...inText(tagText(text)).map(({ quote, pattern }) => ({ quote, pattern: `${pattern} in tags` })),
  ];
  const once = new Map(found.map((item) => [`${item.pattern}\n${comparable(item.quote)}`, item]));
  return [...once.values()].slice(0, MAX_FINDINGS);
}

const PHRASINGS = phrasings();
const MAX_FINDINGS = 50;
const MAX_QUOTE = 300;

function inText(text: string): Injection[] {
  const skeleton = skeletonOf(text);
  return PHRASINGS.flatMap(({ name, pattern }) => {
    const found: Injection[] = [];
    for (const { index, 0: match } of skeleton.text.matchAll(pattern)) {
      found.push({ quote: sentenceAround(text, skeleton, index, index + match.length), pattern: name });
      if (found.length >= MAX_FINDINGS) break;
    }
    return found;
  });
}

/** From the end of the sentence or line before to the end of this one, in the original; what is too long is cut. */
function sentenceAround(text: string, { text: plain, at }: Skeleton, start: number, end: number): string {
  const first = start + (/^[\s.!?>({|-]{0,4}/.exec(plain.slice(start, end))?.[0].length ?? 0);
  let from = first;
  while (from > 0 && first - from < MAX_QUOTE && !isEnd(plain[from - 1])) from--;
  let to = end;
  while (to < plain.length && to - end < MAX_QUOTE && !isEnd(plain[to - 1])) to++;
  const quote = (begin: number): string => text.slice(at[begin], at[to]).trim();
  const sentence = quote(from);
  return sentence.length <= MAX_QUOTE ? sentence : shorten(quote(first));
}

function isEnd(char: string | undefined): boolean {
  return char === "." || char === "!" || char === "?" || char === "\n" || char === "\u3002";
}

function shorten(quote: string): string {
  return quote.slice(0, MAX_QUOTE).replace(/\p{Surrogate}$/u, "");
}

/** Runs of base64 (also URL-safe, also over several lines) that decode to readable text. */
function decodedRuns(text: string): { run: string; decoded: string }[] {
  const runs: { start: number; end: number }[] = [];
  for (const { index, 0: part } of text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)) {
    const last = runs.at(-1);
    const between = last && index - last.end < MAX_BREAK ? text.slice(last.end, index) : "";
    if (last && between.includes("\n") && between.trim() === "") last.end = index + part.length;
    else runs.push({ start: index, end: index + part.length });
  }
  return runs
    .filter(({ start, end }) => end - start >= SHORTEST_RUN)
    .map(({ start, end }) => {
      const run = text.slice(start, end);
      return { run, decoded: Buffer.from(run.replace(/\s/g, ""), "base64").toString("utf8") };
    })
    .filter(({ decoded }) => {
      const readable = decoded.match(/[\p{L}\p{N}\p{P}\p{Zs}\n\r\t]/gu)?.length ?? 0;
      return !decoded.includes("\uFFFD") && readable >= 0.9 * decoded.length;
    });
}

/** Characters of base64 from which a run is worth decoding, and of white space between two of its lines. */
const SHORTEST_RUN = 24;
const MAX_BREAK = 20;

/** ASCII that is spelled in invisible tags. */
function tagText(text: string): string {
  return Array.from(text.matchAll(/[\u{E0020}-\u{E007E}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join("");
}
