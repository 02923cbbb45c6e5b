import { dirname, join, resolve } from "node:path";
import { pathInside } from "../text/path-inside.ts";
import { type DesignFolder, designNamingOf } from "./design-names.ts";
import { lookAtFolder } from "./project-folder.ts";
import { recordEntries } from "./record-folder.ts";
import { isFolder } from "./task-folder.ts";

/** Where projects keep documents of designs, the more usual first. */
const USUAL = ["design", "designs", "design-docs", "design_docs", "rfcs", "rfc", "specs", "proposals"].flatMap((name) =>
  ["docs/", "doc/", ""].map((above) => above + name),
);

/** What lies elsewhere: the folder of records, below the project's root, and those of experiments, absolute. */
type Others = { records: string; bases: readonly string[] };

/**
 * The folder in which a project keeps documents of designs, from where OpenCode works up to the project's root: one that
 * holds two or more with a day or a number; null where there is none.
 */
export async function findDesignFolder(
  directory: string,
  worktree: string,
  others: Others,
): Promise<DesignFolder | null> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    for (const usual of USUAL) {
      const found = await designFolderAt(join(folder, usual), worktree, others);
      if (found !== null) return found;
    }
    if (folder === resolve(worktree) || folder === dirname(folder)) return null;
  }
}

async function designFolderAt(
  folder: string,
  worktree: string,
  { records, bases }: Others,
): Promise<DesignFolder | null> {
  if (!(await isFolder(folder))) return null;
  const { real, path, why } = await lookAtFolder(folder, worktree);
  if (why !== null || path === records || bases.some((each) => pathInside(each, real))) return null;
  const naming = designNamingOf(await recordEntries(real).catch(() => []));
  return naming && { path, naming };
}
