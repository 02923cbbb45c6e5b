import { relative, resolve, sep } from "node:path";

/** Where a pattern starts, its braces expanded and its wildcards cut off. */
export type PatternStart = {
  /** As ripgrep means it, from the folder that is searched. */
  path: string;
  /** What a pattern that starts with "/" would mean from the disk's root. ripgrep never means that. */
  fromRoot?: string;
};

export type PatternCheck = {
  starts: PatternStart[];
  /** Why the pattern must not be run at all; its starts are then incomplete. */
  fault?: string;
};

/**
 * Checks a glob pattern of the host's glob, or the `include` of its grep, both ripgrep's `--glob`.
 * @param folder The real path of the folder that is searched.
 * @param denied Real paths that no pattern may name.
 * @param home What "~" means.
 * A pattern names a denied folder when its names up to there match, and the last of them by at least all but two of
 * its letters as they stand: ".opencode/design-l?b/*" does, "**" and "design*" do not.
 */
export function checkPattern(
  pattern: string,
  { folder, denied, home }: { folder: string; denied: readonly string[]; home: string },
): PatternCheck {
  const forms = pattern.length > LONGEST ? undefined : expandBraces(pattern.trim().replace(/^!/, ""));
  if (forms === undefined) return { starts: [], fault: "the pattern has too many forms to check" };
  const starts: PatternStart[] = [];
  for (const form of forms) {
    const absolute = /^(?:~|file:|[a-z]:[/\\])/i.test(form);
    const written = form
      .replaceAll("\\", "/")
      .replace(/^~[^/]*/, home)
      .replace(/^file:(?:\/\/)?/i, "");
    const names = written
      .split("/")
      .filter((name, at, all) => name !== "" && name !== "." && !(name === "**" && all[at - 1] === "**"));
    const wild = names.findIndex((name) => WILD.test(name));
    const plain = wild < 0 ? names : names.slice(0, wild);
    if (wild >= 0 && names.slice(wild).includes("..")) return { starts, fault: "the pattern climbs out with .." };
    const start = plain.join("/");
    if (absolute) starts.push({ path: resolve("/", start) });
    else if (written.startsWith("/") && start !== "")
      starts.push({ path: resolve(folder, start), fromRoot: resolve("/", start) });
    else starts.push({ path: resolve(folder, start) });
    const anywhere = names.length === 1 && !written.startsWith("/") ? ["**", ...names] : names;
    if (denied.some((base) => matchesFolder(anywhere, relative(folder, base).split(sep)))) {
      return { starts, fault: "the pattern names the folder where designs and reviews are kept" };
    }
  }
  return { starts };
}

const WILD = /[*?[\]]/;
const LONGEST = 1000;
const MAX_FORMS = 256;

/** All forms of a pattern with braces; undefined for more than 256. */
function expandBraces(pattern: string): string[] | undefined {
  let forms = [pattern];
  for (;;) {
    const next = forms.flatMap((form) => {
      const found = /\{([^{}]*)\}/.exec(form);
      if (!found) return [form];
      const [whole, inner = ""] = found;
      return inner.split(",").map((part) => form.slice(0, found.index) + part + form.slice(found.index + whole.length));
    });
    if (next.length > MAX_FORMS) return undefined;
    if (next.length === forms.length && next.every((form, at) => form === forms[at])) return next;
    forms = next;
  }
}

function matchesFolder(names: readonly string[], way: readonly string[]): boolean {
  const [name, ...rest] = names;
  const [step, ...further] = way;
  if (name === undefined || step === undefined || step === "..") return false;
  if (name === "**") return matchesFolder(rest, way) || matchesFolder(names, further);
  if (!namePattern(name).test(step.normalize("NFC"))) return false;
  if (further.length > 0) return matchesFolder(rest, further);
  return name.replace(/\[[^\]]*\]|[*?]/g, "").length >= (step.length > 4 ? step.length - 2 : step.length);
}

function namePattern(name: string): RegExp {
  const source = name.normalize("NFC").replace(/\[!?([^\]]*)\]|\*+|\?|[^[*?]+|\[/g, (part) => {
    if (part.startsWith("*")) return ".*";
    if (part === "?" || (part.length > 1 && part.startsWith("["))) return ".";
    return part.replace(/[.+^$(){}|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "iu");
}
