import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clean } from "../../src/text/clean.ts";
import { bulleted, indented, isLong, kept, tokensOf } from "../../src/text/kept-markdown.ts";
import { inline, type Markdown, md } from "../../src/text/markdown.ts";
import { codeBlocksOf, HOSTILE_PIECES, liveParts } from "../support/live-markdown.ts";

describe("kept()", () => {
  const shown: [what: string, text: string, written: string][] = [
    ["a sentence", "Orders are **never** lost, `at_least` once.", "Orders are **never** lost, `at_least` once."],
    [
      "headings, below those of the page",
      "# Ranking\n\ntext\n\n## Part\ntext",
      "#### Ranking\n\ntext\n\n##### Part\n\ntext",
    ],
    ["a heading that would be the page's own", "## Ranking", "#### Ranking"],
    ["deep headings", "# a\n### b\n###### c", "#### a\n\n###### b\n\n###### c"],
    ["code, with its indentation", "```sql\nSELECT\n    *\n\tFROM t;\n```", "```sql\nSELECT\n    *\n\tFROM t;\n```"],
    ["code that holds a fence", "````\n```\n# x\n```\n````", "````\n```\n# x\n```\n````"],
    ["a fence of tildes", "~~~js\n````\n~~~", "`````js\n````\n`````"],
    ["indented code as a fence", "a:\n\n    if x:\n        y", "a:\n\n```\nif x:\n    y\n```"],
    ["a fence that is never closed", "```\n<b>\n## Ranking", "```\n<b>\n## Ranking\n```"],
    [
      "no language that a viewer runs, sends away or fetches by",
      "```geojson\n{}\n```\n\n```plantuml\nA -> B\n```",
      "```\n{}\n```\n\n```\nA -> B\n```",
    ],
    [
      "the word of a drawing that viewers know, alone",
      '```Mermaid title="x"\ngraph TD\n  A[one<br/>two] --> B["click it"]\n```',
      '```mermaid\ngraph TD\n  A[one<br/>two] --> B["click it"]\n```',
    ],
    ["lists in lists", "1. a\n   - b\n     - c\n2. d", "1. a\n   - b\n     - c\n2. d"],
    ["code in a list", "- a\n\n  ```\n    b\n  ```\n- c", "- a\n\n  ```\n    b\n  ```\n\n- c"],
    ["a quote", "> a\n> - b", "> a\n>\n> - b"],
    ["a rule, which underlines nothing", "a\n\n---\n\nb", "a\n\n___\n\nb"],
    ["emphasis", "_a_ __b__ ~~c~~ ***d***", "*a* **b** ~~c~~ ***d***"],
    ["HTML as it was written", "<b>x</b>\n<!-- y -->", "&lt;b>x&lt;/b>\n&lt;!-- y -->"],
    [
      "links and pictures as they were written",
      "[a](b) ![c](//d) [e]\n\n[e]: //f",
      "[a\\](b) ![c\\](`//d`) [e\\]\n\n[e\\]: `//f`",
    ],
    ["a table", "|a|b|\n|-|-:|\n|`x\\|y`|2|\n\nafter", "| a      |  b |\n| ------ | -: |\n| `x\\|y` |  2 |\n\nafter"],
    ["lists deeper than the parser goes as text", `${"> ".repeat(14)}deep`, `\\${"> ".repeat(14)}deep`],
  ];
  for (const [what, text, written] of shown) test(`keeps ${what}`, () => expect<string>(kept(text)).toBe(written));

  const loud = [
    'click A "/x"',
    "A --> B; click A call f()",
    "link A: Board @ /x",
    'A@{ img: "//x.test/a.png" }',
    'A["<img src=x>"]',
    'A["see https://x.test"]',
    '%%{init: {"themeCSS": "*{}"}}%%',
    "---\nconfig:\n  look: x\n---",
  ];
  for (const line of loud) {
    test(`keeps no word of a drawing with ${JSON.stringify(line)}`, () => {
      const code = `graph TD\n${line}\n`;
      expect<string>(kept(`\`\`\`mermaid\n${code}\`\`\``)).toBe(`\`\`\`\n${code}\`\`\``);
    });
  }

  test("writes one long cell without a row as long for each", () => {
    const text = `|a|b|\n|-|-|\n|${"x".repeat(5_000)}|\n${"|y|z|\n".repeat(1_000)}`;
    expect(kept(text).length).toBeLessThan(2 * text.length);
  });
});

test("isLong() is said of several lines", () => {
  expect(["a", "a\n", "a\nb", "\u2028a\u2028b"].map(isLong)).toEqual([false, false, true, true]);
});

