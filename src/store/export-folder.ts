import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { LabError, messageOf, UsageError } from "../errors.ts";
import { pathInside } from "../text/path-inside.ts";
import { writeNew } from "./files.ts";
import { lookAtFolder } from "./project-folder.ts";
import { kindOf } from "./read.ts";

/** A folder that is to be made: where it really lies, and whether that is in the project. */
export type NewFolder = { path: string; inside: boolean };

/**
 * Where a folder can be made that is not there, every link on the way to it followed. Throws LabError where something
 * stands there, where the folder above is missing, and where a link leads from the project out of it.
 */
export async function findNewFolder(
  folder: string,
  { worktree, bases, what = "export" }: { worktree: string; bases: readonly string[]; what?: keyof typeof ANOTHER },
): Promise<NewFolder> {
  const refuse = (why: string, advice: string = ANOTHER[what]): never => {
    throw new UsageError(
      `Cannot ${what} ${what === "move" ? "it to" : "into"} ${folder}: ${why}. Nothing was written.`,
      { advice },
    );
  };
  const there = await lstat(folder).catch(() => null);
  if (there !== null)
    return refuse(
      `needed is a name that is free, found ${kindOf(there)}`,
      `It is written over nothing: move that away. ${ANOTHER[what]}`,
    );
  const above = await realpath(dirname(folder)).catch(() => null);
  if (above === null || !(await stat(above)).isDirectory())
    return refuse(`needed is a folder at ${dirname(folder)}, found none`);
  const { real, why } = await lookAtFolder(folder, worktree);
  const inside = pathInside(await realpath(worktree), real);
  if (!inside && pathInside(resolve(worktree), resolve(folder)))
    return refuse(`a link on the way leads out of the project, to ${real}`);
  if (inside && why !== null) return refuse(why);
  for (const base of bases) {
    const place = await lookAtFolder(base, worktree);
    if (pathInside(place.real, real)) return refuse(`experiments lie in ${base}`);
  }
  return { path: real, inside };
}

/** How another folder is named. */
const ANOTHER = {
  export: 'Name another with --to FOLDER ({"to": "…"}).',
  move: "Name another folder, which is there and holds no experiments of this project.",
} as const;

const LEFT = "Nothing of it was left there";
/** How long what a killed export left is let alone, for another may be at work on it. Milliseconds. */
const LEFT_ALONE = 600_000;
const TEMPORARY = /\.[0-9a-f]{8}-[0-9a-f-]{27}\.export\.tmp$/u;

/**
 * Makes a folder with these files, whole or not at all: it is written beside its place, and renamed at the end. What an
 * export that was killed left beside it is taken away. Throws LabError.
 * @param files By their paths in the folder, with "/", in the order in which they are written.
 */
export async function writeNewFolder(
  { path }: NewFolder,
  files: ReadonlyMap<string, string>,
  { signal, now }: { signal: AbortSignal; now: () => Date },
): Promise<void> {
  await removeLeftovers(path, now());
  const temporary = `${path}.${randomUUID()}.export.tmp`;
  try {
    await mkdir(temporary);
    for (const [name, text] of files) {
      signal.throwIfAborted();
      await writeNew(temporary, join(temporary, ...name.split("/")), text, LEFT);
    }
    signal.throwIfAborted();
    if ((await lstat(path).catch(() => null)) !== null) throw new Error("something was put there meanwhile");
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    if (signal.aborted) throw error;
    const cause = error instanceof LabError ? error.cause : error;
    const full = ["ENOSPC", "EDQUOT", "EFBIG"].includes((cause as NodeJS.ErrnoException).code ?? "");
    throw new LabError(`Cannot export into ${path}: ${messageOf(cause)}. ${LEFT}.`, {
      advice: full ? "The disk is full: free some space, then call again." : "Mend that, or name another folder.",
      cause,
    });
  }
}

async function removeLeftovers(path: string, now: Date): Promise<void> {
  const parent = dirname(path);
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(`${basename(path)}.`) || !TEMPORARY.test(name)) continue;
    const left = await lstat(join(parent, name)).catch(() => null);
    if (!left?.isDirectory() || now.getTime() - left.mtimeMs < LEFT_ALONE) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
