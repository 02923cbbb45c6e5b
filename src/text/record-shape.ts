import { headOf, type RecordHeadShape } from "./record-head.ts";
import { type RecordSection, sectionsOf } from "./record-sections.ts";
import { isCapitalStatus, isSuperseded, supersededStatus } from "./record-status.ts";
import { type HeadTable, headTableOf, type TextLine } from "./record-table.ts";

/** How the records of a folder say their status, and what stands before their titles. */
export type RecordShape = {
  /** In front matter (MADR 4), a list (MADR 2 and 3, log4brains), a section (Nygard, adr-tools), a line, or a table. */
  status: "front" | "bullet" | "section" | "line" | "table";
  /** What a list begins with. */
  bullet: "*" | "-";
  /** What stands around a number before the title, and how many digits it has at least; null where titles have none. */
  numbered: { before: string; width: number; after: string } | null;
  /** What most of three records or more begin with, and their sections; null where that is not known. */
  head: RecordHeadShape | null;
  sections: readonly RecordSection[] | null;
  /** The table that the newest record gives its status in, and how it spells the status; missing for other shapes. */
  table?: HeadTable & { accepted: "accepted" | "Accepted" };
};

/** Lines of a record in which its status is looked for, characters of such a line, and lines of front matter. */
const MAX_LINES = 400;
const MAX_LINE = 500;
const MAX_FRONT = 60;

