import { join } from "node:path";
import type { Problem } from "../artifacts/problem.ts";
import { writePlain } from "./files.ts";
import { MEMORY_FILES } from "./memory-folder.ts";
import { readRegular } from "./read.ts";

/** What stands around the lab's own lines of PROJECT.md, each on a line of its own. */
const BEGIN = "<!-- designlab: begin. Between these two marks the lab writes; what stands outside them is yours -->";
const END = "<!-- designlab: end -->";
/** By which either is found, whatever else its line says. */
const SIGN = /^<!-- designlab: (begin|end)\b.*-->\s*$/u;

/** What came of writing it; `left`: the file is a person's own, and why none of it was touched. */
export type PageWritten = { state: "written" | "same" } | { state: "left"; why: "marks" | Problem };

/**
 * Writes the lab's own lines of PROJECT.md anew, whole or not at all, and leaves every other line as it is. A file without
 * the two marks is somebody's own: it is not written to. For whoever holds the lock of the base folder. Throws LabError.
 */
export async function writeProjectPage(folder: string, text: string): Promise<PageWritten> {
  const path = join(folder, MEMORY_FILES.page);
  const own = `${BEGIN}\n${text.trim()}\n${END}\n`;
  const read = await readRegular(path, folder);
  if (read.state === "unusable") return { state: "left", why: read.problem };
  const before = read.state === "ok" ? read.value : "";
  const whole = before.trim() === "" ? own : withOwn(before, own);
  if (whole === null) return { state: "left", why: "marks" };
  if (whole === before) return { state: "same" };
  await writePlain(folder, path, whole);
  return { state: "written" };
}

/** A text with other lines between the marks; null where there is not one of each, in their order. */
function withOwn(before: string, own: string): string | null {
  const lines = before.split("\n");
  const marks = lines.flatMap((line, at) => {
    const [, mark] = SIGN.exec(line.replace(/\r$/u, "")) ?? [];
    return mark === undefined ? [] : [{ mark, at }];
  });
  const [first, last, ...more] = marks;
  if (first?.mark !== "begin" || last?.mark !== "end" || more.length > 0) return null;
  const [above, below] = [lines.slice(0, first.at), lines.slice(last.at + 1)];
  return `${above.map((line) => `${line}\n`).join("")}${own}${below.join("\n")}`;
}
