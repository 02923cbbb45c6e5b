import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** How far it is looked: entries of folders, and milliseconds once so many were seen, for a busy machine is slow at first. */
export const LOOKED = { entries: 5_000, milliseconds: 150, in_any_case: 200 };
/** Folders that hold nothing of a person's own hand. */
const CLOSED = new Set(["node_modules", ".git", ".hg", ".svn"]);

/**
 * The files of a project that were written since then and that `fits` takes, by their paths with "/". The folders that
 * the patterns begin in are gone through, near ones first, no link is followed, and what lies beyond its bounds is left
 * out: it is looked at after each command of a shell.
 * @param since Milliseconds since 1970.
 */
export function findChangedFiles(
  directory: string,
  { since, ...sought }: Sought & { since: number },
  bounds = LOOKED,
): Promise<string[]> {
  return findFiles(directory, { ...sought, takes: ({ mtimeMs }) => mtimeMs >= since }, bounds);
}

/** The files that are the same file as this one by another name, found within the same bounds. */
export function findHardLinks(
  directory: string,
  { file: { dev, ino }, ...sought }: Sought & { file: Stats },
  bounds = LOOKED,
): Promise<string[]> {
  return findFiles(directory, { ...sought, takes: (each) => each.ino === ino && each.dev === dev }, bounds);
}

type Sought = { patterns: readonly string[]; fits(path: string): boolean };

async function findFiles(
  directory: string,
  { patterns, fits, takes }: Sought & { takes(file: Stats): boolean },
  bounds: typeof LOOKED,
): Promise<string[]> {
  const end = Date.now() + bounds.milliseconds;
  const found = new Set<string>();
  const look = async (path: string): Promise<void> => {
    if (!fits(path)) return;
    const file = await lstat(join(directory, path)).catch(() => null);
    if (file?.isFile() && takes(file)) found.add(path);
  };
  const folders = basesOf(patterns);
  const seen = new Set(folders);
  let entries = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const inside = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => null);
    // A pattern without a wildcard may be a file's own path.
    if (inside === null) await look(folder);
    const files: string[] = [];
    for (const each of inside ?? []) {
      const path = folder === "" ? each.name : `${folder}/${each.name}`;
      if (each.isFile()) files.push(path);
      if (!each.isDirectory() || CLOSED.has(each.name) || seen.has(path)) continue;
      seen.add(path);
      folders.push(path);
    }
    await Promise.all(files.slice(0, bounds.entries - entries).map(look));
    entries += inside?.length ?? 1;
    if (entries >= bounds.entries || (entries >= bounds.in_any_case && Date.now() > end)) break;
  }
  return [...found].sort();
}

/** The folders that patterns begin in; "" is the project's own. None of them lies in another. */
function basesOf(patterns: readonly string[]): string[] {
  const all = patterns.filter((pattern) => !pattern.startsWith("!")).map(baseOf);
  const kept = all.filter((base) => !all.some((other) => other !== base && isWithin(base, other)));
  return [...new Set(kept)].sort();
}

const isWithin = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

/** The parts of a pattern before the first that holds a wildcard. */
function baseOf(pattern: string): string {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const wild = parts.findIndex((part) => /[*?[\]{}()!+@]/u.test(part));
  return (wild < 0 ? parts : parts.slice(0, wild)).join("/");
}
