import { dirname, join, resolve } from "node:path";
import { pathInside } from "../text/path-inside.ts";
import { type DesignFolder, type DesignNaming, designNamingOf } from "./design-names.ts";
import { leadsIntoHidden } from "./hidden-folders.ts";
import { lookAtFolder } from "./project-folder.ts";
import { readRegular } from "./read.ts";
import { recordEntries } from "./record-folder.ts";
import { isRecordName } from "./record-names.ts";
import { isFolder } from "./task-folder.ts";

/** Where projects keep documents of designs, the more usual first. */
const USUAL = ["design", "designs", "design-docs", "design_docs", "rfcs", "rfc", "specs", "proposals"].flatMap((name) =>
  ["docs/", "doc/", ""].map((above) => above + name),
);

/** Where an interviewer for OpenCode keeps designs: of use without any document in it, named as it names them. */
const INTERVIEWER = "thoughts/shared/designs";
const ITS_NAMING: DesignNaming = {
  ...{ by: { by: "day", form: "2026-01-02" }, joint: "-", afterDay: "-" },
  ...{ isCapital: false, tail: "design", ending: ".md" },
};

/** Documents of which the title is looked at, the newest first, and the longest that is read, bytes. */
const MAX_READ = 12;
const MAX_TEXT = 400_000;

/** What lies elsewhere: the folder of records, below the project's root, and those of experiments, absolute. */
type Others = { records: string; bases: readonly string[] };

/**
 * The folder in which a project keeps documents of designs, from where OpenCode works up to the project's root: one that
 * holds two or more with a day or a number, or thoughts/shared/designs; null if there is none.
 */
export async function findDesignFolder(
  directory: string,
  worktree: string,
  others: Others,
): Promise<DesignFolder | null> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    for (const usual of [...USUAL, INTERVIEWER]) {
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
  if (
    why !== null ||
    (await leadsIntoHidden(folder, worktree)) ||
    path === records ||
    bases.some((each) => pathInside(each, real))
  )
    return null;
  const entries = await recordEntries(real).catch(() => []);
  const naming =
    designNamingOf(entries) ?? (path === INTERVIEWER || path.endsWith(`/${INTERVIEWER}`) ? ITS_NAMING : null);
  if (naming === null) return null;
  const documents = entries.filter((name) => !name.includes("/") && isRecordName(name)).slice(-MAX_READ);
  const reads = await Promise.all(documents.map((name) => readRegular(join(real, name), real, undefined, MAX_TEXT)));
  return { path, naming, texts: reads.flatMap((read) => (read.state === "ok" ? read.value : [])) };
}
