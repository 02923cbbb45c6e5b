import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Static, TSchema } from "@sinclair/typebox";
import { version } from "../../package.json";
import { BOUNDS, type Bounds } from "../artifacts/bounds.ts";
import { wantedOf } from "../artifacts/stages/files.ts";
import { ARTIFACT_KINDS } from "../artifacts/stages/stages.ts";
import { pathOf } from "./artifacts.ts";
import type { Experiment } from "./experiment.ts";
import { writeDerived } from "./files.ts";
import { paths } from "./paths.ts";
import { kindOf, readJson } from "./read.ts";

/** One state of files: `made_of` tells it from every other, `changed_at` is when the last of them changed, milliseconds. */
export type FilesState = { made_of: string; changed_at: number };

/** What changes at the same moment as a file is read may be of the same tick of the disk's clock. Milliseconds. */
const TICK = 2_000;

/** Every file of these experiments that their plans name, the first one's ledger, and others in its folder. */
export function plannedFiles(
  experiments: readonly [Experiment, ...Experiment[]],
  others: readonly string[] = [],
): string[] {
  const files = experiments.flatMap((each) =>
    ARTIFACT_KINDS.flatMap((kind) => wantedOf(kind, each.task).map((key) => pathOf(each.dir, kind, key))),
  );
  return [...files, ...others, paths.ledger(experiments[0].dir)];
}

/**
 * What tells one state of an experiment's files from every other, from the disk's own account of them alone. The time
 * of a change of a file's entry, which nobody sets, and its number are in it: a file that was copied here, by whom ever,
 * or whose date was put back is another file.
 *
 * @param about What else the state hangs on.
 */
export async function stateOf(dir: string, files: readonly string[], about: unknown): Promise<FilesState> {
  const folders = [...new Set(files.map(dirname))];
  const hash = createHash("sha256").update(JSON.stringify([version, about]));
  let changed = 0n;
  const found = await Promise.all(files.map((path) => lstat(path, { bigint: true }).catch(absent)));
  for (const folder of await Promise.all(folders.map((path) => lstat(path).catch(absent))))
    hash.update(typeof folder === "string" ? `${folder}\n` : `${kindOf(folder)}\n`);
  for (const [at, stats] of found.entries()) {
    hash.update(
      `${JSON.stringify(files[at]?.slice(dir.length))} ${typeof stats === "string" ? stats : lineOf(stats)}\n`,
    );
    if (typeof stats === "string") continue;
    for (const time of [stats.mtimeNs, stats.ctimeNs]) if (time > changed) changed = time;
  }
  return { made_of: hash.digest("hex"), changed_at: Number(changed / 1_000_000n) };
}

const lineOf = (stats: BigIntStats): string =>
  [kindOf(stats), stats.dev, stats.ino, stats.size, stats.mode, stats.mtimeNs, stats.ctimeNs].join(" ");

const absent = ({ code }: NodeJS.ErrnoException): string => code ?? "no";

/** What was derived and kept of that shape; whatever else stands in its place, or is larger than `most` bytes, is null. */
export async function readDerived<S extends TSchema>(
  { dir }: Pick<Experiment, "dir">,
  path: string,
  schema: S,
  { most, bounds = BOUNDS.ledger_line }: { most: number; bounds?: Bounds },
): Promise<Static<S> | null> {
  const there = await lstat(path).catch(() => null);
  if (!there?.isFile() || there.size > most) return null;
  const read = await readJson(path, schema, { within: dir, bounds });
  return read.state === "ok" ? read.value : null;
}

/**
 * Keeps what was derived since a moment of the system's clock, where nothing of what it was made of changed from shortly
 * before then on. Never throws: a folder that cannot be written to does without.
 *
 * @param made_of Of the files as they were before they were read; `now` is how they stand.
 */
export async function keepDerived(
  { dir }: Pick<Experiment, "dir">,
  path: string,
  text: () => string,
  { made_of, now, since }: { made_of: string; now: FilesState; since: number },
): Promise<void> {
  const folder = await lstat(dirname(path)).catch(() => null);
  if (now.made_of !== made_of || now.changed_at > since - TICK || !folder?.isDirectory() || !isOwn(folder.uid)) return;
  try {
    await writeDerived(dir, path, text());
  } catch {}
}

/** Folders of another person are read and not written to. */
function isOwn(owner: number): boolean {
  return process.getuid === undefined || process.getuid() === owner;
}