const TITLE = /^# {1,4}((?:ADR|DR|RFC)?[- #]?)(\d{1,7})([.:]| {1,4}[-–—]) /iu;
const FRONT_STATUS = /^status {0,9}: {0,9}(?=[^ |>&*[{])/iu;
const BULLET_STATUS = /^ {0,3}([*-]) {1,4}[*_]{0,2}status[*_]{0,2} {0,4}:[*_]{0,2} {0,9}(?=\S)/iu;
const LINE_STATUS = /^[*_]{0,2}status[*_]{0,2} {0,4}:[*_]{0,2} {0,9}(?=\S)/iu;
const LIST_SIGN = /^ {0,9}(?:[*-] {1,4})?/u;
const SECTION_STATUS = /^## {1,4}status {0,9}$/iu;

/** The shape that most of these texts have, the last of equals; MADR 4 where none says a status. */
export function shapeOf(texts: readonly string[]): RecordShape {
  const found = texts.flatMap((text) => statusOf(text) ?? []);
  const most = (status: RecordShape["status"]): number => found.filter((each) => each.status === status).length;
  const best = found.toReversed().toSorted((a, b) => most(b.status) - most(a.status))[0];
  const titles = texts.flatMap((text) => {
    const title = linesOf(text).find(({ line }) => line.startsWith("# "));
    const [, before, digits = "", after = ""] = TITLE.exec(title?.line ?? "") ?? [];
    return before === undefined ? [] : [{ before, width: digits.length, after: `${after} ` }];
  });
  const numbered = 2 * titles.length > texts.length ? (titles.at(-1) ?? null) : null;
  const status = best?.status ?? "front";
  const alike = texts.filter((text) => statusOf(text)?.status === best?.status);
  const said = alike.map((text) => statusOf(text)?.said ?? "");
  const shape = {
    status,
    bullet: best?.bullet ?? "*",
    numbered,
    head: headOf(alike, status, said),
    sections: sectionsOf(texts),
  };
  if (best?.table === undefined) return shape;
  return { ...shape, table: { ...best.table, accepted: isCapitalStatus(best.said) ? "Accepted" : "accepted" } };
}

/** What stands before a title under this number; a name without a number has none. */
export function beforeTitle({ numbered }: RecordShape, number: string): string {
  if (numbered === null || number === "") return "";
  const digits = String(Number(number)).padStart(numbered.width, "0");
  return `${numbered.before}${numbered.width > 2 ? digits : Number(number)}${numbered.after}`;
}

/**
 * A record whose status says that another took its place, without the date of the status before. All else stays byte for
 * byte. Null if it says no status, or says so already. `link` is Markdown.
 */
export function supersededText(text: string, link: string): string | null {
  const [first, ...others] = statusesOf(text);
  if (first === undefined || isSuperseded(first.said)) return null;
  // A table at the head, and a section: a record may say its status twice.
  const all = [first, ...others.filter(({ said }) => wordOf(said) === wordOf(first.said))];
  const by = `superseded by ${link}`;
  return all.toReversed().reduce((changed, { status, said, at }) => {
    const spelled = status === "section" || (status === "table" && isCapitalStatus(said)) ? `S${by.slice(1)}` : by;
    const put = status === "front" ? JSON.stringify(by) : supersededStatus(said, spelled);
    return changed.slice(0, at) + put + changed.slice(at + said.length);
  }, text);
}

const wordOf = (said: string): string => /\p{L}{1,99}/u.exec(said)?.[0].toLowerCase() ?? "";

type Found = {
  status: RecordShape["status"];
  bullet: "*" | "-";
  said: string;
  at: number;
  table?: HeadTable;
};

/** The status of a record that is first in it; null if it has none that is a single line. */
const statusOf = (text: string): Found | null => statusesOf(text)[0] ?? null;

/** Where and how a record says its status, in the order of the text: in front matter, in its head, and in a section. */
function statusesOf(text: string): Found[] {
  const lines = linesOf(text);
  const end = lines[0]?.line === "---" ? lines.findIndex(({ line }, at) => at > 0 && line === "---") : -1;
  const body = lines.slice(end + 1);
  const section = body.findIndex(({ line }) => line.startsWith("## "));
  return [
    inFront(lines.slice(1, Math.max(1, Math.min(end, MAX_FRONT)))),
    inHead(section < 0 ? body : body.slice(0, section)),
    inSection(body),
  ].flatMap((found) => found ?? []);
}

function foundAt(
  status: Found["status"],
  { line, at }: TextLine,
  before: number,
  bullet: Found["bullet"] = "-",
): Found {
  return { status, bullet, said: line.slice(before), at: at + before };
}

function inFront(lines: readonly TextLine[]): Found | null {
  for (const each of lines) {
    const key = FRONT_STATUS.exec(each.line);
    // What stands behind it is a comment.
    if (key) return foundAt("front", { ...each, line: each.line.split(" #", 1)[0] ?? "" }, key[0].length, "*");
  }
  return null;
}

function inHead(lines: readonly TextLine[]): Found | null {
  for (const each of lines) {
    const bullet = BULLET_STATUS.exec(each.line);
    if (bullet) return foundAt("bullet", each, bullet[0].length, bullet[1] === "-" ? "-" : "*");
    const line = LINE_STATUS.exec(each.line);
    if (line) return foundAt("line", each, line[0].length);
  }
  const table = headTableOf(lines);
  return table && { ...table, status: "table", bullet: "-" };
}

function inSection(lines: readonly TextLine[]): Found | null {
  const named = lines.findIndex(({ line }) => SECTION_STATUS.test(line));
  const under = named < 0 ? [] : lines.slice(named + 1);
  const first = under.find(({ line }) => line.trim() !== "");
  if (first === undefined || first.line.startsWith("#")) return null;
  const cell = first.line.trimStart().startsWith("|") ? headTableOf(under.slice(under.indexOf(first))) : null;
  if (cell !== null) return { status: "section", bullet: "-", said: cell.said, at: cell.at };
  return foundAt("section", first, LIST_SIGN.exec(first.line)?.[0].length ?? 0);
}

/** The first lines of a text without the white space at their ends, and where each begins. */
function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length && lines.length < MAX_LINES) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    lines.push({ line: text.slice(at, Math.min(end, at + MAX_LINE)).trimEnd(), at });
    at = end + 1;
  }
  return lines;
}
