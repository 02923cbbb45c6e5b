import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { LabError, messageOf } from "../errors.ts";

/** Past this an artifact is no artifact; it is not read. Bytes. */
const MAX_BYTES = 20_000_000;

/** Writes a value that fits its schema: temporary file, fsync, rename. Throws LabError with the path and a remedy. */
export async function writeArtifact<S extends TSchema>(path: string, schema: S, value: Static<S>): Promise<void> {
  const problem = firstProblem(schema, value);
  if (problem) throw new Error(`Refusing to write ${path}: ${problem}`);
  await writeText(path, `${JSON.stringify(value, null, 2)}\n`);
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

/**
 * Temporary file, fsync, rename, fsync of the folder. `writeFile` goes on until every byte is written or fails, where
 * one `write` on a disk that is about to be full would leave half a text and report success.
 */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the rename itself outlast a power cut, where the system can do that for a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** How the names end of what a write leaves behind when its process is killed before the rename. */
const TEMPORARY = ".tmp";
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
export async function keepAside(path: string): Promise<void> {
  for (let number = 1; ; number++) {
    try {
      return await copyFile(path, path.replace(/\.json$/u, `.superseded-${number}.json`), constants.COPYFILE_EXCL);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return;
      if (code === "EEXIST") continue;
      throw new LabError(`Cannot keep a copy of ${path}: ${messageOf(error)}`, {
        advice: remedyOf(error),
        cause: error,
      });
    }
  }
}

export type ReadResult<T> = { state: "ok"; value: T } | { state: "missing" } | { state: "unusable"; message: string };

/** Reads a file back through its schema. A file that does not fit is reported, never changed. */
export async function readArtifact<S extends TSchema>(path: string, schema: S): Promise<ReadResult<Static<S>>> {
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) return { state: "unusable", message: `${path} has ${size} bytes, more than ${MAX_BYTES}` };
    text = (await readFile(path, "utf8")).replace(/^\uFEFF/u, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { state: "missing" };
    return { state: "unusable", message: `Cannot read ${path}: ${messageOf(error)}` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { state: "unusable", message: `${path} is not valid JSON: ${messageOf(error)}` };
  }
  const other = otherVersion(schema, value);
  if (other) return { state: "unusable", message: `${path} ${other}` };
  const problem = firstProblem(schema, value);
  if (problem) return { state: "unusable", message: `${path} does not fit its schema: ${problem}` };
  return { state: "ok", value: value as Static<S> };
}

/** What is wrong with the version that a value carries; null when it is the one that is read, or has none. */
function otherVersion(schema: TSchema, value: unknown): string | null {
  const read: unknown = schema.properties?.version?.const;
  const found = (value as { version?: unknown } | null)?.version;
  if (read === undefined || found === undefined || found === read) return null;
  const remedy =
    Number(found) > Number(read) ? "update opencode-designlab to read it" : "it was changed by hand, or is not its own";
  return `has version ${JSON.stringify(found)?.slice(0, 20)} and this plugin reads version ${read}: ${remedy}`;
}

function firstProblem(schema: TSchema, value: unknown): string | null {
  if (Value.Check(schema, value)) return null;
  const error = Value.Errors(schema, value).First();
  if (!error) return "it does not fit";
  const where = error.path.slice(1).replaceAll("/", ".") || "the file";
  const found = error.value === undefined ? "nothing" : JSON.stringify(error.value)?.slice(0, 80);
  return `${where}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}, found ${found}`;
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
