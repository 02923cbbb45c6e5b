import type { Hunk } from "./patch-text.ts";

/** The text with `to` where `from` stands; null where that is nowhere, or at several places of which one is meant. */
export function replacedText(
  text: string,
  { from, to, all }: { from: string; to: string; all: boolean },
): string | null {
  // A model writes lines as every host hands them to it, without the sign that ends them on Windows.
  const windows = text.includes("\r\n") && !from.includes("\r\n") && !text.includes(from);
  const ended = (each: string): string => (windows ? each.replaceAll("\n", "\r\n") : each);
  const places = text.split(ended(from)).length - 1;
  if (from === "" || places === 0 || (places > 1 && !all)) return null;
  return text.split(ended(from)).join(ended(to));
}

/** The text with each hunk in its place, one after the other; null where one is found nowhere. */
export function spliced(text: string, hunks: readonly Hunk[]): string | null {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(end);
  const closed = lines.at(-1) === "";
  if (closed) lines.pop();
  let at = 0;
  for (const { under, from, to, atEnd } of hunks) {
    if (under !== null) {
      const head = find(lines, [under], at);
      if (head < 0) return null;
      at = head + 1;
    }
    const place = from.length === 0 ? lines.length : atEnd ? findLast(lines, from, at) : find(lines, from, at);
    if (place < 0) return null;
    lines.splice(place, from.length, ...to);
    at = place + to.length;
  }
  return `${lines.join(end)}${closed || text === "" ? end : ""}`;
}

/** Ways in which lines count as the same, from strict to loose. */
const WAYS: readonly ((line: string) => string)[] = [(line) => line, (line) => line.trimEnd(), (line) => line.trim()];

function find(lines: readonly string[], wanted: readonly string[], from: number): number {
  for (const way of WAYS) {
    for (let at = from; at + wanted.length <= lines.length; at++)
      if (wanted.every((line, n) => way(lines[at + n] ?? "") === way(line))) return at;
  }
  return -1;
}

function findLast(lines: readonly string[], wanted: readonly string[], from: number): number {
  const last = lines.length - wanted.length;
  return last >= from && find(lines.slice(last), wanted, 0) === 0 ? last : find(lines, wanted, from);
}
