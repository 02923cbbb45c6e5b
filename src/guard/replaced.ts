import type { Hunk } from "./patch-text.ts";

/** UTF-16 units of a text past which no edit of it is worked out. */
export const MOST_TEXT = 1024 * 1024;

/** The text with `to` where `from` stands; null where that is nowhere, at several places of which one is meant, or too long. */
export function replacedText(
  text: string,
  { from, to, all }: { from: string; to: string; all: boolean },
): string | null {
  // A model writes lines as every host hands them to it, without the sign that ends them on Windows.
  const windows = text.includes("\r\n") && !from.includes("\r\n") && !text.includes(from);
  const ended = (each: string): string => (windows ? each.replaceAll("\n", "\r\n") : each);
  const [old, now] = [ended(from), ended(to)];
  const kept = from === "" ? [] : text.split(old);
  const places = kept.length - 1;
  if (places < 1 || (places > 1 && !all)) return null;
  return text.length + places * (now.length - old.length) > MOST_TEXT ? null : kept.join(now);
}

/** The text with each hunk in its place, one after the other; null where one is found nowhere, or not soon enough. */
export function spliced(text: string, hunks: readonly Hunk[]): string | null {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(end);
  const closed = lines.at(-1) === "";
  if (closed) lines.pop();
  const find = createFinder(lines);
  const out: string[] = [];
  /** The first line that is not in `out` yet. */
  let at = 0;
  const keepUntil = (place: number): void => {
    for (; at < place; at++) out.push(lines[at] ?? "");
  };
  for (const { under, from, to, atEnd } of hunks) {
    if (under !== null) {
      const head = find([under], at);
      if (head < 0) return null;
      keepUntil(head + 1);
    }
    const last = lines.length - from.length;
    const isLast = atEnd && last >= at && find(from, last) === last;
    const place = from.length === 0 || isLast ? last : find(from, at);
    if (place < 0) return null;
    keepUntil(place);
    for (const line of to) out.push(line);
    at = place + from.length;
  }
  keepUntil(lines.length);
  return `${out.join(end)}${closed || text === "" ? end : ""}`;
}

/** Ways in which lines count as the same, from strict to loose. */
const WAYS: readonly ((line: string) => string)[] = [(line) => line, (line) => line.trimEnd(), (line) => line.trim()];
/** Lines that are compared for one patch. Each search is linear, and this limits their sum. */
const MOST_COMPARED = 1_000_000;

/** Finds the first place of lines in others, from a line on; -1 for none. The algorithm is Knuth, Morris and Pratt's. */
function createFinder(lines: readonly string[]) {
  const seen = new Map<(typeof WAYS)[number], readonly string[]>();
  let left = MOST_COMPARED;
  return (wanted: readonly string[], from: number): number => {
    for (const way of WAYS) {
      const all = seen.get(way) ?? lines.map(way);
      seen.set(way, all);
      const sought = wanted.map(way);
      left -= sought.length;
      const falls = fallsOf(sought);
      let found = 0;
      for (let at = from; at < all.length && left > 0; at++) {
        while (found > 0 && all[at] !== sought[found]) {
          found = falls[found - 1] ?? 0;
          left--;
        }
        left--;
        if (all[at] === sought[found]) found++;
        if (found === sought.length) return at - found + 1;
      }
    }
    return -1;
  };
}

/** For each line, how many lines before it and with it are the first ones again. */
function fallsOf(lines: readonly string[]): number[] {
  const falls = [0];
  for (let at = 1, found = 0; at < lines.length; at++) {
    while (found > 0 && lines[at] !== lines[found]) found = falls[found - 1] ?? 0;
    if (lines[at] === lines[found]) found++;
    falls.push(found);
  }
  return falls;
}
