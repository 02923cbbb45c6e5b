import { columnsOf, truncate } from "../../../text/truncate.ts";

/** Lines of at most so many columns, the last one cut: broken between words, and inside one that is too long. */
export function linesOf(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text.replace(/\s+/gu, " ").trim();
  while (lines.length < most - 1 && columnsOf(rest) > columns) {
    const cut = truncate(`${rest}  …`, columns + 1).slice(0, -1);
    // What was taken off at its end belongs to the line where there is room.
    const stop = columnsOf(cut) < columns ? /^[,;:]/u.exec(rest.slice(cut.length))?.[0] : undefined;
    const start = `${cut}${stop ?? ""}`;
    if (start === "") break;
    lines.push(start);
    rest = rest.slice(start.length).trim();
  }
  return [...lines, truncate(rest, columns)].filter((line) => line !== "");
}
