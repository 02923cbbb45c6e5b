import { join } from "node:path";
import { type Lesson, MAX_LESSONS } from "../artifacts/lesson.ts";
import type { Problem } from "../artifacts/problem.ts";
import { clean } from "../text/clean.ts";
import { link } from "../text/markdown.ts";
import { writePlain } from "./files.ts";
import { MEMORY_FILES } from "./memory-folder.ts";
import type { Home } from "./private.ts";
import { readRegular } from "./read.ts";
import { openSeal, type Seal } from "./seal.ts";

/** Bytes of lessons.md that are read. */
const MAX_FILE = 400_000;

const HEAD =
  "# Lessons\n\nOne a line. Edit them as you like: a line that you add or change is given to nobody until you confirm it.\n";

/** A lesson with its line in the file, and whether this machine saw a person keep or confirm it just so. */
export type KeptLesson = Lesson & { line: number; seen: boolean };

/** Lessons in the order of their lines, how many more there are than are read, and what is wrong with the file. */
export type Lessons = { lessons: readonly KeptLesson[]; more: number; problem: Problem | null };

export async function readLessons(folder: string, person: Home): Promise<Lessons> {
  const read = await readRegular(join(folder, MEMORY_FILES.lessons), folder, undefined, MAX_FILE);
  if (read.state !== "ok") return { lessons: [], more: 0, problem: read.state === "unusable" ? read.problem : null };
  const seal = await openSeal(person);
  const all = read.value.split("\n").flatMap((text, line) => {
    const found = lessonIn(text);
    if (found === null) return [];
    const { mac, ...lesson } = found;
    return { ...lesson, line, seen: seal.holds(sealedOf(lesson), mac) };
  });
  return { lessons: all.slice(0, MAX_LESSONS), more: Math.max(0, all.length - MAX_LESSONS), problem: null };
}

/**
 * Adds a lesson at the end, under the seal of what a person said just now, or puts it in place of a line; null takes that
 * line away. Every other line stays. False, and nothing is written, where another lesson stands there by now. For whoever
 * holds the lock of the base folder. Throws LabError.
 *
 * @param at The folder, and where from it the lesson's experiment lies, with "/".
 */
export async function writeLesson(
  at: { folder: string; person: Home; way: string | null },
  lesson: Lesson | null,
  instead: KeptLesson | null,
): Promise<boolean> {
  const { folder, person, way } = at;
  const path = join(folder, MEMORY_FILES.lessons);
  const read = await readRegular(path, folder, undefined, MAX_FILE);
  if (read.state === "unusable") return false;
  const before = read.state === "ok" ? read.value : HEAD;
  const line = lesson && lineOf(lesson, way, await openSeal(person));
  const lines = before.split("\n");
  if (instead === null) {
    const above = before.endsWith("\n") || before === "" ? before : `${before}\n`;
    await writePlain(folder, path, `${above}${isListed(lines) ? "" : "\n"}${line}\n`);
    return true;
  }
  if (lessonIn(lines[instead.line] ?? "")?.text !== instead.text) return false;
  lines.splice(instead.line, 1, ...(line === null ? [] : [line]));
  await writePlain(folder, path, lines.join("\n"));
  return true;
}

/** Whether a list stands at the end, so that one more line belongs to it. */
const isListed = (lines: readonly string[]): boolean =>
  lines.findLast((line) => line.trim() !== "")?.startsWith(BULLET) ?? false;

const BULLET = "- ";
/** Between the sentence and where it comes from, and between the parts of that. */
const BEHIND = " — ";
const BETWEEN = " · ";

/** A lesson as one line without what nobody sees. */
function lineOf(lesson: Lesson, way: string | null, seal: Seal): string {
  const { text, experiment, said, confirmed } = lesson;
  const parts = [
    ...(experiment === null ? [] : [way === null ? experiment : link(experiment, way)]),
    ...(said === null ? [] : [`said ${said}`]),
    ...(confirmed === null ? [] : [`confirmed ${confirmed}`]),
  ];
  return `${BULLET}${text}${BEHIND}${parts.join(BETWEEN)} <!-- ${seal.of(sealedOf(lesson))} -->`;
}

const sealedOf = ({ text, experiment, said, confirmed }: Lesson) => ["lesson", text, experiment, said, confirmed];

/** The lesson that a line of the file says; null for a line that is none. */
function lessonIn(line: string): (Lesson & { mac: string | undefined }) | null {
  if (!line.startsWith(BULLET)) return null;
  const { rest, mac } = withoutSeal(line.slice(BULLET.length).trim());
  const at = rest.lastIndexOf(BEHIND);
  const parts = at < 0 ? [] : rest.slice(at + BEHIND.length).split(BETWEEN);
  const facts = parts.map(factIn);
  const isTail = parts.length > 0 && facts.every((fact) => fact !== null);
  const text = lessonLine(isTail ? rest.slice(0, at) : rest);
  const lesson = { text, experiment: null, said: null, confirmed: null };
  return text === "" ? null : { ...lesson, ...(isTail && Object.assign({}, ...facts)), mac };
}

/** A text on one line, without what nobody sees and what would end a line of the file early. */
export const lessonLine = (text: string): string =>
  clean(text).text.replaceAll("<!--", "").replaceAll("-->", "").replace(/\s+/gu, " ").trim();

function withoutSeal(text: string): { rest: string; mac: string | undefined } {
  const at = text.lastIndexOf("<!-- ");
  const mac = at < 0 || !text.endsWith(" -->") ? "" : text.slice(at + "<!-- ".length, -" -->".length);
  return /^[0-9a-f]{64}$/u.test(mac) ? { rest: text.slice(0, at).trim(), mac } : { rest: text, mac: undefined };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const MAX_ID = 300;

function factIn(part: string): Partial<Lesson> | null {
  const [word = "", day = ""] = part.split(" ");
  if ((word === "said" || word === "confirmed") && DAY.test(day)) return { [word]: day };
  const id = part.startsWith("[") ? part.slice(1, Math.max(1, part.indexOf("]("))) : part;
  return /^\d{4}-\d{2}-\d{2}-\S+$/u.test(id) && id.length <= MAX_ID ? { experiment: id } : null;
}
