import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Hunk } from "../../src/guard/patch-text.ts";
import { MOST_TEXT, replacedText, spliced } from "../../src/guard/replaced.ts";

/** The same as spliced(), as slowly as it is simple. */
function slowlySpliced(text: string, hunks: readonly Hunk[]): string | null {
  const lines = text.split("\n");
  const closed = lines.at(-1) === "";
  if (closed) lines.pop();
  const ways = [(line: string) => line, (line: string) => line.trimEnd(), (line: string) => line.trim()];
  const fits = (wanted: readonly string[], at: number, way: (line: string) => string): boolean =>
    at + wanted.length <= lines.length && wanted.every((line, nth) => way(lines[at + nth] ?? "") === way(line));
  const find = (wanted: readonly string[], from: number): number => {
    for (const way of ways) for (let at = from; at < lines.length; at++) if (fits(wanted, at, way)) return at;
    return -1;
  };
  let at = 0;
  for (const { under, from, to, atEnd } of hunks) {
    const head = under === null ? at - 1 : find([under], at);
    if (under !== null && head < 0) return null;
    at = head + 1;
    const last = lines.length - from.length;
    const isLast = atEnd && last >= at && ways.some((way) => fits(from, last, way));
    const place = from.length === 0 || isLast ? last : find(from, at);
    if (place < 0) return null;
    lines.splice(place, from.length, ...to);
    at = place + to.length;
  }
  return `${lines.join("\n")}${closed || text === "" ? "\n" : ""}`;
}

test("hunks go where the first lines are that fit, however the lines repeat", () => {
  const line = fc.constantFrom("a", "b", " a", "a ", "", "  b");
  const hunk = fc.record({
    under: fc.option(line, { freq: 3 }),
    from: fc.array(line, { maxLength: 4 }),
    to: fc.array(line, { maxLength: 3 }),
    atEnd: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.array(hunk, { maxLength: 4 }), (lines, hunks) => {
      expect(spliced(lines.join("\n"), hunks)).toBe(slowlySpliced(lines.join("\n"), hunks));
    }),
    { numRuns: 3_000 },
  );
});

test("a hunk of 200,000 lines finds its place", () => {
  const to = Array.from({ length: 200_000 }, (_, nth) => String(nth));
  const hunk = { under: null, from: ["b"], to, atEnd: false };
  expect(spliced("a\nb\nc\n", [hunk])).toBe(`a\n${to.join("\n")}\nc\n`);
});

test("a text that would grow past what is looked at is not made", () => {
  const text = "a".repeat(1_000_000);
  expect(replacedText(text, { from: "a", to: "b".repeat(1_000_000), all: true })).toBeNull();
  expect(replacedText(text, { from: "a", to: "b", all: true })).toBe("b".repeat(1_000_000));
  expect(replacedText("a", { from: "a", to: "b".repeat(MOST_TEXT + 1), all: false })).toBeNull();
});
