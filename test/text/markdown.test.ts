import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  block,
  cell,
  code,
  escapeStart,
  inCell,
  inline,
  join,
  literal,
  longestRun,
  type Markdown,
  md,
  prose,
} from "../../src/text/markdown.ts";
import { callCode, typedCode } from "../../src/text/typed.ts";
import { codeSpansOf, HOSTILE_PIECES, liveParts } from "../support/live-markdown.ts";

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
    ["![x](https://evil/p.png)", "![x\\](`https://evil/p.png`)"],
    ["[x](javascript:alert(1))", "[x\\](javascript:alert(1))"],
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
    test(`shows ${JSON.stringify(text)} as written`, () => expect<string>(inline(text)).toBe(line));
  }

  test("cuts before it escapes, so that no escape is cut in half", () => {
    expect<string>(inline("ab_ cdef", 4)).toBe("ab\\_…");
    expect<string>(inline("a[0] [1](2) [3][4] [5]: [6]")).toBe("a[0] [1\\](2) [3\\][4] [5\\]: [6\\]");
    expect<string>(inline("a `code span` b", 8)).toBe("a \\`code…");
  });
});

describe("cell()", () => {
  test("escapes bars, also in code spans", () => {
    expect<string>(cell("a|b `c|d` \\|")).toBe("a\\|b `c\\|d` \\\\\\|");
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
    expect<string>(prose(text)).toBe(
      "\\# T\n\n- a\n   - b &lt;b>x&lt;/b>\n1. c\n\nfoo\n\nbar\n\\---\nx|y\n\\-|-\n\\> q\n\\`\\`\\`js\ndeep\n\\===",
    );
  });

  test("ends no line with blanks, which would break it there", () =>
    expect<string>(prose("one  \n- two   \nthree\u3000\nfour")).toBe("one\n- two\nthree\nfour"));

  test("escapes a heading inside a list item", () => expect<string>(prose("- # Winner")).toBe("- \\# Winner"));
});

describe("block()", () => {
  test("has a fence longer than any run of backticks inside", () => {
    expect<string>(block("a\n```\nb\n````\n", "js")).toBe("`````js\na\n```\nb\n````\n`````");
    expect<string>(block("x", "a`b\nc")).toBe("```abc\nx\n```");
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

describe("nothing of a text takes effect, as either parser reads it,", () => {
  const places: [string, (text: string) => Markdown][] = [
    ["as a line", (text) => inline(text)],
    ["cut short", (text) => inline(text, 9)],
    ["in a list and in bold", (text) => md`- a\n- **${inline(text)}**: ${inline(text)}`],
    ["in a cell", (text) => md`| a | b |\n|---|---|\n| ${cell(text, 30)} | ${inCell(code(text))} |`],
    ["as a code span", (text) => md`see ${code(text)} there`],
    ["as prose", (text) => prose(text)],
    ["as prose between paragraphs", (text) => md`a\n\n${prose(text)}\n\nb`],
  ];
  for (const [where, write] of places) {
    test(where, () => {
      const pieces = fc.array(
        fc.oneof(fc.constantFrom(...HOSTILE_PIECES), fc.string({ unit: "binary", maxLength: 3 })),
        {
          maxLength: 10,
        },
      );
      fc.assert(
        fc.property(pieces, (parts) => {
          expect(liveParts(write(parts.join("")))).toEqual([]);
        }),
        { numRuns: 500 },
      );
    });
  }

  const known = [
    "_https://evil.example",
    "1https://evil.example",
    "//evil.example/x",
    "_www.evil.example",
    "\u00a0# heading",
    "\u3000+     code",
    "<1@evil.example>",
    "mailto:me@evil",
    "http://|*",
    "me@evil.|*",
    "me@evil|x.example",
    "-      + code",
    "![x](https://evil.example/p.png)",
  ];
  for (const text of known) {
    test(JSON.stringify(text), () => {
      for (const [, write] of places) expect(liveParts(write(text))).toEqual([]);
    });
  }
});

describe("md", () => {
  test("takes Markdown, numbers and words of our own; a plain string does not compile", () => {
    const name: string = "**x**";
    const state = "low" as "low" | "high";
    expect<string>(md`${inline(name)} is ${state}, ${3} times`).toBe("\\*\\*x\\*\\* is low, 3 times");
    // @ts-expect-error what any string says is not Markdown
    expect<string>(md`${name}`).toBe(name);
    // @ts-expect-error nor is a list of strings
    expect<string>(md`${[name]}`).toBe(name);
    // @ts-expect-error nor a value that may be no text at all
    expect<string>(md`${name as string | undefined}`).toBe(name);
    // @ts-expect-error what is joined is Markdown already
    expect<string>(join([name], ", ")).toBe(name);
  });
});

describe("code()", () => {
  test("shows a text letter by letter on one line, whatever backticks are in it", () => {
    const shown: [string, string][] = [
      ["a_b <c>", "`a_b <c>`"],
      ["a`b", "``a`b``"],
      ["`", "`` ` ``"],
      ["a\nb\u202e", "`a b`"],
      [" x ", "`  x  `"],
      ["", "` `"],
    ];
    for (const [text, span] of shown) expect<string>(code(text)).toBe(span);
  });

  test("is read back as it was written, for any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("`", "``", "a", " ", "\\", "_"), { minLength: 1, maxLength: 12 }),
        (parts) => {
          const text = parts.join("").replace(/ +/g, " ");
          expect(codeSpansOf(md`x ${code(text)} y`)).toEqual([text]);
        },
      ),
    );
  });
});

test("literal() leaves a path that means nothing in Markdown as it is, and makes a code span of another", () => {
  expect<string[]>(["a_b", "a/b.json", "*x*", "[a](b)"].map(literal)).toEqual(["a_b", "a/b.json", "`*x*`", "`[a](b)`"]);
});

test("longestRun() and escapeStart() tell what a fence and a list begin with", () => {
  expect(["", "`", "a``b`", "```"].map(longestRun)).toEqual([0, 1, 2, 3]);
  const starts = ["- a", "-a", "+ x", "12. x", "1234567890. x", "3) b", "*", "# a", "a - b"];
  const escaped = ["\\- a", "-a", "\\+ x", "12\\. x", "1234567890. x", "3\\) b", "\\*", "\\# a", "a - b"];
  expect(starts.map(escapeStart)).toEqual(escaped);
});

test("callCode() and typedCode() are what a person copies", () => {
  expect<string>(callCode("run")).toBe('`designlab({op: "run"})`');
  expect<string>(callCode("run", { a: 1, "b-c": [1, "x", { d: null }], e_f: true })).toBe(
    '`designlab({op: "run", args: {a: 1, "b-c": [1, "x", {d: null}], e_f: true}})`',
  );
  expect<string>(typedCode("show", "x", "B")).toBe("`/design-lab show x B`");
});
