import { stripVTControlCharacters } from "node:util";
import wrapAnsi from "wrap-ansi";
import { inlineTokensOf, visibleText } from "../../text/kept-markdown.ts";
import { columnsOf } from "../../text/truncate.ts";

/** What a terminal calls bold and what it calls plain again, and the same of a colour for what can be typed. */
const BOLD = ["\u001B[1m", "\u001B[22m"] as const;
const TYPED = ["\u001B[36m", "\u001B[39m"] as const;

/**
 * A reply as a terminal shows it: what was emphasised is bold, what can be typed has a colour, and no mark of Markdown
 * is left. A line is wrapped between words at `width` columns, but for tables and code;
 * a table has a line below its head and no other.
 */
export function onTerminal(text: string, width: number): string {
  let fence: string | null = null;
  const lines = text.split("\n");
  return lines
    .flatMap((line, at) => {
      const mark = /^\s*(`{3,})/u.exec(line)?.[1];
      if (mark !== undefined && (fence === null || line.trim() === fence)) {
        fence = fence === null ? mark : null;
        return [];
      }
      if (fence !== null) return [`    ${line}`];
      if (line.startsWith("|")) return lines[at - 1]?.startsWith("|") ? [] : tableDrawn(tableFrom(lines, at), width);
      const [, heading] = /^#{1,6} (.*)$/u.exec(line) ?? [];
      const drawn = heading === undefined ? spans(line) : `${BOLD[0]}${spans(heading)}${BOLD[1]}`;
      return [wrapAnsi(drawn, width, { trim: false })];
    })
    .join("\n");
}

function tableFrom(lines: readonly string[], from: number): string[] {
  const past = lines.findIndex((line, at) => at > from && !line.startsWith("|"));
  return lines.slice(from, past < 0 ? lines.length : past);
}

/** Cells in columns that are as wide as what is in them, those of numbers to the right, as the line below the head says. */
function tableDrawn(lines: readonly string[], width: number): string[] {
  const [head = "", rule = "", ...rows] = lines;
  if (!/^\|[\s:|-]+$/u.test(rule)) return lines.map(spans);
  const right = cellsOf(rule).map((cell) => cell.endsWith(":") && !cell.startsWith(":"));
  const drawn = [head, ...rows].map((row) => cellsOf(row).map((cell) => spans(cell)));
  const widths = right.map((_, at) => Math.max(0, ...drawn.map((row) => shownColumns(row[at] ?? ""))));
  const line = (cells: readonly string[]): string =>
    widths
      .map((columns, at) => {
        const cell = cells[at] ?? "";
        const blanks = " ".repeat(columns - shownColumns(cell));
        return right[at] ? `${blanks}${cell}` : `${cell}${blanks}`;
      })
      .join(BETWEEN)
      .trimEnd();
  const [names = [], ...others] = drawn;
  const ruled = widths.map((columns) => "─".repeat(columns)).join(BETWEEN);
  return [
    line(names.map((name) => (name === "" ? "" : `${BOLD[0]}${name}${BOLD[1]}`))),
    ruled,
    ...others.map(line),
  ].flatMap((each) =>
    shownColumns(each) <= width ? each : wrapAnsi(each, width, { trim: false, hard: true }).split("\n"),
  );
}

const BETWEEN = "  ";

/** The cells of a row, in which "|" is escaped. */
const cellsOf = (row: string): string[] =>
  row
    .replace(/^\|\s?|\s?\|\s*$/gu, "")
    .split(/(?<=\s|^)\|(?=\s|$)/u)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** Columns of what is drawn, without what gives it a colour. */
const shownColumns = (drawn: string): number => columnsOf(stripVTControlCharacters(drawn));

function spans(line: string): string {
  // Blanks at the beginning and the mark of a list are no part of what stands in the line.
  const [, start = "", rest = ""] = /^(\s*(?:[-*] |\d+\. )?)(.*)$/su.exec(line) ?? [];
  const drawn = inlineTokensOf(rest).map((token) => {
    if (token.type === "strong_open") return BOLD[0];
    if (token.type === "strong_close") return BOLD[1];
    const shown = visibleText(token);
    return token.type === "code_inline" ? `${TYPED[0]}${shown}${TYPED[1]}` : shown;
  });
  return `${start.replace(/[-*] $/u, "• ")}${drawn.join("")}`;
}
