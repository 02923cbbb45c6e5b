import { lstat, readdir, realpath, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { RecordPlace } from "../artifacts/decision.ts";
import { LabError } from "../errors.ts";
import { pathInside } from "../text/path-inside.ts";
import { loadArtifact } from "./artifacts.ts";
import { type DesignFolder, designNameAs, designNamingOf } from "./design-names.ts";
import { refuseLinked, writeNew, writePlain } from "./files.ts";
import { projectFolder } from "./project-folder.ts";
import { readRegular } from "./read.ts";
import {
  designName,
  foreignEnding,
  isRecordName,
  type Naming,
  ownDesignName,
  placeOfNext,
  recordName,
} from "./record-names.ts";
import { isFolder, taskFoldersOf } from "./task-folder.ts";

/** Where projects keep decision records, the more usual first. */
const USUAL = ["docs/adr", "docs/decisions", "doc/adr", "adr", "docs/adrs", "docs/architecture/decisions"] as const;
/** Where the tools of npryce/adr-tools are told of another folder. */
const ADR_DIR = ".adr-dir";
const MAX_ADR_DIR = 1_000;
/** Records of which the shape is looked at, the newest first, and the longest that is read, characters. */
const MAX_READ = 12;
const MAX_RECORD = 200_000;
const IS_MARKDOWN = /\.(?:md|markdown)$/iu;
/** Where documents of chosen designs lie in a folder of records: tools count all files beside records as records. */
const DESIGNS = "designs";
/** Folders in a folder of records that are looked into. */
const MAX_FOLDERS = 100;

/** A folder of the project that keeps records, the names in it, and the texts of the newest. */
export type RecordFolder = {
  /** Below the project's root, with "/"; no link is on the way. */
  path: string;
  entries: readonly string[];
  texts: readonly string[];
  /** The ending of most of its records, such as ".rst", if that is not Markdown. */
  foreign: string | null;
};

/**
 * The folder in which a project keeps its decision records, from where OpenCode works up to the project's root; null where
 * there is none. Throws LabError for one that leads out of the project.
 */
export async function findRecordFolder(directory: string, worktree: string): Promise<RecordFolder | null> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const told = await readRegular(join(folder, ADR_DIR));
    const named = told.state === "ok" ? told.value.slice(0, MAX_ADR_DIR).trim() : "";
    if (named !== "" && (await isFolder(resolve(folder, named))))
      return openRecordFolder(resolve(folder, named), worktree);
    const usual = await usualFolder(folder);
    if (usual !== null) return openRecordFolder(usual, worktree);
    if (folder === resolve(worktree) || folder === dirname(folder)) return null;
  }
}

/** The first usual folder that holds records, or else that is there at all: a note in it may say where they went. */
async function usualFolder(folder: string): Promise<string | null> {
  let first: string | null = null;
  for (const path of USUAL.map((each) => resolve(folder, each))) {
    if (!(await isFolder(path))) continue;
    if ((await recordEntries(path)).some(isRecordName)) return path;
    first ??= path;
  }
  return first;
}

/** A folder of the project for records, which need not be there yet. Throws LabError for one out of the project. */
export async function openRecordFolder(folder: string, worktree: string): Promise<RecordFolder> {
  const { real, path } = await projectFolder(folder, worktree, "record");
  const entries = await recordEntries(real);
  const records = entries.filter((name) => isRecordName(name) && IS_MARKDOWN.test(name));
  const reads = records.slice(-MAX_READ).map((name) => readRegular(join(real, name)));
  const texts = (await Promise.all(reads)).flatMap((read) => (read.state === "ok" ? read.value : []));
  return { path, entries, texts: texts.map((text) => text.slice(0, MAX_RECORD)), foreign: foreignEnding(entries) };
}

/** What lies in a folder of records and, as projects sort them by year or kind, in the folders in it; none where it is not there. */
export async function recordEntries(folder: string): Promise<string[]> {
  const there = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const folders = there
    .filter((each) => each.isDirectory() && !each.name.startsWith(".") && each.name !== DESIGNS)
    .map(({ name }) => name);
  const within = folders.slice(0, MAX_FOLDERS).map(async (name) => {
    const files = await readdir(join(folder, name)).catch(() => []);
    return [`${name}/`, ...files.map((file) => `${name}/${file}`)];
  });
  const files = there.filter((each) => !each.isDirectory()).map(({ name }) => name);
  return [...files, ...(await Promise.all(within)).flat()].sort();
}

/** The records of an experiment that stay in it: decision.md, decision-2.md, … */
const OWN: Naming = { by: "title" };
const OWN_SLUG = "decision";
/** Names that are tried before it is given up. */
const MAX_TRIES = 1_000;

type NewRecord = {
  /** Root of the project and the experiment's folder. */
  worktree: string;
  dir: string;
  folder: RecordFolder | null;
  /** Where the project keeps documents of designs; null for a place beside the records. */
  designs: DesignFolder | null;
  slug: string;
  at: Date;
};

/** Texts of a record and of the document beside it, each told where both lie. */
type Texts = {
  record: (named: { name: string; number: string; place: RecordPlace; beside: RecordPlace | null }) => string;
  /** Null for a record that stands alone. */
  document: ((places: { record: RecordPlace; document: RecordPlace }) => string) | null;
};

/**
 * Writes a record under the next name that is free, never over a file, and the document of a design with it: both or
 * neither. For whoever holds the lock of the project's records: two numbers are then never one. Throws LabError.
 */
