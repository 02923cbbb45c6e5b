import { relative, resolve, sep } from "node:path";

/** Where a pattern starts, its braces expanded and its wildcards cut off. */
type PatternStart = {
  /** As ripgrep means it, from the folder that is searched. */
  path: string;
  /** What a pattern that starts with "/" would mean from the disk's root. ripgrep never means that. */
  fromRoot?: string;
};

type PatternCheck = {
  starts: PatternStart[];
  /** Why the pattern must not be run at all; its starts are then incomplete. */
  fault?: string;
};

/**
 * Finds out where a glob pattern wants to go: of the host's glob, or the `include` of its grep, both ripgrep's
 * `--glob`. That a search finds nothing in a closed folder does not rest on this; it tells an attempt from a search.
 * @param folder The real path of the folder that is searched.
 * @param experiments Folders that hold experiments, which no pattern may name.
 * @param home What "~" means.
 * A pattern names such a folder when its names up to there match, and the last of them by at least all but two of
 * its letters as they stand: ".opencode/design-l?b/*" does, "**" and "design*" do not.
 */
export function checkPattern(
  pattern: string,
  { folder, experiments, home }: { folder: string; experiments: readonly string[]; home: string },
): PatternCheck {
  const written = pattern.trim().replace(/^!/, "");
  // A backslash may stand before a letter as it is, and a class of the letters it does not have takes a slash too.
  const readings = [written, written.replace(/\\(.)/gsu, "$1"), written.replace(/\[[!^][^[\]]*\]/gu, "/")];
  const forms = pattern.length > LONGEST ? null : expandAll([...new Set(readings)]);
  if (forms === null) return { starts: [], fault: "the pattern has too many forms to check" };
  const starts: PatternStart[] = [];
  for (const form of forms) {
    const absolute = /^(?:~|file:|[a-z]:[/\\])/i.test(form);
    const slashed = form
      .replaceAll("\\", "/")
      .replace(/^~[^/]*/, home)
      .replace(/^file:(?:\/\/)?/i, "");
    const names = slashed.split("/").filter((name) => name !== "" && name !== ".");
    const wild = names.findIndex((name) => WILD.test(name));
    const plain = wild < 0 ? names : names.slice(0, wild);
    if (wild >= 0 && names.slice(wild).includes("..")) return { starts, fault: "the pattern climbs out with .." };
    const start = plain.join("/");
    if (absolute) starts.push({ path: resolve("/", start) });
    else if (slashed.startsWith("/") && start !== "")
      starts.push({ path: resolve(folder, start), fromRoot: resolve("/", start) });
    else starts.push({ path: resolve(folder, start) });
    const anywhere = names.length === 1 && !slashed.startsWith("/") ? ["**", ...names] : names;
    if (experiments.some((base) => namesFolder(anywhere, relative(folder, base).split(sep)))) {
      return { starts, fault: "the pattern names the folder where designs and reviews are kept" };
    }
  }
  return { starts };
}

const WILD = /[*?[\]]/;
/** UTF-16 units of a pattern, and forms that its braces may have. */
const LONGEST = 1000;
const MAX_FORMS = 256;

function expandAll(readings: readonly string[]): string[] | null {
  const forms = readings.map((reading) => expandBraces(reading, MAX_FORMS));
  return forms.includes(null) ? null : forms.flatMap((each) => each ?? []);
}

/** Braces written out, innermost first; null for more than `most` forms. A brace without its other half stands for itself. */
export function expandBraces(pattern: string, most: number): string[] | null {
  const done: string[] = [];
  const open = [pattern];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    const end = form.indexOf("}", form.indexOf("{"));
    const start = end < 0 ? -1 : form.lastIndexOf("{", end);
    if (start < 0) done.push(form);
    else {
      const [before, after] = [form.slice(0, start), form.slice(end + 1)];
      // An empty part is none to ripgrep, where there are others.
      const parts = form
        .slice(start + 1, end)
        .split(",")
        .filter((part) => part !== "");
      for (const part of parts.length > 0 ? parts : [""]) open.push(before + part + after);
    }
    if (done.length + open.length > most) return null;
  }
  return done;
}

function namesFolder(names: readonly string[], way: readonly string[]): boolean {
  const last = way.at(-1) ?? "";
  if (last === "" || way.includes("..")) return false;
  const needed = last.length > 4 ? last.length - 2 : last.length;
  return names.some((name, at) => plainLetters(name) >= needed && leads(names.slice(0, at + 1), way));
}

/**
 * Whether names of a pattern without braces match the whole way; letter case and composition are folded. A class, and
 * a sign that means something to one reader of patterns alone, stands for any letter, which takes a little more than
 * ripgrep does. The runtime's own matcher tries nothing twice, whatever the pattern.
 */
export function leads(names: readonly string[], way: readonly string[]): boolean {
  const pattern = names
    .join("/")
    .replace(CLASS, "?")
    .replace(/[[\]{}!]/gu, "?");
  return new Bun.Glob(fold(pattern)).match(fold(way.join("/")));
}

/** Letters of a name that stand for themselves. */
export function plainLetters(name: string): number {
  return [...name.replace(CLASS, "?").replace(/[*?]/gu, "")].length;
}

/** A bracket first in a class is one of its letters, also behind the sign that turns the class round. */
const CLASS = /\[[!^]?\]?[^\]]{0,255}\]/gu;

const fold = (text: string): string => text.normalize("NFC").toUpperCase().toLowerCase();
