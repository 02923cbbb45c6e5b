import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { LabError, messageOf } from "../errors.ts";
import { kindOf, misfit } from "./read.ts";

/** Writes a value that fits its schema: temporary file, fsync, rename. Throws LabError with the path and a remedy. */
export async function writeJson<S extends TSchema>(path: string, schema: S, value: Static<S>): Promise<void> {
  await writeText(path, jsonOf(path, schema, value));
}

/** A value that fits its schema as the text of a file. */
export function jsonOf<S extends TSchema>(path: string, schema: S, value: Static<S>): string {
  const problem = misfit(path, schema, value);
  if (problem) throw new Error(`Refusing to write ${path}: ${problem.where}: ${problem.reason}`);
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Writes a file that is no experiment's, whole or not at all. Throws LabError, and writes nothing, where something in
 * its place is no plain file or on its way below `within` is a link: either may have come with a checkout. Whether
 * `within` may be written in is the caller's to ask.
 */
export async function writePlain(within: string, path: string, text: string): Promise<void> {
  await refuseLinked(within, path);
  await writeText(path, text);
}

/** Throws LabError unless a plain file stands at a path, or nothing, and all on its way below `within` are folders. */
export async function refuseLinked(within: string, path: string): Promise<void> {
  const names = relative(within, path).split(sep);
  for (let depth = 1; depth <= names.length; depth++) {
    const step = join(within, ...names.slice(0, depth));
    const found = await lstat(step).catch(() => null);
    if (found === null) return;
    const needed = depth < names.length ? "a folder" : "a plain file";
    if (depth < names.length ? found.isDirectory() : found.isFile()) continue;
    throw new LabError(`Cannot write ${path}: ${step} is ${kindOf(found)}, needed is ${needed}; nothing was written.`, {
      advice: "Look where it came from, and remove it or put a copy in its place.",
    });
  }
}

/**
 * Writes a text whole or not at all. Its folder is made, but not the one above: an experiment that somebody removes
 * while it is worked on is not begun again as half of itself.
 */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path)).catch(unlessThere);
    await replace(path, text);
  } catch (error) {
    throw new LabError(`Cannot write ${path}: ${messageOf(error)}`, { advice: remedyOf(error), cause: error });
  }
}

/** What of a file's mode says who may read and write it. */
const MODE = 0o777;

/**
 * Temporary file, fsync, rename, fsync of the folder; who may read the file stays as it was. `writeFile` goes on until
 * every byte is written or fails, where one `write` on a disk that is about to be full would leave half a text and
 * report success.
 */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    const file = await open(temporary, "wx");
    try {
      const before = await lstat(path).catch(() => null);
      if (before?.isFile()) await file.chmod(before.mode & MODE);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Writes what can be made anew at any time, whole or not at all while the system runs; a power cut may take it. Throws
 * where `writePlain` does, and makes no folder.
 */
export async function writeDerived(within: string, path: string, text: string): Promise<void> {
  await refuseLinked(within, path);
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Makes the rename itself outlast a power cut, where the system can do that for a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** How the names end of what a write leaves behind when its process is killed before the rename. */
export const TEMPORARY = ".tmp";
/** Such a name with the random part of its own, so that a person's notes.tmp stays. */
const OWN_TEMPORARY = /\.[0-9a-f]{8}-[0-9a-f-]{27}\.tmp$/u;

/** Removes what killed writes left in a folder and below. Only for a folder that nobody else is writing to. */
export async function sweepTemporary(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (OWN_TEMPORARY.test(entry)) await rm(join(dir, entry), { force: true }).catch(() => undefined);
  }
}

/**
 * Copies what stands at `path` to `name.superseded-1.json`, or the next free number, so that writing there loses
 * nothing. Does nothing when there is no such file.
 */
export async function keepAside(path: string): Promise<string | null> {
  for (let number = 1; ; number++) {
    const kept = path.replace(/\.json$/u, `.superseded-${number}.json`);
    try {
      await copyFile(path, kept, constants.COPYFILE_EXCL);
      return kept;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      if (code === "EEXIST") continue;
      throw new LabError(`Cannot keep a copy of ${path}: ${messageOf(error)}`, {
        advice: remedyOf(error),
        cause: error,
      });
    }
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

function remedyOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "The folder is gone: put it back and go on with the experiment, or start anew.";
    case "EDQUOT":
    case "EFBIG":
    case "ENOSPC":
      return "The disk is full: free some space, then go on with the same experiment.";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "The folder cannot be written to: mend its permissions, or set output.base_dir to another folder.";
    case "ENAMETOOLONG":
      return "The name is too long for this disk: give a shorter topic or output folder.";
    case "ENOTDIR":
    case "EEXIST":
      return "A file stands where a folder is needed: move it away, or set output.base_dir to another folder.";
    default:
      return "";
  }
}

/** How Windows refuses to rename over a file that anybody has open: a reader of ours, an editor, what looks for viruses. */
const OPEN_ELSEWHERE = new Set(["EPERM", "EACCES", "EBUSY"]);
/** Milliseconds before each further try, over 3 s in all; a file that is open for longer is held on purpose. */
const PAUSES = [10, 20, 40, 80, 160, 320, 640, 900, 900];

/** What renaming needs of the system. */
type System = {
  platform: NodeJS.Platform;
  rename(from: string, to: string): Promise<void>;
  pause(ms: number): Promise<unknown>;
};

const SYSTEM: System = {
  platform: process.platform,
  rename,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Gives a file the name of another, which it takes the place of. Where the other must not be open, that is waited for. */
export async function renameOver(from: string, to: string, system = SYSTEM): Promise<void> {
  for (const ms of system.platform === "win32" ? PAUSES : []) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!OPEN_ELSEWHERE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    await system.pause(ms);
  }
  await system.rename(from, to);
}

/**
 * Writes a file where none is; false where one of that name is there. Throws LabError where it cannot be written; half of
 * one is taken away.
 * @param undone What the error says of the rest, a sentence without its full stop.
 */
export async function writeNew(
  within: string,
  path: string,
  text: string | Uint8Array,
  undone: string,
): Promise<boolean> {
  try {
    if (dirname(path) !== within) await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new LabError(`Cannot write ${path}: ${messageOf(error)}. ${undone}.`, { cause: error });
  }
}
