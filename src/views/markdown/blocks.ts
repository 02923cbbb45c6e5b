import type { Names } from "../../artifacts/names.ts";
import type { Block, Item, List } from "../../story/block.ts";
import type { Sentence } from "../../story/sentence.ts";
import { say } from "../../story/sentence.ts";
import { block, join, type Markdown, md, wrapped } from "../../text/markdown.ts";
import { columnsOf } from "../../text/truncate.ts";
import { drawn } from "./drawn.ts";
import { terminalTable } from "./table.ts";

/** Columns of a line that must hold in a terminal. */
const TERMINAL = 80;

type Drawing = {
  names?: Names | undefined;
  /** Lines of all blocks together, which a list in pages keeps to. */
  lines?: number;
};

/** Blocks in Markdown, in the order in which they come. */
export function blocksText(
  blocks: readonly Block<Markdown>[],
  { names, lines = Number.POSITIVE_INFINITY }: Drawing = {},
): Markdown {
  const isPaged = (each: Block<Markdown>): each is List =>
    "is" in each && each.is === "list" && each.pages !== undefined;
  const whole = blocks.map((each) => (isPaged(each) ? [] : blockText(each, names)));
  const taken = whole.flat().reduce((sum, part) => sum + part.split("\n").length + 1, 0);
  return join(
    blocks.flatMap((each, at) => (isPaged(each) ? pageText(each, lines - taken, names) : (whole[at] ?? []))),
    "\n\n",
  );
}

function blockText(each: Block<Markdown>, names: Names | undefined): Markdown[] {
  const said = (of: Sentence): Markdown => drawn(of, names);
  if (!("is" in each)) return each.length === 0 ? [] : [said(each)];
  switch (each.is) {
    case "heading":
      return [md`${HEADINGS[each.level ?? 3]} ${said(each.of)}`];
    case "lead":
    case "notice":
      return each.of.length === 0 ? [] : [said(each.of)];
    case "narrow":
      return each.of.length === 0 ? [] : [wrapped(said(each.of))];
    case "list":
      return linesOf(listLines(each, names));
    case "table":
      return each.rows.length === 0 ? [] : [terminalTable(each.head, each.rows, each.align)];
    case "quote":
      return [block(each.text, "markdown")];
    case "copy":
      return [block(each.text)];
    case "next":
      return each.of.length === 0 ? [] : [md`### Next`, ...linesOf(each.of.map((one) => md`- ${said(one)}`))];
    case "drawing":
      return [each.of];
  }
}

const HEADINGS = { 1: "#", 2: "##", 3: "###" } as const;

const linesOf = (lines: readonly Markdown[]): Markdown[] => (lines.length === 0 ? [] : [join(lines, "\n")]);

function listLines({ of, numbers, most = of.length, where = [], last = [] }: List, names?: Names): Markdown[] {
  const more = of.length - most;
  return [
    ...of.slice(0, most).map((item, at) => itemText(item, at, numbers, names)),
    ...(more > 0 ? [md`- and ${more} more${drawn(where, names)}`] : []),
    ...(last.length > 0 ? [drawn(last, names)] : []),
  ];
}

/** As many items as there are lines for, at least one; how many more there are, and what shows them. */
function pageText(list: List, lines: number, names?: Names): Markdown[] {
  const all = listLines(list, names);
  const from = Math.max(0, Math.min((list.pages?.from ?? 1) - 1, all.length - 1));
  const before = from > 0 ? [md`(from ${from + 1} of ${all.length})`] : [];
  let room = lines - 2 * before.length - 2;
  const after = all.slice(from).findIndex((line, at) => {
    room -= line.split("\n").length;
    return room < 0 && at > 0;
  });
  const until = after === -1 ? all.length : from + after;
  const rest = list.pages?.call(until + 1) ?? [];
  const left = all.length - until;
  return [
    ...before,
    ...linesOf([...all.slice(from, until), ...(left > 0 ? [drawn(say`${left} more: ${rest}`, names)] : [])]),
  ];
}

function itemText(item: Item, at: number, numbers: number | undefined, names?: Names): Markdown {
  const { as, of } = "as" in item ? item : { as: "item" as const, of: item };
  const line = (room: number): Markdown => {
    const said = drawn(typeof of === "function" ? of(room) : of, names);
    if (as === "title") return md`${at === 0 ? "" : "\n"}${said}`;
    if (as === "aside") return md`  ${said}`;
    if (as === "below") return md`  - ${said}`;
    return numbers === undefined ? md`- ${said}` : md`${at + numbers}. ${said}`;
  };
  return typeof of === "function" ? fitting(line) : line(TERMINAL);
}

/** The longest that holds at 80 columns, of what `make` gives for less and less room; the shortest where none does. */
function fitting(make: (room: number) => Markdown): Markdown {
  for (let room = TERMINAL; room > 0; room -= 4) {
    const line = make(room);
    if (columnsOf(line) <= TERMINAL) return line;
  }
  return make(0);
}
