import { expect, test } from "bun:test";
import { columnsOf } from "../../../../src/text/truncate.ts";
import { linesOf } from "../../../../src/views/html/plan/words.ts";

test("a text is broken between words, and what does not fit is cut at the end of the last line", () => {
  expect(linesOf("Write the store", 24, 2)).toEqual(["Write the store"]);
  expect(linesOf("Write the store,  and then\ntest it", 16, 2)).toEqual(["Write the store,", "and then test it"]);
  expect(linesOf("Write the store and then test it all again", 16, 2)).toEqual(["Write the store", "and then test…"]);
  expect(linesOf("exactly sixteen! and more", 16, 2)).toEqual(["exactly sixteen!", "and more"]);
  expect(linesOf("", 16, 2)).toEqual([]);
});

test("wide letters and long words are broken inside, and no line is wider than it may be", () => {
  expect(linesOf("保存層を作ってから試験する", 12, 3)).toEqual(["保存層を作っ", "てから試験す", "る"]);
  for (const text of [
    "W".repeat(200),
    "保".repeat(200),
    "👩‍👩‍👧‍👦".repeat(50),
    "بناء ".repeat(60),
    "a,b;c:".repeat(40),
  ]) {
    const lines = linesOf(text, 17, 3);
    expect(lines.length).toBe(3);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(17);
  }
});
