import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clean } from "../../src/text/clean.ts";
import { inline, type Markdown, md } from "../../src/text/markdown.ts";
import { plain } from "../../src/text/plain.ts";

describe("plain()", () => {
  test("takes off what only escapes, and bold", () => {
    expect(plain(md`**${inline("_a_ *b* <b> &amp; [x](y)")}** is null: ${3}.`)).toBe(
      "_a_ *b* <b> &amp; [x](y) is null: 3.",
    );
  });

  test("keeps what stands in a code span", () => {
    expect(plain(inline("see `a\\_b` at https://example.org/_x/y"))).toBe("see `a\\_b` at `https://example.org/_x/y`");
  });

  test("takes a run of backticks that none closes for text, and an escaped one for itself", () => {
    expect(plain("a ` b \\_c\\_ `` d" as Markdown)).toBe("a ` b _c_ `` d");
    expect(plain("\\`\\_\\` `` a\\_`b `` \\_" as Markdown)).toBe("`_` `` a\\_`b `` _");
  });

  test("gives back any line without code and addresses as it was written", () => {
    const line = fc.string({ unit: fc.constantFrom(..."ab _*<>&;~#[]()!.,|=-1".split("")), maxLength: 40 });
    fc.assert(
      fc.property(line, (text) => {
        const folded = clean(text).text.replace(/\s+/g, " ").trim();
        expect(plain(inline(text))).toBe(folded);
      }),
    );
  });
});
