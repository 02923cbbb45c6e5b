import { existsSync, lstatSync } from "node:fs";
import { access, rm } from "node:fs/promises";
import { basename } from "node:path";
import { LabError, messageOf } from "../errors.ts";
import { typedCode } from "../text/typed.ts";
import { refuseIrregular } from "./bases.ts";
import { sweepTemporary, writeText } from "./files.ts";
import { paths } from "./paths.ts";
import { sqliteOpener } from "./sqlite.ts";

/** Longer than anybody takes to look whether the lock is held, milliseconds. */
const SIT_OUT = 200;

/** Somebody else is at work on the experiment. */
export class BusyError extends LabError {
  override name = "BusyError";
}

/**
 * Works in an experiment's folder, with a task or without, while nobody else does. Throws LabError at once
 * when another call or process is at work on it. What a killed process left half written is
 * removed; a request to stop, as its page makes one, stops the call. What the project remembers is renewed behind it.
 */
export async function withFolderLock<T>(
  { stop, renewMemory }: { stop: () => void; renewMemory?: (ended: string) => Promise<void> },
  dir: string,
  work: () => Promise<T>,
): Promise<T> {
  await refuseIrregular(dir);
  let began = false;
  try {
    return await withLock(dir, basename(dir), async () => {
      began = true;
      await sweepTemporary(dir);
      const stopLooking = await watchForStop(dir, stop);
      try {
        return await work();
      } finally {
        await stopLooking();
      }
    });
  } finally {
    // Whatever ended here, and however: this is the one place that all work on an experiment passes.
    if (began) await renewMemory?.(dir);
  }
}

/**
 * Does work on an experiment alone: no other process and no other call of this one works on it meanwhile. The lock is
 * the operating system's, held through SQLite, so it ends with the process that holds it however that dies, and there
 * is no stale lock to wait for. Throws LabError when another holds it, and when the folder cannot be written.
 */
export async function withLock<T>(dir: string, name: string, work: () => Promise<T>): Promise<T> {
  const release = await acquire(dir, name);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Whether somebody works on an experiment right now, in this process or another. To look is to hold the lock for a
 * moment, which `withLock` sits out. False where there is no lock to look at.
 */
export async function isLocked(dir: string): Promise<boolean> {
  const path = paths.lock(dir);
  if (!existsSync(path) || isForeign(path)) return false;
  const database = await openDatabase(path).catch(() => null);
  try {
    return database?.take(0) === "busy";
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

async function acquire(dir: string, name: string): Promise<() => void> {
  const path = paths.lock(dir);
  if (isForeign(path)) {
    // Beside an empty file SQLite throws a journal away; beside another it would replay one that names other files.
    throw new LabError(`Cannot lock ${dir}: ${path} is no lock of this plugin, needed is an empty file or none.`, {
      advice: "Remove it, when no OpenCode is at work on the experiment: it is made anew.",
    });
  }
  let database: Connection | null = null;
  try {
    database = await openDatabase(path);
    if (database === null) throw noLock();
    const held = database;
    if (held.take(SIT_OUT) === "taken") return () => held.close();
  } catch (error) {
    database?.close();
    if (error instanceof LabError) throw error;
    throw new LabError(`Cannot lock ${path}: ${messageOf(error)}`, {
      advice: FULL.test(messageOf(error))
        ? "The disk is full: free some space, then call again."
        : "The experiment's folder must be there and writable.",
      cause: error,
    });
  }
  database.close();
  throw new BusyError(`Another call or another OpenCode is at work on ${name}; nothing was done here.`, {
    advice: `Wait for it to end, then call again. ${typedCode("show", name, "ledger")} tells where it stands.`,
  });
}

/** In SQLite's words, which are the same in both runtimes: its codes are not. */
const FULL = /\bdisk is full\b/u;

const noLock = (): LabError =>
  new LabError("Cannot lock the experiment: this Node.js has no SQLite, through which the system's lock is taken.", {
    advice: "Install OpenCode, or run it with Node.js 22.13 or newer.",
  });

/** Whether something stands there that no lock of ours is; what cannot be looked at SQLite reports. */
function isForeign(path: string): boolean {
  try {
    const stats = lstatSync(path);
    return !stats.isFile() || stats.size > 0;
  } catch {
    return false;
  }
}

/** How often a run looks whether it is asked to stop, milliseconds. */
const LOOK_EVERY = 400;

/** Asks whoever works on the experiment, this process or another, to stop as if the person had pressed Esc there. */
export async function requestStop(dir: string): Promise<void> {
  await writeText(paths.stopRequest(dir), "");
}

/**
 * Calls `stop` once when that is asked for. Only for whoever holds the experiment's lock: an earlier request, which
 * nobody heeded, is thrown away first. Returns how to stop looking.
 */
export async function watchForStop(dir: string, stop: () => void): Promise<() => Promise<void>> {
  const path = paths.stopRequest(dir);
  // One that cannot be removed was not asked of this run; the next look would heed it, so there is none.
  const cleared = await forget(path);
  const timer = setInterval(async () => {
    if (!cleared || !(await isThere(path))) return;
    clearInterval(timer);
    await forget(path);
    stop();
  }, LOOK_EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await forget(path);
  };
}

function forget(path: string): Promise<boolean> {
  return succeeds(rm(path, { force: true }));
}

function isThere(path: string): Promise<boolean> {
  return succeeds(access(path));
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** A connection whose exclusive transaction is the system's lock on the file until it is closed. */
export type Connection = {
  /** Waits at most `patience` milliseconds for another that holds it. Throws what else goes wrong. */
  take(patience: number): "taken" | "busy";
  close(): void;
};

/** The code of SQLite for a file that another holds. */
const BUSY = 5;

/** Opens a file through the SQLite of whatever this runs in; null where that has none, as Node.js before 22.13. */
export async function openDatabase(path: string): Promise<Connection | null> {
  const open = await sqliteOpener();
  if (open === null) return null;
  const raw = open(path);
  return {
    take(patience) {
      try {
        raw.exec(`PRAGMA busy_timeout = ${patience}`);
        raw.exec("BEGIN EXCLUSIVE");
        return "taken";
      } catch (error) {
        const { code, errcode } = error as { code?: unknown; errcode?: unknown };
        if (code === "SQLITE_BUSY" || errcode === BUSY) return "busy";
        throw error;
      }
    },
    close: () => raw.close(),
  };
}

/** Whether a lock can be taken in this runtime. */
export async function canLock(): Promise<boolean> {
  return (await sqliteOpener()) !== null;
}

/** Throws LabError where none can be taken in this runtime: nobody is asked for what cannot be done. */
export async function requireLock(): Promise<void> {
  if (!(await canLock())) throw noLock();
}
