import { dayIn, isDay, isRecordName, type Naming, namingOf, nextNumber } from "./record-names.ts";

/** How a folder of design documents names its files. */
export type DesignNaming = {
  by: Exclude<Naming, { by: "title" }>;
  /** What stands between words, and behind a day. */
  joint: string;
  afterDay: string;
  /** Whether words begin with a capital letter. */
  isCapital: boolean;
  /** The word that names end with, such as "design"; empty for none. */
  tail: string;
  ending: string;
};

/** A folder of the project that holds documents of designs, below its root, with "/", how their files are named, and texts of some. */
export type DesignFolder = { path: string; naming: DesignNaming; texts: readonly string[] };

const ENDING = /\.(?:md|markdown)$/iu;
/** What stands before the first word of a name: a day, or a number with what the field writes before it. */
const HEAD = /^(?:\d{4}-?\d{2}-?\d{2}|\p{L}{0,20}[-_]?\d{1,7})([-_. ]{1,3})/u;
/** Words that say what a document is, and not what it is about. */
const KIND = /^(?:design|rfc|spec|proposal|doc|tdd|hld)$/iu;
/** Documents with a day or a number that make a habit. */
const MIN_DOCUMENTS = 2;

/**
 * How a folder of designs names its documents; null where fewer than two of them have a day or a number.
 * @param entries As of a folder of records; what lies in folders in it counts for the numbers alone.
 */
export function designNamingOf(entries: readonly string[]): DesignNaming | null {
  const files = entries.filter((path) => !path.includes("/") && ENDING.test(path) && isRecordName(path));
  const by = namingOf(entries);
  if (by.by === "title" || (by.by === "number" && isYear(by.next - 1))) return null;
  const alike = files.filter((name) => (by.by === "day" ? isDay(name) : isNumbered(name, by)));
  if (alike.length < MIN_DOCUMENTS) return null;
  const bare = alike.map((name) => name.replace(ENDING, "").replace(HEAD, ""));
  const words = bare.map((name) => name.split(/[-_ ]/u));
  const count = (sign: RegExp): number => bare.join("\n").match(sign)?.length ?? 0;
  const [dashes, lines, blanks] = [count(/-/gu), count(/_/gu), count(/ /gu)];
  const last = words.map((each) => each.at(-1) ?? "").filter((word) => KIND.test(word));
  const capitals = words.filter((each) => each.every((word) => /^[\p{Lu}\p{N}]/u.test(word)));
  return {
    by,
    joint: lines > Math.max(dashes, blanks) ? "_" : blanks > Math.max(dashes, lines) ? " " : "-",
    afterDay: HEAD.exec(alike.at(-1) ?? "")?.[1] ?? "-",
    isCapital: 2 * capitals.length > words.length,
    tail: 2 * last.length > words.length ? (last.at(-1) ?? "") : "",
    ending: ENDING.exec(alike.at(-1) ?? "")?.[0] ?? ".md",
  };
}

/** The name of the document of a chosen design among the others; `again` counts names that were taken, from 0 on. */
export function designNameAs(
  { by, joint, afterDay, isCapital, tail, ending }: DesignNaming,
  slug: string,
  at: Date,
  again: number,
): string {
  const words = slug.split("-").map((word) => (isCapital ? word.replace(/^./u, (first) => first.toUpperCase()) : word));
  const more = again > 0 && by.by === "day" ? [String(again + 1)] : [];
  const head = by.by === "day" ? dayIn(by, at) + afterDay : by.prefix + nextNumber(by, again) + by.separator;
  return `${head}${[...words, ...(tail === "" ? [] : [tail]), ...more].join(joint)}${ending}`;
}

/** The number in the name of a document, as the others write theirs; empty where they have none. */
export function designNumber({ by }: DesignNaming, path: string): string {
  const name = path.split("/").at(-1) ?? path;
  return by.by === "number" && isNumbered(name, by) ? (/^\d{1,7}/u.exec(name.slice(by.prefix.length))?.[0] ?? "") : "";
}

function isNumbered(name: string, { prefix }: Extract<Naming, { by: "number" }>): boolean {
  return !isDay(name) && name.startsWith(prefix) && /^\d/u.test(name.slice(prefix.length));
}

const isYear = (number: number): boolean => number >= 1900 && number < 2100;
