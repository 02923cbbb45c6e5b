import { Database } from "bun:sqlite";
import { existsSync, lstatSync } from "node:fs";
import { LabError, messageOf } from "../errors.ts";
import { typed } from "../text/typed.ts";
import { paths } from "./paths.ts";

/** Longer than anybody takes to look whether the lock is held, milliseconds. */
const SIT_OUT = 200;

/**
 * Does work on an experiment alone: no other process and no other call of this one works on it meanwhile. The lock is
 * the operating system's, held through SQLite, so it ends with the process that holds it however that dies, and there
 * is no stale lock to wait for. Throws LabError when another holds it, and when the folder cannot be written.
 */
export async function withLock<T>(dir: string, name: string, work: () => Promise<T>): Promise<T> {
  const release = acquire(dir, name);
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
export function isLocked(dir: string): boolean {
  const path = paths.lock(dir);
  if (!existsSync(path) || isForeign(path)) return false;
  let database: Database | null = null;
  try {
    database = new Database(path, { readwrite: true });
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN EXCLUSIVE");
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === "SQLITE_BUSY";
  } finally {
    database?.close();
  }
}

function acquire(dir: string, name: string): () => void {
  const path = paths.lock(dir);
  if (isForeign(path)) {
    // Beside an empty file SQLite throws a journal away; beside another it would replay one that names other files.
    throw new LabError(`Cannot lock ${dir}: ${path} is no lock of this plugin, needed is an empty file or none.`, {
      advice: "Remove it, when no OpenCode is at work on the experiment: it is made anew.",
    });
  }
  let database: Database | null = null;
  try {
    database = new Database(path, { create: true, readwrite: true });
    database.run(`PRAGMA busy_timeout = ${SIT_OUT}`);
    database.run("BEGIN EXCLUSIVE");
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    if ((error as { code?: unknown }).code === "SQLITE_BUSY") {
      throw new LabError(`Another call or another OpenCode is at work on ${name}; nothing was done here.`, {
        advice: `Wait for it to end, then call again. ${typed("show", name, "ledger")} tells where it stands.`,
      });
    }
    throw new LabError(`Cannot lock ${path}: ${messageOf(error)}`, {
      advice: "The experiment's folder must be there and writable.",
      cause: error,
    });
  }
}

/** Whether something stands there that no lock of ours is; what cannot be looked at SQLite reports. */
function isForeign(path: string): boolean {
  try {
    const stats = lstatSync(path);
    return !stats.isFile() || stats.size > 0;
  } catch {
    return false;
  }
}
