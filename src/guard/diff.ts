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
  const pieces = edits.flatMap((edit) => {
    const [first = "", ...rest] = hunksOf(edit);
    return [`${headOf(edit)}${first}`, ...rest].map((text) => ({ path: edit.path, text }));
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
const MOST_CHANGED = 800;

function headOf({ path, before, after, part }: FileEdit): string {
  const note = part ? "# a part of the file: what the call names of it\n" : "";
  return `${note}--- ${before === null ? "/dev/null" : `a/${path}`}\n+++ ${after === null ? "/dev/null" : `b/${path}`}\n`;
}

function hunksOf({ path, before, after }: FileEdit): string[] {
  const [from, to] = [before ?? "", after ?? ""];
  const patch = structuredPatch(path, path, from, to, "", "", { context: 3, maxEditLength: MOST_CHANGED });
  if (!patch) return [`@@ all lines @@\n${signed("-", from)}${signed("+", to)}`];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join("\n")}\n`;
  });
}

function signed(sign: string, text: string): string {
  const lines = text.replace(/\n$/u, "").split("\n");
  return text === "" ? "" : lines.map((line) => `${sign}${line}\n`).join("");
}

function firstLines(text: string, room: number): string {
  return text.length <= room ? text : text.slice(0, text.lastIndexOf("\n", room - 1) + 1);
}
