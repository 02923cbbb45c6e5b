import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { LabError, messageOf } from "../errors.ts";
import { makeBase } from "./experiment.ts";
import { refuseLinked, writeNew, writePlain } from "./files.ts";
import { paths, unique } from "./paths.ts";

/** What is not whole yet: it lies where nobody looks for experiments. */
const UNFINISHED = /^\.unfinished-[0-9a-f-]{36}$/u;
const UNDONE = "Nothing of it was left there";

/**
 * A folder that is filled beside its place, on the same disk, and has its name once it is whole. Only for whoever holds
 * the lock of `within`.
 */
export type WholeFolder = {
  /** Where it is filled. */
  path: string;
  /** Writes a file into it, by its path with "/". Throws LabError. */
  write(path: string, bytes: string | Uint8Array): Promise<void>;
  /**
   * Gives it its name in the base, `wanted` or the next that nothing has, also against another process. Returns the name.
   */
  finish(base: string, wanted: string): Promise<string>;
  /** Takes away what has no name yet. */
  drop(): Promise<void>;
};

/** Begins one in a folder that is there. */
export async function beginWhole(within: string): Promise<WholeFolder> {
  const path = join(within, `.unfinished-${randomUUID()}`);
  await mkdir(path);
  return {
    path,
    async write(file, bytes) {
      await writeNew(path, join(path, ...file.split("/")), bytes, UNDONE);
    },
    finish: (base, wanted) => nameFolder(path, base, wanted),
    drop: () => rm(path, { recursive: true, force: true }).catch(() => undefined),
  };
}

/** Takes away what killed processes left unfinished in a folder, whose lock is held. */
export async function removeUnfinished(within: string): Promise<void> {
  for (const name of await readdir(within))
    if (UNFINISHED.test(name)) await rm(join(within, name), { recursive: true, force: true });
}

/** Takes a folder away where nothing is in it. */
export async function removeEmpty(dir: string): Promise<void> {
  await rmdir(dir).catch(() => undefined);
}

/** The folder is made first, so that nobody else takes its name; what replaces an empty one does so at once. */
async function nameFolder(temporary: string, base: string, wanted: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = unique(wanted, (each) => taken.has(each));
    const dir = join(base, name);
    try {
      await mkdir(dir);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      taken.add(name);
      continue;
    }
    try {
      // Where the system replaces no folder, it is taken away just before.
      if (process.platform === "win32") await rmdir(dir);
      await rename(temporary, dir);
    } catch (error) {
      await removeEmpty(dir);
      throw error;
    }
    return name;
  }
}

/**
 * Makes the folder of a study in a base, where it is not there. Throws LabError where something else stands in its place
 * or on the way to it.
 */
export async function makeStudyFolder(base: string, name: string, gitignore: boolean): Promise<string> {
  const within = paths.studies(base);
  const path = join(within, name);
  const hidden = await makeBase(base, gitignore);
  await refuseLinked(base, join(path, "any"));
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new LabError(`Cannot make the folder of study ${basename(path)}, ${path}: ${messageOf(error)}`, {
      advice: "Mend its permissions, or set output.base_dir to a folder that can be written.",
      cause: error,
    });
  }
  if (gitignore && !hidden) await writePlain(base, join(within, ".gitignore"), "*\n");
  return path;
}
