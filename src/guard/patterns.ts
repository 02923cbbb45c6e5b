import picomatch from "picomatch";

/**
 * Whether a file of the project is one of those that the patterns mean: some mean it, and none that begins with "!"
 * does. Globs are relative to the project and mean dot files too; a folder means all in it. What lies outside of the
 * project is never meant.
 * @param path As of an edit: relative to the project, absolute outside of it.
 */
export function isEnforced(patterns: readonly string[], path: string): boolean {
  const way = path.replaceAll("\\", "/");
  if (way === "" || /^(?:\/|[a-z]:\/|\.\.(?:\/|$))/iu.test(way)) return false;
  const named = patterns.filter((pattern) => !pattern.startsWith("!"));
  const taken = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return named.some((pattern) => means(pattern, way)) && !taken.some((pattern) => means(pattern, way));
}

/** As it is written, and with each "\" as the separator of Windows: which of both it is meant as, nobody can tell. */
function means(pattern: string, path: string): boolean {
  return [...new Set([pattern, pattern.replaceAll("\\", "/")])].some((written) => {
    const bare = written.trim().replace(/^(?:\.?\/)+/u, "");
    if (bare === "") return false;
    const globs = bare.endsWith("/") ? [`${bare}**`] : picomatch.scan(bare).isGlob ? [bare] : [bare, `${bare}/**`];
    return globs.some((glob) => picomatch.isMatch(path, glob, { dot: true, windows: false, strictSlashes: true }));
  });
}
