import system from "node:path";

/**
 * True when a path is that folder or lies in it, by names alone: both are absolute, or relative to the same place, and
 * no link is followed. A name that only begins with two dots ("..cache") is a name like any other.
 * @param paths How paths are written; as on this system unless given.
 */
export function pathInside(folder: string, path: string, paths: typeof system = system): boolean {
  const way = paths.relative(folder, path);
  return way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** What a file is called for whoever has the project alone: one outside of it by its last name, for its folders are a machine's. */
export const pathForOthers = (file: string): string =>
  /^(?:[/\\~]|[A-Za-z]:[/\\])/u.test(file) ? (file.split(/[/\\]/u).at(-1) ?? file) : file;
