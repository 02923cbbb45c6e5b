import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { Type } from "@sinclair/typebox";
import { version } from "../../package.json";
import { BOUNDS } from "../artifacts/bounds.ts";
import { Outline } from "../artifacts/outline.ts";
import { Sha256 } from "../artifacts/provenance.ts";
import { wantedOf } from "../artifacts/stages/files.ts";
import { ARTIFACT_KINDS } from "../artifacts/stages/stages.ts";
import { pathOf } from "./artifacts.ts";
import type { Experiment } from "./experiment.ts";
import { jsonOf, writeDerived } from "./files.ts";
import { paths } from "./paths.ts";
import { kindOf, readJson } from "./read.ts";
import { listRounds } from "./rounds.ts";
import { readControls } from "./within.ts";

const Kept = Type.Object({ version: Type.Literal(1), made_of: Sha256, outline: Outline });

/** Past this it is no outline of ours, and not read. Bytes. */
const MAX_OUTLINE = 100_000n;

/** The outline that is kept and holds today; null where none does. */
type KeptOutline = {
  outline: Outline | null;
  /** Hash of what tells the files apart that an outline is made of. */
  made_of: string;
};

/** Reads nothing of what the outline is made of. Whatever stands in its place and is none of ours counts as none. */
export async function readOutline(experiment: Experiment): Promise<KeptOutline> {
  const { dir } = experiment;
  const path = paths.outline(dir);
  const [{ made_of }, there] = await Promise.all([identityOf(experiment), lstat(path, { bigint: true }).catch(absent)]);
  if (typeof there === "string" || !there.isFile() || there.size > MAX_OUTLINE) return { outline: null, made_of };
  const read = await readJson(path, Kept, { within: dir, bounds: BOUNDS.ledger_line });
  const holds = read.state === "ok" && read.value.made_of === made_of;
  return { outline: holds ? read.value.outline : null, made_of };
}

/** What changes at the same moment as a file is read may be of the same tick of the disk's clock. Milliseconds. */
const TICK = 2_000;

/**
 * Keeps an outline that was made since a moment of the system's clock, where nothing of what it was made of changed
 * from shortly before then on. Never throws: a folder that cannot be written to does without.
 */
export async function keepOutline(
  experiment: Experiment,
  { made_of, outline }: { made_of: string; outline: Outline },
  since: number,
): Promise<void> {
  const { dir } = experiment;
  const path = paths.outline(dir);
  const [now, folder] = await Promise.all([identityOf(experiment), lstat(dirname(path)).catch(() => null)]);
  if (now.made_of !== made_of || now.changed_at > since - TICK || !folder?.isDirectory() || !isOwn(folder.uid)) return;
  try {
    await writeDerived(dir, path, jsonOf(path, Kept, { version: 1, made_of, outline }));
  } catch {}
}

/** Folders of another person are read and not written to. */
function isOwn(owner: number): boolean {
  return process.getuid === undefined || process.getuid() === owner;
}

/**
 * What tells one state of an experiment's files from every other, from the disk's own account of them alone. The time
 * of a change of a file's entry, which nobody sets, and its number are in it: a file that was copied here, by whom ever,
 * or whose date was put back is another file.
 */
async function identityOf(experiment: Experiment): Promise<{ made_of: string; changed_at: number }> {
  const { dir, task } = experiment;
  const [{ rounds }, { found: controls }] = await Promise.all([listRounds(experiment), readControls(experiment)]);
  const files = [experiment, ...rounds, ...(controls ? [controls] : [])].flatMap((each) =>
    ARTIFACT_KINDS.flatMap((kind) => wantedOf(kind, each.task).map((key) => pathOf(each.dir, kind, key))),
  );
  const all = [...files, paths.ledger(dir)];
  const folders = [...new Set(all.map(dirname))];
  const hash = createHash("sha256").update(JSON.stringify([version, task.experiment_id]));
  let changed = 0n;
  const found = await Promise.all(all.map((path) => lstat(path, { bigint: true }).catch(absent)));
  for (const folder of await Promise.all(folders.map((path) => lstat(path).catch(absent))))
    hash.update(typeof folder === "string" ? `${folder}\n` : `${kindOf(folder)}\n`);
  for (const [at, stats] of found.entries()) {
    hash.update(`${JSON.stringify(all[at]?.slice(dir.length))} ${typeof stats === "string" ? stats : lineOf(stats)}\n`);
    if (typeof stats === "string") continue;
    for (const time of [stats.mtimeNs, stats.ctimeNs]) if (time > changed) changed = time;
  }
  return { made_of: hash.digest("hex"), changed_at: Number(changed / 1_000_000n) };
}

const lineOf = (stats: BigIntStats): string =>
  [kindOf(stats), stats.dev, stats.ino, stats.size, stats.mode, stats.mtimeNs, stats.ctimeNs].join(" ");

const absent = ({ code }: NodeJS.ErrnoException): string => code ?? "no";
