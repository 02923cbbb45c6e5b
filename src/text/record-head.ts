import { isCapitalStatus, isSuperseded } from "./record-status.ts";

/** What is said of a record at its beginning: its status, its day, and who decided. */
export type HeadKey = "status" | "date" | "by" | "title";

/** A key as the project's records write it, with all that stands before its value, and whether that is a list. */
export type HeadLine = { key: HeadKey; before: string; listed: boolean };

export type StatusDate = "plain" | "brackets";

/** How records begin, in front matter, in a list or in lines, and how they say their status. */
export type RecordHeadShape = {
  lines: readonly HeadLine[];
  /** As the records spell it. */
  accepted: "accepted" | "Accepted";
  /** How the day follows the status: "accepted, 2026-01-02", "accepted (2026-01-02)", or not at all. */
  dated: StatusDate | null;
};

const KEYS: Readonly<Record<HeadKey, readonly string[]>> = {
  status: ["status", "state"],
  date: ["date", "decided", "decided on", "decision date"],
  by: [
    "deciders",
    "decider",
    "decision makers",
    "decision maker",
    "decided by",
    "authors",
    "author",
    "owner",
    "owners",
  ],
  title: ["title"],
};
const KEY_OF = new Map(Object.entries(KEYS).flatMap(([key, names]) => names.map((name) => [name, key as HeadKey])));

/** What a label names, whatever its case and signs; null if it is not known. */
export const keyNamed = (label: string): HeadKey | null =>
  KEY_OF.get(
    label
      .replace(/\(s\)/giu, "s")
      .replace(/[^\p{L}]+/gu, " ")
      .trim()
      .toLowerCase(),
  ) ?? null;

const MIN_RECORDS = 3;
const MAX_LINES = 40;
const MAX_LINE = 200;
const LINE = /^((?:[*-] {1,4})?[*_]{0,2}(\p{L}[\p{L} _-]{0,30})[*_]{0,2} {0,2}:[*_]{0,2}) {0,4}(.{0,200})$/u;
const DAY = /\d{4}-\d\d-\d\d/u;
const IN_BRACKETS = /\(\D{0,20}\d{4}-\d\d-\d\d/u;

/** What most of these records begin with, in their order; null where too few say it alike. @param said Their statuses. */
export function headOf(
  texts: readonly string[],
  where: "front" | "bullet" | "section" | "line" | "table",
  said: readonly string[],
): RecordHeadShape | null {
  if (texts.length < MIN_RECORDS) return null;
  const all = texts.map((text) => linesOf(text, where === "front"));
  const most = (holds: (own: Read[]) => boolean): boolean => 2 * all.filter(holds).length > texts.length;
  const base = all.toReversed().reduce((best, own) => (own.length > best.length ? own : best), []);
  const lines = base.filter(({ key }) => most((own) => own.some((each) => each.key === key)));
  const capital = 2 * said.filter(isCapitalStatus).length > said.length;
  return {
    lines: lines.map(({ key, before, value }) => ({ key, before, listed: value.startsWith("[") || value === "" })),
    accepted: capital ? "Accepted" : "accepted",
    dated: datedAs(said.filter((each) => !isSuperseded(each))),
  };
}

/** How most of these statuses are dated. */
function datedAs(said: readonly string[]): StatusDate | null {
  const dated = said.filter((each) => DAY.test(each));
  if (2 * dated.length <= said.length) return null;
  return 2 * dated.filter((each) => IN_BRACKETS.test(each)).length > dated.length ? "brackets" : "plain";
}

type Read = { key: HeadKey; before: string; value: string };

/** The lines of front matter, or those between the title and the first section. */
function linesOf(text: string, front: boolean): Read[] {
  const lines = text
    .slice(0, MAX_LINES * MAX_LINE)
    .split("\n", MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).trimEnd());
  const begins = lines[0] === "---";
  const end = lines.indexOf("---", 1);
  const section = lines.findIndex((line) => line.startsWith("## "));
  const own = front
    ? lines.slice(1, begins ? Math.max(1, end) : 1)
    : lines.slice(begins ? end + 1 : 0, section < 0 ? undefined : section);
  const taken = new Set<HeadKey>();
  return own.flatMap((line) => {
    const [, before = "", name = "", value = ""] = LINE.exec(line) ?? [];
    const key = keyNamed(name);
    if (key === null || taken.has(key)) return [];
    taken.add(key);
    return [{ key, before, value }];
  });
}
