import { headOf, type RecordHeadShape } from "./record-head.ts";
import { type RecordSection, sectionsOf } from "./record-sections.ts";
import { isSuperseded, supersededStatus } from "./record-status.ts";
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
  const shape = {
    status,
    bullet: best?.bullet ?? "*",
    numbered,
    head: headOf(alike, status),
    sections: sectionsOf(texts),
  };
  if (best?.table === undefined) return shape;
  return { ...shape, table: { ...best.table, accepted: isCapital(best.said) ? "Accepted" : "accepted" } };
}

/** What stands before a title under this number; a name without a number has none. */
export function beforeTitle({ numbered }: RecordShape, number: string): string {
  if (numbered === null || number === "") return "";
  const digits = String(Number(number)).padStart(numbered.width, "0");
  return `${numbered.before}${numbered.width > 2 ? digits : Number(number)}${numbered.after}`;
}

const isCapital = (said: string): boolean => /^[^\p{L}]{0,12}\p{Lu}/u.test(said);

/**
 * A record whose status says that another took its place, without the date of the status before. All else stays byte for
 * byte. Null if it says no status, or says so already. `link` is Markdown.
 */
export function supersededText(text: string, link: string): string | null {
  const found = statusOf(text);
  if (found === null || isSuperseded(found.said)) return null;
  const { status, said, at } = found;
  const by = `superseded by ${link}`;
  const spelled = status === "section" || (status === "table" && isCapital(said)) ? `S${by.slice(1)}` : by;
  const put = status === "front" ? JSON.stringify(by) : supersededStatus(said, spelled);
  return text.slice(0, at) + put + text.slice(at + said.length);
}

type Found = {
  status: RecordShape["status"];
  bullet: "*" | "-";
  said: string;
  at: number;
  table?: HeadTable;
};

/** Where and how a record says its status; null where it says none that is a single line. */
function statusOf(text: string): Found | null {
  const lines = linesOf(text);
  const said = (
    status: Found["status"],
    { line, at }: TextLine,
    before: number,
    bullet: Found["bullet"] = "-",
  ): Found => ({
    status,
    bullet,
    said: line.slice(before),
    at: at + before,
  });
  const end = lines[0]?.line === "---" ? lines.findIndex(({ line }, at) => at > 0 && line === "---") : -1;
  for (const each of lines.slice(1, Math.max(1, Math.min(end, MAX_FRONT)))) {
    const key = FRONT_STATUS.exec(each.line);
    // What stands behind it is a comment.
    if (key) return said("front", { ...each, line: each.line.split(" #", 1)[0] ?? "" }, key[0].length, "*");
  }
  const body = lines.slice(end + 1);
  const section = body.findIndex(({ line }) => line.startsWith("## "));
  const head = section < 0 ? body : body.slice(0, section);
  for (const each of head) {
    const bullet = BULLET_STATUS.exec(each.line);
    if (bullet) return said("bullet", each, bullet[0].length, bullet[1] === "-" ? "-" : "*");
    const line = LINE_STATUS.exec(each.line);
    if (line) return said("line", each, line[0].length);
  }
  const table = headTableOf(head);
  if (table !== null) return { ...table, status: "table", bullet: "-" };
  const named = body.findIndex(({ line }) => SECTION_STATUS.test(line));
  const under = named < 0 ? [] : body.slice(named + 1);
  const first = under.find(({ line }) => line.trim() !== "");
  if (first === undefined || first.line.startsWith("#")) return null;
  const cell = first.line.trimStart().startsWith("|") ? headTableOf(under.slice(under.indexOf(first))) : null;
  if (cell !== null) return { status: "section", bullet: "-", said: cell.said, at: cell.at };
  return said("section", first, LIST_SIGN.exec(first.line)?.[0].length ?? 0);
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
