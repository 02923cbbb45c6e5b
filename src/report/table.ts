import { markdownTable } from "markdown-table";
import stringWidth from "string-width";
import { cell, type Markdown } from "../text/markdown.ts";

/** A Markdown table that also reads well raw: aligned by display width, every cell escaped and cut to `max` columns. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align?: readonly ("l" | "r")[],
  max = 60,
): Markdown {
  const safe = [head, ...rows].map((row) => row.map((text) => cell(text, max)));
  return markdownTable(safe, { stringLength: stringWidth, ...(align && { align: [...align] }) }) as Markdown;
}