export async function writeRecord(
  { worktree, dir, folder, designs, slug, at }: NewRecord,
  texts: Texts,
): Promise<{ record: RecordPlace; document: RecordPlace | null }> {
  const within = folder === null ? dir : await realpath(worktree);
  const parent = folder === null ? dir : join(within, folder.path);
  // What another process wrote meanwhile counts.
  const next =
    folder === null ? { within: "", naming: OWN } : placeOfNext((await openRecordFolder(parent, worktree)).entries, at);
  const placed = (name: string): RecordPlace =>
    folder === null ? { in: "experiment", path: name } : { in: "project", path: `${folder.path}/${name}` };
  const besideRecords = (again: number): string =>
    folder === null ? ownDesignName(again) : `${DESIGNS}/${designName(slug, at, again)}`;
  const beside =
    texts.document &&
    (folder === null || designs === null
      ? placed(await freeDocument(parent, besideRecords))
      : await placeAmong(within, designs, { slug, at }));
  if (beside) await refuseLinked(within, resolve(within, beside.path));
  for (let again = 0; again < MAX_TRIES; again++) {
    const { name: file, number } = recordName(next.naming, folder === null ? OWN_SLUG : slug, at, again);
    const named = { name: next.within + file, number };
    const record = placed(named.name);
    await refuseLinked(within, resolve(within, record.path));
    const text = texts.record({ ...named, place: record, beside });
    if (!(await writeNew(within, join(parent, named.name), text, UNDONE))) continue;
    if (!texts.document || !beside) return { record, document: null };
    try {
      const path = resolve(within, beside.path);
      if (await writeNew(within, path, texts.document({ record, document: beside }), UNDONE))
        return { record, document: beside };
      throw new LabError(`Cannot write ${path}: another file was put there just now. ${UNDONE}.`);
    } catch (error) {
      await removeRecord(record, { worktree, dir });
      throw error;
    }
  }
  throw new LabError(`Cannot write the record into ${parent}: ${MAX_TRIES} names are taken.`);
}

const UNDONE = "Nothing was decided";

/** A place among the designs of a project; what another process wrote there meanwhile counts. */
async function placeAmong(
  within: string,
  { path, naming }: DesignFolder,
  { slug, at }: Pick<NewRecord, "slug" | "at">,
): Promise<RecordPlace> {
  const folder = join(within, path);
  const now = designNamingOf(await recordEntries(folder)) ?? naming;
  const name = await freeDocument(folder, (again) => designNameAs(now, slug, at, again));
  return { in: "project", path: `${path}/${name}` };
}

/** The name below a folder that the document of a design can have. */
async function freeDocument(parent: string, nameOf: (again: number) => string): Promise<string> {
  for (let again = 0; again < MAX_TRIES; again++) {
    const name = nameOf(again);
    if ((await lstat(join(parent, name)).catch(() => null)) === null) return name;
  }
  throw new LabError(`Cannot write the design into ${parent}: ${MAX_TRIES} names are taken.`);
}

/**
 * Records in the project of all that was decided of an experiment, documents of its designs, and the folder of its tasks, absolute. Throws where
 * that cannot be read: whoever closes them to somebody then closes all.
 */
export async function recordsOf(dir: string, worktree: string): Promise<string[]> {
  const read = await loadArtifact(dir, "decision");
  if (read.state === "unusable") throw new Error(`${read.problem.path} cannot be used`);
  const tasks = await taskFoldersOf(dir, worktree);
  if (read.state === "missing") return tasks;
  const places = [read.value, ...read.value.supersedes].flatMap((each) =>
    [each.record, each.design_document ?? []].flat(),
  );
  const written = places.filter((place) => place.in === "project");
  return [...tasks, ...written.flatMap((place) => recordPath(place, { worktree, dir }) ?? [])];
}

/** Takes a record away that nothing names. */
export async function removeRecord(place: RecordPlace, at: { worktree: string; dir: string }): Promise<void> {
  const path = recordPath(place, at);
  if (path !== null) await rm(path, { force: true }).catch(() => undefined);
}

/** What a record or a document is called where it is led to: the name of its file, without its ending. */
export const nameOfRecord = ({ path }: RecordPlace): string =>
  (path.split("/").at(-1) ?? path).replace(IS_MARKDOWN, "");

/** Where a record lies, absolute; null for one that a changed decision.json puts somewhere else. */
export function recordPath(place: RecordPlace, { worktree, dir }: { worktree: string; dir: string }): string | null {
  const within = place.in === "project" ? worktree : dir;
  const path = resolve(within, place.path);
  return path !== resolve(within) && pathInside(within, path) && IS_MARKDOWN.test(path) ? path : null;
}

/** Whether a record may lie there: below a folder, and in none whose name begins with a dot, as what tools read does. */
export function isRecordPlace({ in: within, path }: RecordPlace): boolean {
  const parts = path.split(/[\\/]/u);
  return (within === "experiment" || parts.length > 1) && !parts.some((part) => part.startsWith("."));
}

/** The text of a record that is there; null where it is gone or may be none. */
export async function readRecord(place: RecordPlace, at: { worktree: string; dir: string }): Promise<string | null> {
  const path = isRecordPlace(place) ? recordPath(place, at) : null;
  if (path === null) return null;
  const read = await readRegular(path, place.in === "project" ? at.worktree : at.dir);
  return read.state === "ok" ? read.value : null;
}

/**
 * Changes the text of a record that is there, whole or not at all; `change` gives null where it cannot. False where
 * nothing was changed: it is gone, is no plain file, or holds something else by now. Throws LabError.
 */
export async function changeRecord(
  place: RecordPlace,
  at: { worktree: string; dir: string },
  change: (text: string) => string | null,
): Promise<boolean> {
  const path = recordPath(place, at);
  const before = await readRecord(place, at);
  const text = before === null ? null : change(before);
  if (path === null || text === null) return false;
  await writePlain(place.in === "project" ? at.worktree : at.dir, path, text);
  return true;
}
