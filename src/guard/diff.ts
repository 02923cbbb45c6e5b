import { createHash } from "node:crypto";
import { structuredPatch } from "diff";
import type { FileEdit } from "../artifacts/guard.ts";

/** The same for edits that leave the same in the same files; of a part, also for what it takes the place of. */
export function editSha256(edits: readonly FileEdit[]): string {
  const left = edits.map(({ path, before, after, part }) => [path, after, part ? before : null, part]);
  const sorted = left.map((each) => JSON.stringify(each)).sort();
  return createHash("sha256").update(sorted.join("\n")).digest("hex");
}

/**
 * The edits as one unified diff for a model, of at most `most` UTF-16 units: whole hunks in their order, and what was
 * left out is said. Where not even the first fits, it has its first lines.
 */
export function diffOf(edits: readonly FileEdit[], most: number): string {
  const room = Math.max(0, most - LEFT_OUT);
  let full = 0;
  let lines = MOST_BETWEEN.lines;
  const pieces = edits.flatMap((edit) => {
    const change = changeIn(edit.before ?? "", edit.after ?? "");
    lines -= change.lines;
    // What is left out needs no lines, where they take long to find.
    const [first = "", ...rest] = lines < 0 && full > most ? [] : hunksOf(edit, change, lines >= 0, most);
    const texts = [`${headOf(edit)}${first}`, ...rest];
    full += texts.reduce((sum, text) => sum + text.length, 0);
    return texts.map((text) => ({ path: edit.path, text }));
  });
  const whole = pieces.map(({ text }) => text).join("");
  if (whole.length <= most) return whole;
  let taken = 0;
  let text = "";
  for (; text.length + (pieces[taken]?.text.length ?? most) <= room; taken++) text += pieces[taken]?.text ?? "";
  const cut = taken === 0 ? firstLines(pieces[0]?.text ?? "", room) : "";
  const left = pieces.slice(taken);
  const files = new Set(left.map(({ path }) => path)).size;
  const note = `[left out here: ${left.length} of ${pieces.length} hunks${cut === "" ? "" : ", one of them in part"}, in ${files} of ${edits.length} files]\n`;
  return `${text}${cut}${note}`.slice(0, most);
}

/** UTF-16 units that the line about what was left out may take. */
const LEFT_OUT = 120;
/** Lines that may differ before it is not worth while to find which stay. */
const MOST_CHANGED = 600;
/** Units of a file and lines of all files, between the first and the last change, in which lines that stay are looked for. */
const MOST_BETWEEN = { units: 100_000, lines: 3_000 };
/** Lines that are shown before a change and after it. */
const CONTEXT = 3;

function headOf({ path, before, after, part }: FileEdit): string {
  const note = part ? "# a part of the file: what the call names of it\n" : "";
  return `${note}--- ${before === null ? "/dev/null" : `a/${path}`}\n+++ ${after === null ? "/dev/null" : `b/${path}`}\n`;
}

function hunksOf({ path }: FileEdit, { from, to, above, below }: Part, isShort: boolean, most: number): string[] {
  const patch =
    isShort && Math.max(from.length, to.length) <= MOST_BETWEEN.units
      ? structuredPatch(path, path, from, to, "", "", { context: CONTEXT, maxEditLength: MOST_CHANGED })
      : undefined;
  if (!patch) {
    const head = above === 0 && below === 0 ? "all lines" : `all lines from line ${above + 1} on`;
    return [`@@ ${head} @@\n${signed("-", from.slice(0, most))}${signed("+", to.slice(0, most))}`];
  }
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return `@@ -${oldStart + above},${oldLines} +${newStart + above},${newLines} @@\n${lines.join("\n")}\n`;
  });
}

/** Where two texts differ, in whole lines; how many lines are above it, units below it, and lines in it. */
type Part = { from: string; to: string; above: number; below: number; lines: number };

/** The one part of two texts that holds all of their differences, with the lines that are shown beside a change. */
function changeIn(before: string, after: string): Part {
  const least = Math.min(before.length, after.length);
  let same = 0;
  while (same < least && before.charCodeAt(same) === after.charCodeAt(same)) same++;
  let start = same === 0 ? 0 : before.lastIndexOf("\n", same - 1) + 1;
  for (let line = 0; line < CONTEXT && start > 0; line++)
    start = start < 2 ? 0 : before.lastIndexOf("\n", start - 2) + 1;
  const longer = after.length - before.length;
  const first = Math.max(same, same - longer);
  let end = before.length;
  while (end > first && before.charCodeAt(end - 1) === after.charCodeAt(end - 1 + longer)) end--;
  for (let line = 0; line <= CONTEXT && end < before.length; line++) {
    const next = before.indexOf("\n", end);
    end = next < 0 ? before.length : next + 1;
  }
  const [from, to] = [before.slice(start, end), after.slice(start, end + longer)];
  const lines = Math.max(count(from, from.length), count(to, to.length));
  return { from, to, above: count(before, start), below: before.length - end, lines };
}

/** How many lines end before a place of a text. */
function count(text: string, before: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < before; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function signed(sign: string, text: string): string {
  const lines = text.replace(/\n$/u, "").split("\n");
  return text === "" ? "" : lines.map((line) => `${sign}${line}\n`).join("");
}

function firstLines(text: string, room: number): string {
  return text.length <= room ? text : text.slice(0, text.lastIndexOf("\n", room - 1) + 1);
}
