import type { SheetTask } from "../../../story/plan-sheet.ts";
import { columnsOf, truncate } from "../../../text/truncate.ts";

/** How a task stands, as drawings and tables name it: by its status, and apart whether it can be started. */
export type Standing = SheetTask["status"] | "ready";

export const standingOf = ({ ready, status }: SheetTask): Standing =>
  ready && status === "pending" ? "ready" : status;

/** A sign and a word for each, in the order in which they are listed. */
export const STANDINGS: Readonly<Record<Standing, { sign: string; word: string }>> = {
  "in-progress": { sign: "◔", word: "in progress" },
  ready: { sign: "○", word: "can be started" },
  pending: { sign: "·", word: "waits" },
  blocked: { sign: "‖", word: "blocked" },
  failed: { sign: "✕", word: "failed" },
  completed: { sign: "✓", word: "completed" },
  unread: { sign: "?", word: "no known status" },
};

/** What else a drawing marks. */
export const CRITICAL = { sign: "◆", word: "on the longest path" };
export const RISKY = { sign: "▲", word: "risk high or critical" };
export const CYCLE = { sign: "↻", word: "in a cycle" };

export const isRisky = ({ risk }: SheetTask): boolean => risk === "high" || risk === "critical";

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
