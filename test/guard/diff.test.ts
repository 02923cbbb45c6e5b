import { expect, test } from "bun:test";
import { applyPatch } from "diff";
import fc from "fast-check";
import { diffOf, editSha256 } from "../../src/guard/diff.ts";
import { processorTime } from "../support/processor.ts";

const lines = (count: number, of = (n: number) => `line ${n}`) =>
  `${Array.from({ length: count }, (_, n) => of(n)).join("\n")}\n`;
const before = lines(200);
const after = lines(200, (n) => (n % 50 === 25 ? `changed ${n}` : `line ${n}`));
const edit = { path: "src/a.ts", before, after, part: false };

test("an edit is a unified diff with three lines around", () => {
  expect(diffOf([{ path: "a.ts", before: "a\nb\n", after: "a\nc\n", part: false }], 1_000)).toBe(
    "--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
  );
  expect(diffOf([{ path: "a.ts", before: null, after: "a\n", part: false }], 1_000)).toContain(
    "--- /dev/null\n+++ b/a.ts",
  );
  expect(diffOf([{ path: "a.ts", before: "a\n", after: null, part: true }], 1_000)).toContain("# a part of the file");
});

test("what does not fit is left out in whole hunks, and said", () => {
  const whole = diffOf([edit, { ...edit, path: "b.ts" }], 100_000);
  expect(whole.match(/^@@/gmu)).toHaveLength(8);
  for (const most of [250, 400, 600, whole.length - 1]) {
    const text = diffOf([edit, { ...edit, path: "b.ts" }], most);
    expect(text.length).toBeLessThanOrEqual(most);
    expect(text).toMatch(/\[left out here: \d of 8 hunks.*of 2 files\]\n$/u);
  }
  expect(diffOf([edit, { ...edit, path: "b.ts" }], whole.length)).toBe(whole);
  const first = diffOf([{ ...edit, before: null, after: lines(500) }], 400);
  expect(first).toContain("+line 0\n");
  expect(first).toContain("1 of 1 hunks, one of them in part");
});

test("two texts of many lines without one in common are no work", () => {
  const far = { path: "a.ts", before: lines(60_000), after: lines(60_000, (n) => `${n} other`), part: false };
  const start = processorTime();
  expect(diffOf([far], 2_000).length).toBeLessThanOrEqual(2_000);
  expect(processorTime() - start).toBeLessThan(5_000);
});

test("equal edits have one hash, others have another", () => {
  const other = { path: "b.ts", before: null, after: "x", part: false };
  expect(editSha256([edit, other])).toBe(editSha256([other, { ...edit, before: "else" }]));
  const all = [
    [edit],
    [other],
    [{ ...edit, after: "x" }],
    [{ ...edit, after: null }],
    [{ ...edit, part: true }],
    [{ ...edit, part: true, before: "x" }],
  ];
  expect(new Set(all.map(editSha256)).size).toBe(all.length);
});

test("a diff applied to the text before gives the text after", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 40 })
    .chain((all) => fc.constantFrom(all.join("\n"), `${all.join("\n")}\n`));
  fc.assert(
    fc.property(text, text, text, text, (above, from, to, below) => {
      const [old, now] = [`${above}${from}${below}`, `${above}${to}${below}`];
      // Of no lines the library tells the place of the first one.
      fc.pre(old !== "");
      const diff = diffOf([{ path: "a.ts", before: old, after: now, part: false }], 100_000);
      expect(applyPatch(old, diff)).toBe(now);
      for (const [, line = "", first = ""] of diff.matchAll(/^@@ -(\d+),\d+ .*\n[ -](.*)$/gmu))
        expect(old.split("\n")[Number(line) - 1]).toBe(first);
    }),
    { numRuns: 500 },
  );
});
