import { markdownTable } from "markdown-table";
import { cell, type Markdown, oneLine } from "../../text/markdown.ts";
import { columnsOf } from "../../text/truncate.ts";

/** Columns of a terminal that every reply holds at, of the text of a cell elsewhere, and of one that is cut no further. */
const TERMINAL = 80;
const MAX_CELL = 60;
const LEAST_CELL = 5;

/** A Markdown table that also reads well raw: aligned by display width, every cell escaped and cut to `max` columns. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align?: readonly ("l" | "r")[],
  max = MAX_CELL,
): Markdown {
  const safe = [head, ...rows].map((row) => row.map((text) => cell(text, max)));
  return markdownTable(safe, { stringLength: columnsOf, ...(align && { align: [...align] }) }) as Markdown;
}

/** As `table`, with its widest columns cut until it holds at 80 columns, whatever letters it is written in. */
export function terminalTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align?: readonly ("l" | "r")[],
): Markdown {
  const short = rows.map((row) => row.map((text) => oneLine(text, MAX_CELL)));
  const cutTo = (max: number): Markdown => table(head, short, align, max);
  // A wider cell makes no table narrower, so that the widest that fits is found by halves.
  let fits = LEAST_CELL;
  for (let past = MAX_CELL + 1; past - fits > 1; ) {
    const middle = (fits + past) >> 1;
    if (columnsOf(cutTo(middle).split("\n", 1)[0] ?? "") <= TERMINAL) fits = middle;
    else past = middle;
  }
  return cutTo(fits);
}

/** As many things stand side by side; more stand one below another. */
const SIDE_BY_SIDE = 3;

/** What can be counted of several things: side by side where they are few, else a row each, of the first facts. */
export function factsTable<T>(
  items: readonly T[],
  name: (item: T, at: number) => string,
  facts: readonly (readonly [fact: string, of: (item: T) => string])[],
): Markdown {
  if (items.length <= SIDE_BY_SIDE) {
    return terminalTable(
      ["", ...items.map(name)],
      facts.map(([fact, of]) => [fact, ...items.map(of)]),
    );
  }
  const few = facts.slice(0, SIDE_BY_SIDE);
  return terminalTable(
    ["", ...few.map(([fact]) => fact)],
    items.map((item, at) => [name(item, at), ...few.map(([, of]) => of(item))]),
  );
}