describe("of any Markdown, as either parser reads it,", () => {
  const pieces = fc
    .array(
      fc.oneof(
        fc.constantFrom(...HOSTILE_PIECES, ...HOSTILE_PIECES.map((piece) => `\n${piece}`)),
        fc.constantFrom(
          "\n```sql\n",
          "\n|a|b|\n|-|-|\n|",
          "\n\n    ",
          "\n> ",
          "\n  - ",
          "~~",
          "**",
          "\n## Ranking\n",
          "\n\t",
        ),
        fc.string({ unit: "binary", maxLength: 3 }),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(""));
  const places: [string, (text: string) => Markdown][] = [
    ["on a page", (text) => md`### Begin\n\n${kept(text)}\n\n## End\n\nlast`],
    ["in an item of a list", (text) => md`### Begin\n\n- **a**:\n\n${indented(kept(text))}\n\n  b\n- c\n\n## End`],
  ];
  for (const [where, write] of places) {
    test(`nothing but headings below the page's own and code takes effect, and the page goes on behind it ${where}`, () => {
      fc.assert(
        fc.property(pieces, (text) => {
          const live = liveParts(write(text)).filter(({ kind, level = 9 }) =>
            kind === "heading" ? level < 4 : kind !== "code block",
          );
          expect(live.map(({ text: shown }) => shown)).toEqual(["Begin", "End", "Begin", "End"]);
        }),
        { numRuns: 500 },
      );
    });

    test(`code is what it was, to the byte, ${where}`, () => {
      fc.assert(
        fc.property(pieces, (text) => {
          const own = kept(text);
          expect(codeBlocksOf(write(text))).toEqual(codeBlocksOf(own));
        }),
        { numRuns: 500 },
      );
    });
  }

  test("nothing is a heading where a text is to have none, and code is as it is", () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const plain = md`### Begin\n\n${kept(text, { headings: false })}\n\n## End`;
        const live = liveParts(plain).filter(({ kind }) => kind !== "code block");
        expect(live.map(({ text: shown }) => shown)).toEqual(["Begin", "End", "Begin", "End"]);
        expect(codeBlocksOf(plain)).toEqual(codeBlocksOf(kept(text)));
      }),
      { numRuns: 500 },
    );
  });

  test("code is what the text's own parser read", () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const wanted = tokensOf(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n"))
          .filter(({ type }) => type === "fence" || type === "code_block")
          // An unclosed fence may end without the end of a line.
          .map(({ content }) => (content === "" ? "" : content.replace(/\n?$/, "\n")));
        // What is invisible is taken out.
        fc.pre(clean(text).text === text);
        expect(codeBlocksOf(kept(text))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

test("kept() writes each marker, number, fence and column of a table as it was meant", () => {
  const fence = (length: number) => kept(`~~~\n${"`".repeat(length)}\n~~~`);
  expect(fence(199)).toStartWith("`".repeat(200));
  expect(fence(200)).toStartWith("\\`");
  const written: [text: string, kept: string][] = [
    ["3) a\n4) b\n\n   c", "3) a\n\n4) b\n\n   c"],
    ["5. x", "5. x"],
    ["* a\n* b", "* a\n* b"],
    ["+ a\n\n+ b", "+ a\n\n+ b"],
    ["- a\n- \n- b", "- a\n- b"],
    ["# \n\ntext", "text"],
    ["### a\n# b", "###### a\n\n#### b"],
    ["~~a ~~b~~ c~~", "~~a b c~~"],
    ["a\\\nb", "a\nb"],
    ["```Sql x\ny\n```", "```sql\ny\n```"],
    ["``` js\n```", "```js\n```"],
    ["    code\n\n\n    more\n", "```\ncode\n\n\nmore\n```"],
    [
      `|a|b|c|\n|:-|:-:|-|\n|${"x".repeat(60)}|y|z|`,
      `| a${" ".repeat(59)} |  b  | c |\n| :${"-".repeat(59)} | :-: | - |\n| ${"x".repeat(60)} |  y  | z |`,
    ],
    [`|a|b|\n|:-|:-:|\n|${"x".repeat(61)}|y|`, `| a | b |\n| :--- | :---: |\n| ${"x".repeat(61)} | y |`],
  ];
  for (const [text, shown] of written) expect<unknown[]>([text, kept(text)]).toEqual([text, shown]);
});

test("bulleted() and indented() move every line but the empty ones", () => {
  expect<string>(bulleted(md`a\n\nb`)).toBe("- a\n\n  b");
  expect<string>(indented(md`a\n\nb`)).toBe("  a\n\n  b");
});

test("kept() of Markdown that is our own writes it as it is, however often: no entity is escaped again", () => {
  const first = md`- **R1** ${inline("A <b>late</b> van & *one* &lt; `<i>`")}`;
  expect(kept(first, { ours: true })).toBe(first);
  expect(kept(kept(first, { ours: true }), { ours: true })).toBe(first);
});
