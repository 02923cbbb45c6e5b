import picomatch from "picomatch";
import type { FileEdit } from "../artifacts/guard.ts";

/** Characters of a path. What a glob takes to compare grows faster than the path. */
const MOST_PATH = 1_000;

/**
 * Whether a file of the project is one of those that the patterns mean: some mean it, and none that begins with "!"
 * does. Globs are relative to the project and mean dot files too; a folder means all in it. What lies outside of the
 * project is never meant. A path that is too long to be compared is meant.
 * @param path As of an edit: relative to the project, absolute outside of it.
 */
export function isEnforced(patterns: readonly string[], path: string): boolean {
  const way = path.replaceAll("\\", "/");
  if (way === "" || /^(?:\/|[a-z]:\/|\.\.(?:\/|$))/iu.test(way)) return false;
  if (way.length > MOST_PATH) return true;
  const named = patterns.filter((pattern) => !pattern.startsWith("!"));
  const taken = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return named.some((pattern) => means(pattern, way)) && !taken.some((pattern) => means(pattern, way));
}

/** The first path of an edited file that the patterns mean; null when they mean none of its paths. */
export function findEnforcedPath(patterns: readonly string[], { path, names = [] }: FileEdit): string | null {
  return [path, ...names].find((each) => isEnforced(patterns, each)) ?? null;
}

/** What was made of patterns: to make one takes longer than to use it. */
const MADE = new Map<string, (path: string) => boolean>();
const MOST_MADE = 1_000;

function means(pattern: string, path: string): boolean {
  let known = MADE.get(pattern);
  if (known === undefined) {
    known = matcherOf(pattern);
    if (MADE.size >= MOST_MADE) MADE.clear();
    MADE.set(pattern, known);
  }
  return known(path);
}

/** As it is written, and with each "\" as the separator of Windows: which of both it is meant as, nobody can tell. */
function matcherOf(pattern: string): (path: string) => boolean {
  const globs = [...new Set([pattern, pattern.replaceAll("\\", "/")])].flatMap((written) => {
    const bare = written.trim().replace(/^(?:\.?\/)+/u, "");
    if (bare === "") return [];
    return bare.endsWith("/") ? [`${bare}**`] : picomatch.scan(bare).isGlob ? [bare] : [bare, `${bare}/**`];
  });
  const matchers = globs.map((glob) => picomatch(glob, { dot: true, windows: false, strictSlashes: true }));
  return (path) => matchers.some((matches) => matches(path));
}
