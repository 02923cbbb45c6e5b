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
