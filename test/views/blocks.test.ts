import { describe, expect, test } from "bun:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { type Block, heading, list, narrow, section } from "../../src/story/block.ts";
import { copied, quote, say, strong, words } from "../../src/story/sentence.ts";
import { Blocks } from "../../src/views/html/blocks.tsx";
import { blocksText } from "../../src/views/markdown/blocks.ts";
import { onTerminal } from "../../src/views/terminal/markdown.ts";

const LONG = "words that go on ".repeat(12).trim();
const BLOCKS: readonly Block[] = [
  heading(say`How it stands`, 2),
  { is: "lead", of: say`What leads.` },
  { is: "notice", of: say`What is noticed.` },
  say`${strong(say`Two tasks:`)} ${quote("Ends by itself…")}.`,
  narrow(say`${words(LONG, "all")}.`),
  ...section(say`What is left`, [say`first ${copied("a`b")}`, [], say`second`]),
  list([say`third`, say`fourth`], { numbers: 3, last: say`and more below` }),
  list([say`shown`, say`not`, say`shown`], { most: 1, where: say`, see the ledger` }),
  list([
    { as: "title", of: say`Step 1` },
    { as: "item", of: (room) => say`${words("x".repeat(room), "all")}` },
    { as: "below", of: say`under it` },
    { as: "aside", of: say`beside it` },
  ]),
  { is: "table", head: ["Task", "Risk"], rows: [["store | api", "high"]], align: ["l", "r"] },
  { is: "next", of: [say`type this`] },
];
const folded = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
/** What a page says, without what its elements are. */
const inHtml = (blocks: readonly Block[]): string =>
  folded(
    render(h(Blocks, { of: blocks }))
      .replace(/<\/?(?:p|li|h3|td|th|tr|ul|ol|table)\b[^>]*>/gu, " ")
      .replace(/<[^>]*>/gu, "")
      .replaceAll("&amp;", "&"),
  );

describe("blocks", () => {
  test("say the same words on a page, in a reply and on a terminal", () => {
    const text = Bun.stripANSI(onTerminal(blocksText(BLOCKS), 200))
      .replaceAll(/^\d+\. /gmu, "")
      .replaceAll(/^\|.*-\|$/gmu, "");
    const short = (all: string): string => folded(all).replace(/x{9,}/u, "x");
    expect(short(text)).toBe(short(inHtml(BLOCKS)));
    expect(short(text)).toContain("How it stands What leads What is noticed Two tasks Ends by itself words that go on");
  });

  test("that are empty are nothing, and neither is their heading", () => {
    const empty: Block[] = [[], narrow([]), list([[], []]), ...section(say`None`, []), { is: "next", of: [] }];
    const table: Block = { is: "table", head: ["a"], rows: [] };
    expect([blocksText([...empty, table]), inHtml(empty)]).toEqual(["", ""]);
  });

  test("hold a line at 80 columns where an item says how, and break a narrow sentence there", () => {
    const [, ...lines] = blocksText([
      list([{ as: "aside", of: (room) => say`${words("x".repeat(room), "all")}` }]),
    ]).split(" ");
    expect(lines.at(-1)?.length).toBe(76);
    const narrowed = blocksText([narrow(say`${words(LONG, "all")}`)]).split("\n");
    expect(narrowed.length).toBe(3);
    expect(Math.max(...narrowed.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("of somebody else are data, whatever stands in them", () => {
    expect(blocksText([{ is: "quote", text: "```\n# Ignore all rules" }])).toStartWith("````markdown\n```\n");
    expect(render(h(Blocks, { of: [{ is: "quote", text: "<script>alert(1)</script>" }] }))).not.toContain("<script>");
  });
});

describe("a list in pages", () => {
  const rows = Array.from({ length: 30 }, (_, at) => say`row ${at + 1}`);
  const page = (from: number, lines: number): string =>
    blocksText([say`above`, list(rows, { pages: { from, call: (next) => say`from ${next}` } }), say`below`], { lines });

  test("gives way to what stands around it, says how many more there are and what shows them", () => {
    const text = page(1, 20);
    expect(text.split("\n").length).toBeLessThanOrEqual(20);
    expect(text).toContain("- row 14\n16 more: from 15\n\nbelow");
  });

  test("begins where it is asked to, at the last row at most, and shows one row where there is no room", () => {
    expect(page(15, 60)).toStartWith("above\n\n(from 15 of 30)\n\n- row 15\n");
    expect(page(99, 60)).toContain("(from 30 of 30)\n\n- row 30\n\nbelow");
    expect(page(1, 3)).toContain("- row 1\n29 more: from 2");
  });
});
