import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** True when what an absolute path leads to may be seen. */
export type IsAllowed = (path: string) => Promise<boolean>;

/** Names in a folder of which all may be seen, folders with a slash, in the order of the host's own listing. */
export async function listFolder(folder: string, isAllowed: IsAllowed): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (!(await isAllowed(path))) return [];
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(path)));
      return [isFolder ? `${entry.name}/` : entry.name];
    }),
  );
  return names.flat().sort((a, b) => a.localeCompare(b));
}

/** What is said of a path at which nothing stands, with up to three names beside it that are alike. */
export async function missingAt(path: string, isAllowed: IsAllowed): Promise<string> {
  const wanted = basename(path).toLowerCase();
  const beside = await readdir(dirname(path)).catch(() => []);
  const alike: string[] = [];
  for (const name of beside.sort()) {
    const folded = name.toLowerCase();
    if (alike.length >= 3) break;
    if (!folded.includes(wanted) && !wanted.includes(folded)) continue;
    if (await isAllowed(join(dirname(path), name))) alike.push(join(dirname(path), name));
  }
  const hint = alike.length > 0 ? `\n\nDid you mean one of these?\n${alike.join("\n")}` : "";
  return `File not found: ${path}${hint}`;
}

function leadsToFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
