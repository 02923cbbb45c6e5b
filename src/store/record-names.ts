import { slug } from "./paths.ts";

/** How a folder of decision records names its files. */
export type Naming =
  | { by: "number"; prefix: string; width: number; separator: string; next: number }
  | { by: "day"; form: "20260102" | "2026-01-02" }
  | { by: "title" };

/** How a text of the field ends, and which texts stand beside records and are none. */
const ENDING = /\.(?:md|markdown|adoc|asciidoc|rst|txt|org)$/iu;
const ASIDE = /^(?:readme|index|template|backlog|adr[-_]?template|\d*-?template)$/iu;
const DAY = /^(\d{4})(-?)(\d{2})\2(\d{2})[-_]/u;
const NUMBER = /^((?:\p{L}{1,20}[-_]?)?)(\d{1,7})(?:([-_. ])|$)/u;
/** What the field writes before a number. */
const PREFIX = /^(?:(?:adr|dr|rfc)?[-_]?)$/iu;

const nameOf = (path: string): string => path.split("/").at(-1) ?? "";

/** Whether a file is a record, by its path below the folder of records. */
export const isRecordName = (path: string): boolean =>
  ENDING.test(path) && !ASIDE.test(nameOf(path).replace(ENDING, ""));

/**
 * How most of these are named; four digits where there are none, as the tools of the field do it.
 * @param entries Files, of folders in the folder too, and folders with "/" at their end: a record may have one of its own.
 */
export function namingOf(entries: readonly string[]): Naming {
  const names = entries.filter(isRecordName).map((path) => nameOf(path).replace(ENDING, ""));
  const folders = entries.filter((path) => /^[^/]{1,4096}\/$/u.test(path)).map((path) => path.slice(0, -1));
  const days = names.filter(isDay);
  const numbered = numberedOf([...names, ...folders.filter((name) => /\D/u.test(name))]);
  if (names.length + numbered.length === 0) return { by: "number", prefix: "", width: 4, separator: "-", next: 1 };
  if (days.length > numbered.length) return { by: "day", form: days.at(-1)?.[4] === "-" ? "2026-01-02" : "20260102" };
  const last = numbered.at(-1);
  if (last === undefined) return { by: "title" };
  const padded = numbered.filter(({ digits }) => digits.startsWith("0"));
  return {
    by: "number",
    prefix: last.prefix,
    width: Math.max(0, ...padded.map(({ digits }) => digits.length)),
    // A dot there would look like an ending.
    separator: last.separator === "." ? "-" : last.separator,
    next: Number(last.digits) + 1,
  };
}

const YEAR_FOLDER = /^((?:19|20)\d\d)\//u;

/**
 * Where the next record goes: the folder of its year with "/" if the records are sorted by year, else "", and the naming
 * there. Numbers continue over the years unless two years share one.
 */
export function placeOfNext(entries: readonly string[], at: Date): { within: string; naming: Naming } {
  const naming = namingOf(entries);
  const records = entries.filter(isRecordName);
  const inYears = records.filter((path) => YEAR_FOLDER.test(path));
  const beside = records.filter((path) => !path.includes("/"));
  const isByYear = inYears.length > beside.length && highest(inYears) > highest(beside);
  if (!isByYear) return { within: "", naming };
  const within = `${at.getFullYear()}/`;
  const ofYears = new Set(inYears.flatMap((path) => numbersIn(path).map((number) => path.slice(0, 5) + number)));
  const isShared = new Set(inYears.flatMap(numbersIn)).size < ofYears.size;
  if (naming.by !== "number" || !isShared) return { within, naming };
  const next = 1 + Math.max(0, highest(inYears.filter((path) => path.startsWith(within))));
  return { within, naming: { ...naming, next } };
}

/** The number of a record by its path; none for a name without one. */
const numbersIn = (path: string): number[] => {
  const [, , digits] = (isDay(nameOf(path)) ? null : NUMBER.exec(nameOf(path))) ?? [];
  return digits === undefined ? [] : [Number(digits)];
};

/** The highest number of these; -1 without records, 0 if they have none. */
const highest = (paths: readonly string[]): number => Math.max(paths.length > 0 ? 0 : -1, ...paths.flatMap(numbersIn));

