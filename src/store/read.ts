import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, type Bounds, exceededBound } from "../artifacts/bounds.ts";
import type { Problem } from "../artifacts/problem.ts";
import { messageOf } from "../errors.ts";

/** Past this a file is not read. Bytes; more than any value within artifacts/bounds.ts takes as JSON. */
export const MAX_BYTES = 60_000_000;

export type ReadResult<T> = { state: "ok"; value: T } | { state: "missing" } | { state: "unusable"; problem: Problem };

/**
 * Reads a file back through its schema. A file that does not fit is reported, never changed. Only regular files are
 * read, and only in folders that really lie below `within`, for an experiment may come with somebody's checkout.
 */
export async function readJson<S extends TSchema>(
  path: string,
  schema: S,
  { within = dirname(path), bounds = BOUNDS.task }: { within?: string; bounds?: Bounds } = {},
): Promise<ReadResult<Static<S>>> {
  const read = await readRegular(path, within);
  if (read.state !== "ok") return read;
  const unusable = (problem: Problem): ReadResult<never> => ({ state: "unusable", problem });
  let value: unknown;
  try {
    value = JSON.parse(read.value.replace(/^\uFEFF/u, ""));
  } catch (error) {
    return unusable({ kind: "not-json", path, reason: messageOf(error) });
  }
  const problem = tooMuch(path, bounds, value) ?? otherVersion(path, schema, value) ?? misfit(path, schema, value);
  return problem ? unusable(problem) : { state: "ok", value: value as Static<S> };
}

/** The text of a regular file, as `readBytes` reads it; bytes that are no UTF-8 are read as U+FFFD. */
export async function readRegular(...asked: Parameters<typeof readBytes>): Promise<ReadResult<string>> {
  const read = await readBytes(...asked);
  return read.state === "ok" ? { state: "ok", value: read.value.toString("utf8") } : read;
}

/**
 * A regular file of at most `most` bytes. A link, a pipe or a device is never opened to the end.
 * @param unlinked What has a system open no link; where it knows no such thing the file is looked at before.
 */
export function readBytes(
  path: string,
  within = dirname(path),
  unlinked: number | undefined = constants.O_NOFOLLOW,
  most = MAX_BYTES,
): Promise<ReadResult<Buffer>> {
  return readOpened(path, within, unlinked, async (file, { size: bytes }) => {
    if (bytes > most) return { state: "unusable", problem: { kind: "too-large", path, bytes, most } };
    return { state: "ok", value: await file.readFile() };
  });
}

/** What stands in a file that grows from a byte on; `file` is another where another file took its place. */
export type Grown = { bytes: Buffer; from: number; file: number };

/**
 * What a regular file holds behind what was read of it, at most its last `most` bytes; from its beginning where it is
 * another file, or shorter than it was.
 */
export function readGrown(path: string, read: Pick<Grown, "from" | "file">, most: number): Promise<ReadResult<Grown>> {
  return readOpened(path, dirname(path), constants.O_NOFOLLOW, async (file, { size, ino }) => {
    const begin = ino === read.file && size >= read.from ? read.from : 0;
    const from = Math.max(begin, size - most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return { state: "ok", value: { bytes: buffer.subarray(0, bytesRead), from, file: ino } };
  });
}

/** Has `use` read a file that is a regular one, reached over no link. */
async function readOpened<T>(
  path: string,
  within: string,
  unlinked: number | undefined,
  use: (file: FileHandle, stats: Stats) => Promise<ReadResult<T>>,
): Promise<ReadResult<T>> {
  const unusable = (problem: Problem): ReadResult<never> => ({ state: "unusable", problem });
  let file: FileHandle | null = null;
  try {
    const link = await linkBetween(within, unlinked ? dirname(path) : path);
    if (link !== null) return unusable({ kind: "not-a-file", path: link, found: "a symbolic link" });
    file = await open(path, constants.O_RDONLY | (unlinked ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (!stats.isFile()) return unusable({ kind: "not-a-file", path, found: kindOf(stats) });
    return await use(file, stats);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { state: "missing" };
    const other = await lstat(path).catch(() => null);
    if (other && !other.isFile()) return unusable({ kind: "not-a-file", path, found: kindOf(other) });
    return unusable({ kind: "unreadable", path, reason: messageOf(error) });
  } finally {
    await file?.close();
  }
}

/** What a directory entry is, in words that follow "is". */
export function kindOf(entry: { isDirectory(): boolean; isSymbolicLink(): boolean; isFile(): boolean }): string {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isFile()) return "a file";
  return entry.isDirectory() ? "a folder" : "a pipe, socket or device";
}

/** The first step on the way from `within` down to a path that is a link; null when none is. */
async function linkBetween(within: string, path: string): Promise<string | null> {
  const names = relative(within, path).split(sep).filter(Boolean);
  for (let depth = 1; depth <= names.length; depth++) {
    const step = [within, ...names.slice(0, depth)].join(sep);
    if ((await lstat(step)).isSymbolicLink()) return step;
  }
  return null;
}

/** The first bound that a value breaks; null when it keeps all. Asked before anything else walks the value. */
export function tooMuch(path: string, bounds: Bounds, value: unknown): Problem | null {
  const reason = exceededBound(value, bounds);
  return reason === null ? null : { kind: "out-of-bounds", path, reason };
}

/** What is wrong with the version that a value carries; null when it is the one that is read, or has none. */
function otherVersion(path: string, schema: TSchema, value: unknown): Problem | null {
  const reads: unknown = schema.properties?.version?.const;
  const found = (value as { version?: unknown } | null)?.version;
  if (typeof reads !== "number" || found === undefined || found === reads) return null;
  return { kind: "other-version", path, found: shown(found, 20), reads, newer: Number(found) > reads };
}

/** The first field of a value that its schema does not allow; null when it fits. */
export function misfit(path: string, schema: TSchema, value: unknown): Extract<Problem, { kind: "misfit" }> | null {
  if (Value.Check(schema, value)) return null;
  const error = Value.Errors(schema, value).First();
  const where = error?.path.slice(1).replaceAll("/", ".") || "the file";
  const reason = error?.message ?? "it does not fit";
  const found = error?.value === undefined ? "nothing" : shown(error.value, 80);
  return { kind: "misfit", path, against: "schema", where, reason, found };
}

function shown(value: unknown, most: number): string {
  return JSON.stringify(value)?.slice(0, most) ?? "nothing";
}
