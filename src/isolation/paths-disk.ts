import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

// What the disk says of paths. All else than absence is thrown: the caller then refuses.

/** Follows every link; the part that does not exist stays. Undefined for a link that leads nowhere. */
export async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  if (await lstat(path).then((found) => found.isSymbolicLink(), falseIfAbsent)) return undefined;
  const up = dirname(path);
  if (up === path) return path;
  const real = await resolveLinks(up);
  return real === undefined ? undefined : join(real, basename(path));
}

/** What stands at a path, or at the nearest of its parents that exists; `isFile` is then false. */
export async function deepest(
  path: string,
): Promise<{ path: string; isFolder: boolean; isFile: boolean; links: number; id: string }> {
  try {
    const found = await stat(path, { bigint: true });
    const isFolder = found.isDirectory();
    return { path, isFolder, isFile: !isFolder, links: Number(found.nlink), id: idOf(found) };
  } catch (error) {
    if (!isAbsence(error) || dirname(path) === path) throw error;
    return { ...(await deepest(dirname(path))), isFile: false };
  }
}

/** Every file below these folders that has another name somewhere, by device and inode. */
export async function idsBelow(folders: readonly string[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
      if (isAbsence(error)) return [];
      throw error;
    });
    await Promise.all(
      entries
        .filter((entry) => !entry.isDirectory())
        .map(async (entry) => {
          const found = await lstat(join(entry.parentPath, entry.name), { bigint: true }).catch(undefinedIfAbsent);
          if (found && found.nlink > 1n) ids.add(idOf(found));
        }),
    );
  }
  return ids;
}

export function idOf(found: { dev: number | bigint; ino: number | bigint }): string {
  return `${found.dev}:${found.ino}`;
}

function isAbsence(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

export function absent(error: unknown): string {
  if (isAbsence(error)) return "";
  throw error;
}

function falseIfAbsent(error: unknown): boolean {
  return absent(error) !== "";
}

function undefinedIfAbsent(error: unknown): undefined {
  absent(error);
}
