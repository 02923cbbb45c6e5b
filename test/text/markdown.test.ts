import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { block, cell, inline, prose } from "../../src/text/markdown.ts";
import { truncate, width } from "../../src/text/truncate.ts";

describe("inline()", () => {
  const shown: [string, string][] = [
    ["A plain sentence, with 3.5 dots - and dashes (too).", "A plain sentence, with 3.5 dots - and dashes (too)."],
    ["two\nlines\r\n\tfolded", "two lines folded"],
    ["snake_case and a * b < 5 & c > d", "snake_case and a * b < 5 & c > d"],
    ["Use `SELECT * FROM <t>` here", "Use `SELECT * FROM <t>` here"],
    ["C:\\Users\\me", "C:\\Users\\me"],
    ["**bold** _em_ __init__", "\\*\\*bold\\*\\* \\_em\\_ \\_\\_init\\_\\_"],
    ["<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"],
    ["<!-- hidden -->", "&lt;!-- hidden -->"],
    ["&lt;b> &#60;", "&amp;lt;b> &amp;#60;"],
    ["![x](https://evil/p.png)", "!\\[x\\](`https://evil/p.png`)"],
    ["[x](javascript:alert(1))", "\\[x\\](javascript:alert(1))"],
    ["see https://a.b/c_d.", "see `https://a.b/c_d`."],
    ["www.evil.com or me@evil.com", "`www.evil.com` or `me@evil.com`"],
    ["# heading", "\\# heading"],
    ["- item", "\\- item"],
    ["1. item", "1\\. item"],
    ["> quote", "\\> quote"],
    ["---", "\\---"],
    ["~~gone~~ but ~5 ms", "\\~\\~gone\\~\\~ but ~5 ms"],
    ["an open ` and ``two``", "an open \\` and \\`\\`two\\`\\`"],
    ["\u001b[31mred\u202E", "red"],
    ["ends with \\", "ends with \\\\"],
  ];
  for (const [text, line] of shown) {
    test(`shows ${JSON.stringify(text)} as written`, () => expect(inline(text)).toBe(line));
  }

  test("cuts before it escapes, so that no escape is cut in half", () => {
    expect(inline("ab[cdef", 4)).toBe("ab\\[…");
    expect(inline("a `code span` b", 8)).toBe("a \\`code…");
  });

  test("leaves no tag, entity, link or image that takes effect, for any text", () => {
    const piece = fc.constantFrom(
      "<",
      "img ",
      "`",
      "``",
      "\\",
      "[",
      "](",
      ")",
      "!",
      "https://x",
      "&lt;",
      "|",
      "a",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const live = withoutCode(inline(pieces.join("")));
        expect(live).not.toMatch(/<[a-z/!?]/i);
        expect(live).not.toMatch(/https:/);
        expect(live).not.toMatch(/(?<!\\)(?:\\\\)*\]\(/);
        expect(live).not.toContain("\n");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("cell()", () => {
  test("escapes bars, also in code spans", () => {
    expect(cell("a|b `c|d` \\|")).toBe("a\\|b `c\\|d` \\\\\\|");
  });

  test("never holds a raw bar or a newline, for any text", () => {
    const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("|", "\\", "`", "\n", "\u2028", "a|b"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = cell(pieces.join(""));
        expect(text).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
        for (const bar of text.matchAll(/(\\*)\|/g)) expect((bar[1] ?? "").length % 2).toBe(1);
        expect(/\\*$/.exec(text)?.[0].length).toSatisfy((length) => Number(length) % 2 === 0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("prose()", () => {
  test("keeps paragraphs and lists and nothing else", () => {
    const text = "# T\n\n- a\n    - b <b>x</b>\n1. c\n\n\n\nfoo\n- \nbar\n---\nx|y\n-|-\n> q\n```js\n        deep\n===";
    expect(prose(text)).toBe(
      "\\# T\n\n- a\n   - b &lt;b>x&lt;/b>\n1. c\n\nfoo\n\nbar\n\\---\nx|y\n\\-|-\n\\> q\n\\`\\`\\`js\ndeep\n\\===",
    );
  });

  test("escapes a heading inside a list item", () => expect(prose("- # Winner")).toBe("- \\# Winner"));
});

describe("block()", () => {
  test("has a fence longer than any run of backticks inside", () => {
    expect(block("a\n```\nb\n````\n", "js")).toBe("`````js\na\n```\nb\n````\n`````");
    expect(block("x", "a`b\nc")).toBe("```abc\nx\n```");
  });

  test("is closed only by its own last line, for any text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("`", "```", "\n", "\r", "x"), { maxLength: 40 }), (pieces) => {
        const lines = block(pieces.join("")).split("\n");
        const fence = lines[0] ?? "";
        expect(lines.findIndex((line, at) => at > 0 && line.trim().startsWith(fence))).toBe(lines.length - 1);
      }),
    );
  });
});

describe("truncate()", () => {
  test("counts wide letters and emoji as two columns and cuts between graphemes", () => {
    expect(width("\u65E5\u672C a\u{1F44D}")).toBe(8);
    expect(truncate("\u65E5\u672C\u8A9E\u30C6", 5)).toBe("\u65E5\u672C…");
    expect(truncate("\u{1F468}\u200d\u{1F469}\u200d\u{1F467}xy", 3)).toBe("\u{1F468}\u200d\u{1F469}\u200d\u{1F467}…");
  });

  test("leaves what fits alone and never exceeds the limit, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, max) => {
        expect(width(truncate(text, max))).toBeLessThanOrEqual(max);
        if (width(text) <= max) expect(truncate(text, max)).toBe(text);
      }),
    );
  });
});

/** The text with each code span, as CommonMark pairs them, replaced. */
function withoutCode(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; ) {
    const run = /^`+/.exec(text.slice(at))?.[0];
    const close = run && new RegExp(`(?<!\`)${run}(?!\`)`).exec(text.slice(at + run.length));
    if (text[at] === "\\") {
      out += text.slice(at, at + 2);
      at += 2;
    } else if (run && close) {
      out += "(code)";
      at += run.length * 2 + close.index;
    } else {
      out += run ?? text[at];
      at += run?.length ?? 1;
    }
  }
  return out;
}
