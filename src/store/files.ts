import { constants } from "node:fs";
import { copyFile, mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import writeFileAtomic from "write-file-atomic";
import { LabError, messageOf } from "../errors.ts";

/** Past this an artifact is no artifact; it is not read. Bytes. */
const MOST_BYTES = 20_000_000;

/** Writes a value that fits its schema: temporary file, fsync, rename. Throws LabError with the path and a remedy. */
export async function writeArtifact<S extends TSchema>(path: string, schema: S, value: Static<S>): Promise<void> {
  const problem = firstProblem(schema, value);
  if (problem) throw new Error(`Refusing to write ${path}: ${problem}`);
  await writeText(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a text whole or not at all, and makes the folders above it. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, text);
  } catch (error) {
    throw new LabError(`Cannot write ${path}: ${messageOf(error)}`, { advice: remedyOf(error), cause: error });
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
    if (size > MOST_BYTES) return { state: "unusable", message: `${path} has ${size} bytes, more than ${MOST_BYTES}` };
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
  const problem = firstProblem(schema, value);
  if (problem) return { state: "unusable", message: `${path} does not fit its schema: ${problem}` };
  return { state: "ok", value: value as Static<S> };
}

function firstProblem(schema: TSchema, value: unknown): string | null {
  if (Value.Check(schema, value)) return null;
  const error = Value.Errors(schema, value).First();
  if (!error) return "it does not fit";
  const where = error.path.slice(1).replaceAll("/", ".") || "the file";
  const found = error.value === undefined ? "nothing" : JSON.stringify(error.value)?.slice(0, 80);
  return `${where}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}, found ${found}`;
}

function remedyOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
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
