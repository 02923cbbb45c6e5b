import type { Markdown } from "./markdown.ts";

/**
 * Markdown of one line as a page shows it that is not made of Markdown: without what only escapes and without bold;
 * code spans keep their backticks, and what stands in them stays.
 */
export function plain(line: Markdown): string {
  let shown = "";
  let from = 0;
  const unclosed = new Set<number>();
  for (const { index, 0: run } of line.matchAll(MARKS)) {
    if (index < from || !run.startsWith("`") || unclosed.has(run.length)) continue;
    const end = closingRun(line, index + run.length, run.length);
    if (end === null) {
      // Nor is there one for a later run of that length.
      unclosed.add(run.length);
      continue;
    }
    shown += unescaped(line.slice(from, index)) + line.slice(index, end);
    from = end;
  }
  return shown + unescaped(line.slice(from));
}

/** An escaped character, or a run of backticks that no backslash escapes. */
const MARKS = /\\.|`+/gs;

/** Where a code span ends that begins with so many backticks: behind the next run of as many; null where there is none. */
function closingRun(line: string, after: number, length: number): number | null {
  const runs = /`+/g;
  runs.lastIndex = after;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].length === length) return run.index + length;
  }
  return null;
}

function unescaped(text: string): string {
  return text
    .replace(/(?<!\\)\*\*/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
