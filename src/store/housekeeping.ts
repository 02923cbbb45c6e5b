import { randomUUID } from "node:crypto";
import { cp, lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LabError, messageOf, UsageError } from "../errors.ts";
import { pathOf } from "./artifacts.ts";
import { foldersIn } from "./experiment.ts";
import { findNewFolder } from "./export-folder.ts";
import { withLock } from "./lock.ts";
import { paths } from "./paths.ts";
import { kindOf } from "./read.ts";

/** The folder of an experiment, whether or not its files can be used. */
export type KeptFolder = { dir: string };

/** What a folder takes on the disk, in bytes and files; no link is followed. */
export type Takes = { bytes: number; files: number };

/** Every folder of these bases that began as an experiment, a broken one too. */
export async function listKept(bases: readonly string[]): Promise<KeptFolder[]> {
  const all: KeptFolder[] = [];
  for (const base of bases) {
    const { names } = await foldersIn(base);
    for (const name of names.sort().reverse()) {
      const dir = join(base, name);
      const files = await Promise.all(
        (["task", "idea"] as const).map((kind) => lstat(pathOf(dir, kind)).catch(() => null)),
      );
      if (!LEFT.test(name) && files.some((found) => found !== null)) all.push({ dir });
    }
  }
  return all;
}

/** What a folder takes on the disk. What cannot be read counts nothing. */
export async function measureFolder(dir: string): Promise<Takes> {
  const sum: Takes = { bytes: 0, files: 0 };
  for (const folders = [dir]; folders.length > 0; ) {
    const folder = folders.pop() ?? dir;
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        folders.push(path);
        continue;
      }
      sum.bytes += (await lstat(path).catch(() => null))?.size ?? 0;
      sum.files += 1;
    }
  }
  return sum;
}

/** Throws UsageError where a link or a file stands in place of the folder: what it leads to is no experiment of this base. */
async function refuseNoFolder({ dir }: KeptFolder): Promise<void> {
  const found = await lstat(dir).catch(() => null);
  if (found?.isDirectory()) return;
  throw new UsageError(
    `Cannot touch ${dir}: needed is a folder, found ${found === null ? "nothing" : kindOf(found)}. Nothing was changed.`,
  );
}

/** What a removal that was killed leaves in a base. */
const LEFT = /^\.removed-[0-9a-f-]{36}$/u;

/** Deletes an experiment for good. Throws LabError where somebody works on it, and where its folder cannot be deleted. */
export async function removeKept(kept: KeptFolder): Promise<void> {
  await refuseNoFolder(kept);
  await withLock(kept.dir, basename(kept.dir), async () => {
    await refuseNoFolder(kept);
    await takeAway(kept.dir);
  });
}

/** Out of the lists at once, then off the disk, with what was left of one before. */
async function takeAway(dir: string): Promise<void> {
  const base = dirname(dir);
  try {
    await rename(dir, join(base, `.removed-${randomUUID()}`));
    const { names } = await foldersIn(base);
    for (const name of names) if (LEFT.test(name)) await rm(join(base, name), { recursive: true });
  } catch (error) {
    throw new LabError(`Cannot remove ${dir}: ${messageOf(error)}.`, {
      advice: "Mend its permissions and type it again; what is left of it lies in its base folder.",
      cause: error,
    });
  }
}

/**
 * Where a move would put it: into the folder under its own name, every link on the way followed. Throws UsageError where
 * something stands there, and where experiments of this project lie.
 */
export async function findPlace(
  kept: KeptFolder,
  folder: string,
  { worktree, bases }: { worktree: string; bases: readonly string[] },
): Promise<string> {
  await refuseNoFolder(kept);
  await findNewFolder(join(folder, basename(kept.dir)), { worktree, bases, what: "move" });
  return join(folder, basename(kept.dir));
}

/**
 * Moves an experiment to a place that `findPlace` found, whole: onto another disk it is copied and then removed. Throws
 * LabError where somebody works on it, and where it cannot be moved; it is then where it was.
 */
export async function moveKept(kept: KeptFolder, place: string): Promise<void> {
  await withLock(kept.dir, basename(kept.dir), async () => {
    await refuseNoFolder(kept);
    if ((await lstat(place).catch(() => null)) !== null)
      throw new LabError(`Cannot move ${kept.dir}: something was put at ${place} meanwhile. Nothing was moved.`);
    try {
      await rename(kept.dir, place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw failure(kept.dir, place, error);
      await copyWhole(kept.dir, place);
      await takeAway(kept.dir);
    }
  });
  // What the lock left went along; nobody could have locked it there yet.
  for (const left of ["", "-journal"]) await rm(`${paths.lock(place)}${left}`, { force: true });
}

async function copyWhole(dir: string, place: string): Promise<void> {
  const temporary = `${place}.${randomUUID()}.tmp`;
  try {
    await mkdir(temporary);
    await cp(dir, temporary, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    throw failure(dir, place, error);
  }
}

const failure = (dir: string, place: string, cause: unknown): LabError =>
  new LabError(`Cannot move ${dir} to ${place}: ${messageOf(cause)}. It is where it was.`, {
    advice: "Mend that, or name another folder.",
    cause,
  });
