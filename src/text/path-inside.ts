import { isAbsolute, relative, sep } from "node:path";

/**
 * True when a path is that folder or lies in it, by names alone: both are absolute, or relative to the same place, and
 * no link is followed. A name that only begins with two dots ("..cache") is a name like any other.
 */
export function pathInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