/** The ending of most of these records, if that is not Markdown; null otherwise. */
export function foreignEnding(entries: readonly string[]): string | null {
  const endings = entries.filter(isRecordName).map((path) => ENDING.exec(path)?.[0].toLowerCase() ?? "");
  const foreign = endings.filter((ending) => ending !== ".md" && ending !== ".markdown");
  return 2 * foreign.length > endings.length ? (foreign.at(-1) ?? null) : null;
}

type Numbered = { prefix: string; digits: string; separator: string };

/** Names with a number, the lowest first: without words that end in one, and without years. */
function numberedOf(names: readonly string[]): Numbered[] {
  const found = names.flatMap((name): Numbered[] => {
    const [, prefix = "", digits = "", separator = "-"] = (isDay(name) ? null : NUMBER.exec(name)) ?? [];
    return digits === "" ? [] : [{ prefix, digits, separator }];
  });
  const isUsual = ({ prefix, digits }: Numbered): boolean => {
    const alike = found.filter((each) => each.prefix === prefix).length;
    return PREFIX.test(prefix) || (2 * alike > names.length && (alike > 1 || digits.startsWith("0")));
  };
  const sorted = found.filter(isUsual).sort((a, b) => Number(a.digits) - Number(b.digits));
  if (sorted.length > 1 && sorted.every(isYear)) return sorted;
  let last = 0;
  return sorted.filter((each) => {
    const number = Number(each.digits);
    if (isYear(each) && number - last > LEAP) return false;
    last = number;
    return true;
  });
}

/** A number so far from the one before is a year where it looks like one. */
const LEAP = 500;
const isYear = ({ digits }: Numbered): boolean => /^(?:19|20)\d\d$/u.test(digits);

/** The name of a record, and its number where it has one. `again` counts names that were taken, from 0 on. */
export function recordName(naming: Naming, slug: string, at: Date, again: number): { name: string; number: string } {
  const more = suffix(again);
  if (naming.by === "title") return { name: `${more === "" ? namedFile(slug) : slug}${more}.md`, number: "" };
  if (naming.by === "day") return { name: `${dayIn(naming, at)}-${slug}${more}.md`, number: "" };
  const number = nextNumber(naming, again);
  return { name: `${naming.prefix}${number}${naming.separator}${slug}.md`, number };
}

/** The next number that is free, as the others write theirs. */
export const nextNumber = ({ next, width }: Extract<Naming, { by: "number" }>, again: number): string =>
  String(next + again).padStart(width, "0");

/** A day, as the others write theirs. */
export const dayIn = ({ form }: Extract<Naming, { by: "day" }>, at: Date): string =>
  form === "20260102" ? dayOf(at).replaceAll("-", "") : dayOf(at);

/** Bytes of a topic in a document's name. */
const MAX_TOPIC = 60;

/** A topic as part of a document's name; `fallback` for one that has no letter of a name. */
export const topicSlug = (topic: string, fallback: string): string => slug(topic, fallback, MAX_TOPIC);

/** The name of the document of a chosen design; `again` as for a record. */
export function designName(slug: string, at: Date, again: number): string {
  return `${dayOf(at)}-${slug}-design${suffix(again)}.md`;
}

/** The name of a brief that the project keeps; `again` as for a record. */
export function briefName(slug: string, at: Date, again: number): string {
  return `${dayOf(at)}-${slug}-brief${suffix(again)}.md`;
}

/** Whether a file is named as a brief is. */
export const isBriefName = (name: string): boolean => /^\d{4}-\d\d-\d\d-.{1,200}-brief(?:-\d{1,3})?\.md$/u.test(name);

/** That of a design in an experiment, where designs have a folder of their own. */
export const ownDesignName = (again: number): string => `chosen-design${suffix(again)}.md`;

const suffix = (again: number): string => (again === 0 ? "" : `-${again + 1}`);

/** Windows takes some names for a device, whatever stands behind a dot. */
const namedFile = (slug: string): string =>
  /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/u.test(slug) ? `decision-${slug}` : slug;

/** The person's local day. */
export function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Whether a name begins with a day. */
export function isDay(name: string): boolean {
  const [, , , month = "0", day = "0"] = DAY.exec(name) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}
