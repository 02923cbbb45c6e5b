/** How a folder of decision records names its files. */
export type Naming =
  | { by: "number"; prefix: string; width: number; separator: string; next: number }
  | { by: "day"; form: "20260102" | "2026-01-02" }
  | { by: "title" };

/** Files that stand beside records and are none. */
const ASIDE = /^(?:readme|index|template|backlog|adr[-_]?template|\d*-?template)\.md$/iu;
const DAY = /^(\d{4})(-?)(\d{2})\2(\d{2})[-_]/u;
const NUMBER = /^((?:adr|dr|rfc)?[-_]?)(\d{1,7})([-_. ])/iu;

export const isRecordName = (name: string): boolean => /\.md$/iu.test(name) && !ASIDE.test(name);

/** How most of these files are named; four digits where there are none, as the tools of the field do it. */
export function namingOf(names: readonly string[]): Naming {
  const days = names.filter(isDay);
  const numbered = names.flatMap((name) => {
    const [, prefix = "", digits = "", separator = "-"] = (isDay(name) ? null : NUMBER.exec(name)) ?? [];
    return digits === "" ? [] : [{ prefix, digits, separator }];
  });
  if (names.length === 0) return { by: "number", prefix: "", width: 4, separator: "-", next: 1 };
  if (days.length > numbered.length) return { by: "day", form: days.at(-1)?.[4] === "-" ? "2026-01-02" : "20260102" };
  const last = numbered.toSorted((a, b) => Number(a.digits) - Number(b.digits)).at(-1);
  if (last === undefined) return { by: "title" };
  const padded = numbered.filter(({ digits }) => digits.startsWith("0"));
  return {
    by: "number",
    prefix: last.prefix,
    width: Math.max(0, ...padded.map(({ digits }) => digits.length)),
    separator: last.separator,
    next: Number(last.digits) + 1,
  };
}

/** The name of a record, and its number where it has one. `again` counts names that were taken, from 0 on. */
export function recordName(naming: Naming, slug: string, at: Date, again: number): { name: string; number: string } {
  const more = again === 0 ? "" : `-${again + 1}`;
  if (naming.by === "title") return { name: `${more === "" ? namedFile(slug) : slug}${more}.md`, number: "" };
  if (naming.by === "day") {
    const day = dayOf(at);
    return { name: `${naming.form === "20260102" ? day.replaceAll("-", "") : day}-${slug}${more}.md`, number: "" };
  }
  const number = String(naming.next + again).padStart(naming.width, "0");
  return { name: `${naming.prefix}${number}${naming.separator}${slug}.md`, number };
}

/** Windows takes some names for a device, whatever stands behind a dot. */
const namedFile = (slug: string): string =>
  /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/u.test(slug) ? `decision-${slug}` : slug;

/** The person's local day. */
export function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function isDay(name: string): boolean {
  const [, , , month = "0", day = "0"] = DAY.exec(name) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}
