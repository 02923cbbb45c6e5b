import { createHash, randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import pLimit from "p-limit";
import type { StudyBundle, StudyExperiment } from "../artifacts/study.ts";
import {
  BOUNDS_OF_PULLED,
  type PullCame,
  type PulledExperiment,
  PulledExperiments,
  type PullFault,
} from "../artifacts/study-pull.ts";
import { LabError, messageOf, UsageError } from "../errors.ts";
import { loadArtifact } from "../store/artifacts.ts";
import { folded, makeBase } from "../store/experiment.ts";
import { jsonOf, refuseLinked, writeNew, writePlain } from "../store/files.ts";
import { BusyError, withLock } from "../store/lock.ts";
import { experimentName, unique } from "../store/paths.ts";
import { readBytes, readJson } from "../store/read.ts";
import type { StudyPlace } from "./folder.ts";
import { holdsPath, listFault } from "./held.ts";
import { manifestOf } from "./manifest.ts";
import type { QueuedFile, StudyQueue } from "./queue.ts";

type Pulling = {
  /** Those alone, and anew where their folder is gone; null: all that are done. */
  keys: readonly string[] | null;
  /** Whether what is made in the base folder is kept from git. */
  gitignore: boolean;
  signal: AbortSignal;
  now: () => Date;
  /** Makes what is made of an experiment's files, in its folder before it has its name. What it throws is why it is refused. */
  complete(dir: string, id: string): Promise<void>;
  /** Told how many of how many are looked at. */
  told?(done: number, all: number): void;
};

/** Experiments whose places are written down together. */
const BATCH = 20;
/** Files of one experiment that are asked for at a time. */
const FILES_AT_ONCE = 8;
/** Experiments that are asked for at a time. */
const PAGE = 500;
const TEMPORARY = /^\.pull-[0-9a-f-]{36}$/u;
const KEY = /^[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}\/[1-9]\d{0,3}$/u;

const listPath = (place: Pick<StudyPlace, "path">): string => join(place.path, "experiments.json");

/**
 * Which experiments of a study lie in which folders of its base; none where none was pulled. Throws LabError where the
 * file that says it cannot be used.
 */
export async function readPulled(place: StudyPlace): Promise<PulledExperiment[]> {
  const path = listPath(place);
  const read = await readJson(path, PulledExperiments, { within: place.path, bounds: BOUNDS_OF_PULLED });
  if (read.state === "missing") return [];
  if (read.state === "ok" && read.value.hash === place.hash) return read.value.experiments;
  throw new LabError(`Cannot tell which experiments of ${basename(place.path)} lie here: ${path} cannot be used.`, {
    advice: "Move it away: all experiments are then pulled anew, beside those that are here.",
    ...(read.state === "unusable" && { problems: [read.problem] }),
  });
}

/**
 * Puts what is done of a study into the base folder, each experiment whole or not at all, and once: experiments.json says
 * which lies where. What is damaged, or no experiment's, is left out and named. Throws LabError where another pull is at
 * work, where the queue or the disk gives out, and where it is stopped; what was put down until then stays.
 */
export async function pullStudy(
  queue: Pick<StudyQueue, "experiments" | "files" | "read" | "standing">,
  bundle: StudyBundle,
  place: StudyPlace,
  pulling: Pulling,
): Promise<PullCame> {
  await refuseLinked(place.base, join(place.path, "any"));
  try {
    return await withLock(place.path, basename(place.path), () => pullAlone(queue, bundle, place, pulling));
  } catch (error) {
    if (!(error instanceof BusyError)) throw error;
    throw new BusyError(`Another pull of ${basename(place.path)} is at work; nothing was done here.`, {
      advice: "Wait for it to end: what it puts here lies here for both.",
    });
  }
}

async function pullAlone(
  queue: Parameters<typeof pullStudy>[0],
  bundle: StudyBundle,
  place: StudyPlace,
  { keys, gitignore, signal, now, complete, told }: Pulling,
): Promise<PullCame> {
  await removeLeft(place);
  const hidden = await makeBase(place.base, gitignore);
  const known = new Map((await readPulled(place)).map((each) => [each.key, each]));
  await settle(queue, place, known);
  const done = await doneIn(queue, place.hash);
  const machines = new Map((await queue.standing(place.hash)).workers.map(({ id, machine }) => [id, machine]));
  if (keys !== null) refuseUndone(keys, done);
  const came: PullCame = { pulled: [], there: 0, gone: [], refused: [] };
  const names = new Set((await readdir(place.base)).map(folded));
  const todo: StudyExperiment[] = [];
  for (const each of keys === null ? done : done.filter(({ key }) => keys.includes(key))) {
    const before = known.get(each.key);
    if (before === undefined) todo.push(each);
    else if (!names.has(folded(before.folder))) {
      if (keys === null) came.gone.push({ key: each.key, folder: before.folder });
      else todo.push(each);
    } else if (before.manifest === each.manifest) came.there += 1;
    else if (keys === null) came.refused.push({ key: each.key, fault: { kind: "changed", folder: before.folder } });
    else todo.push(each);
  }
  const save = () => savePulled(place, [...known.values()]);
  try {
    for (let at = 0; at < todo.length; at += BATCH) {
      const batch = todo.slice(at, at + BATCH);
      const entries = new Map<string, PulledExperiment>();
      const before = new Map(batch.map(({ key }) => [key, known.get(key)]));
      for (const each of batch) {
        if (keyFault(each, bundle) !== null) continue;
        const folder = unique(nameOf(each, now()), (name) => names.has(folded(name)));
        names.add(folded(folder));
        entries.set(each.key, entryOf(each, folder, machines));
        known.set(each.key, entryOf(each, folder, machines));
      }
      await save();
      for (const [index, each] of batch.entries()) {
        signal.throwIfAborted();
        told?.(at + index, todo.length);
        const entry = entries.get(each.key);
        const put = entry
          ? await putDown(queue, place, each, entry, { complete, hide: gitignore && !hidden, signal })
          : { fault: keyFault(each, bundle) ?? { kind: "key" as const } };
        if ("fault" in put) {
          came.refused.push({ key: each.key, fault: put.fault });
          const was = before.get(each.key);
          if (was === undefined) known.delete(each.key);
          else known.set(each.key, was);
          continue;
        }
        known.set(each.key, { ...(entry as PulledExperiment), folder: put.folder, pulled: now().toISOString() });
        names.add(folded(put.folder));
        came.pulled.push({ key: each.key, folder: put.folder });
      }
    }
  } catch (error) {
    // What is written down as begun is looked at the next time; a disk that is full keeps the list of before.
    await save().catch(() => undefined);
    throw error;
  }
  if (todo.length > 0) await save();
  told?.(todo.length, todo.length);
  return came;
}

/** What a pull that was killed left in the study's folder, which nobody else works in now. */
async function removeLeft({ path }: StudyPlace): Promise<void> {
  for (const name of await readdir(path))
    if (TEMPORARY.test(name)) await rm(join(path, name), { recursive: true, force: true });
}

/** Tells of those that a killed pull had begun whether they lie here whole. */
async function settle(
  queue: Pick<StudyQueue, "files">,
  place: StudyPlace,
  known: Map<string, PulledExperiment>,
): Promise<void> {
  for (const entry of [...known.values()].filter(({ pulled }) => pulled === null)) {
    const dir = join(place.base, entry.folder);
    // Nothing else of what is taken is in a folder before all of it is.
    const task = await readBytes(join(dir, "task.json"), dir);
    const wanted =
      task.state === "ok" ? (await queue.files(place.hash, entry.key)).find(({ path }) => path === "task.json") : null;
    if (task.state === "ok" && wanted?.sha256 === sha256(task.value)) {
      known.set(entry.key, { ...entry, pulled: entry.ended ?? "" });
      continue;
    }
    known.delete(entry.key);
    // Only one that is empty goes.
    await rmdir(dir).catch(() => undefined);
  }
}

async function doneIn(queue: Pick<StudyQueue, "experiments">, hash: string): Promise<StudyExperiment[]> {
  const done = new Map<string, StudyExperiment>();
  for (let after: string | undefined; ; ) {
    const more = await queue.experiments(hash, { state: "done", most: PAGE, ...(after !== undefined && { after }) });
    const before = done.size;
    for (const each of more) done.set(each.key, each);
    // A queue that gives the same ones again would be asked for ever.
    if (done.size === before || more.length < PAGE) return [...done.values()];
    after = more.at(-1)?.key;
  }
}

function refuseUndone(keys: readonly string[], done: readonly StudyExperiment[]): void {
  const known = new Set(done.map(({ key }) => key));
  const other = keys.filter((key) => !known.has(key));
  if (other.length === 0) return;
  throw new UsageError(`Cannot pull ${other.slice(0, 5).join(", ").slice(0, 300)}: no such experiment is done.`, {
    advice: "An experiment is named by its key: 03-ferry-booking/wide/2.",
  });
}

/** Whether the study has such an experiment, and it is said what is in it: a queue may hold rows of anybody's. */
function keyFault({ key, task, panel, repeat, manifest }: StudyExperiment, bundle: StudyBundle): PullFault | null {
  const own =
    KEY.test(key) &&
    key === `${task}/${panel}/${repeat}` &&
    repeat <= bundle.repeats &&
    bundle.tasks.some((each) => each.key === task) &&
    bundle.panels.some(({ name }) => name === panel);
  if (!own) return { kind: "key" };
  return /^[0-9a-f]{64}$/u.test(manifest ?? "") ? null : { kind: "manifest" };
}

/** No study was run before. */
const FIRST_STUDY = Date.UTC(2025, 0);

/** The day on which it was begun, and its key. */
function nameOf({ key, begun }: StudyExperiment, now: Date): string {
  const at = begun === null ? Number.NaN : Date.parse(begun);
  const possible = at > FIRST_STUDY && at <= now.getTime();
  return experimentName(possible ? new Date(at) : now, key.replaceAll("/", " "));
}

function entryOf(each: StudyExperiment, folder: string, machines: ReadonlyMap<string, string>): PulledExperiment {
  const worker = each.worker === null ? null : (machines.get(each.worker) ?? each.worker);
  return {
    key: each.key,
    folder,
    worker: worker?.slice(0, 400) ?? null,
    ended: each.ended?.slice(0, 40) ?? null,
    cost: Number.isFinite(each.cost) ? Math.max(0, each.cost) : 0,
    unpriced: Number.isSafeInteger(each.unpriced) ? Math.max(0, each.unpriced) : 0,
    manifest: each.manifest ?? "",
    pulled: null,
  };
}

/** Writes one beside, looks at all of it, and gives it its name: its own, or the next that is free by now. */
async function putDown(
  queue: Pick<StudyQueue, "files" | "read">,
  place: StudyPlace,
  { key, manifest }: StudyExperiment,
  { folder }: PulledExperiment,
  { complete, hide, signal }: Pick<Pulling, "complete" | "signal"> & { hide: boolean },
): Promise<{ folder: string } | { fault: PullFault }> {
  const files = await queue.files(place.hash, key);
  const fault = listFault(files);
  if (fault !== null) return { fault };
  if (manifest === null || manifestOf(files) !== manifest) return { fault: { kind: "manifest" } };
  const temporary = join(place.path, `.pull-${randomUUID()}`);
  try {
    await mkdir(temporary);
    const taken = files.filter(({ path }) => holdsPath(path) === "taken");
    for (const below of new Set(taken.map(({ path }) => dirname(path))))
      await mkdir(join(temporary, ...below.split("/")), { recursive: true });
    const faults = await pLimit(FILES_AT_ONCE).map(taken, async (file) => {
      signal.throwIfAborted();
      return writeOne(queue, place.hash, key, file, temporary);
    });
    const damaged = faults.find((each) => each !== null);
    if (damaged) return { fault: damaged };
    const task = await loadArtifact(temporary, "task");
    if (task.state !== "ok")
      return { fault: { kind: "task", reason: task.state === "missing" ? "missing" : whyNot(task.problem) } };
    await complete(temporary, folder);
    if (hide) await writeNew(temporary, join(temporary, ".gitignore"), "*\n", UNDONE);
    return { folder: await giveName(temporary, place.base, folder) };
  } catch (error) {
    if (error instanceof LabError) throw error;
    if (signal.aborted) throw error;
    throw new LabError(`Cannot pull ${key}: ${messageOf(error)}. ${UNDONE}.`, {
      advice: "Mend that, then pull again: what was pulled stays.",
      cause: error,
    });
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

const UNDONE = "Nothing of it was left there";

const whyNot = (problem: { kind: string; reason?: string }): string => problem.reason ?? problem.kind;

async function writeOne(
  queue: Pick<StudyQueue, "read">,
  hash: string,
  key: string,
  file: QueuedFile,
  temporary: string,
): Promise<PullFault | null> {
  const bytes = await queue.read(hash, key, file.path);
  if (bytes === null) return { kind: "missing", path: file.path };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength !== file.bytes || sha256(text) !== file.sha256) return { kind: "damaged", path: file.path };
  await writeNew(temporary, join(temporary, ...file.path.split("/")), text, UNDONE);
  return null;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The folder is made first, so that nobody else takes its name; what replaces an empty one does so at once. */
async function giveName(temporary: string, base: string, wanted: string): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const folder = unique(wanted, (name) => taken.has(name));
    const dir = join(base, folder);
    try {
      await mkdir(dir);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      taken.add(folder);
      continue;
    }
    try {
      // Where the system replaces no folder, it is taken away just before.
      if (process.platform === "win32") await rmdir(dir);
      await rename(temporary, dir);
    } catch (error) {
      await rmdir(dir).catch(() => undefined);
      throw error;
    }
    return folder;
  }
}

async function savePulled(place: StudyPlace, experiments: readonly PulledExperiment[]): Promise<void> {
  const sorted = [...experiments].sort((a, b) => (a.key < b.key ? -1 : 1));
  const whole: PulledExperiments = { version: 1, hash: place.hash, experiments: sorted };
  await writePlain(place.base, listPath(place), jsonOf(listPath(place), PulledExperiments, whole));
}

/** Whether a folder of the base is there, whatever is in it. */
export async function isStillThere(place: StudyPlace, { folder }: Pick<PulledExperiment, "folder">): Promise<boolean> {
  return (await lstat(join(place.base, folder)).catch(() => null))?.isDirectory() ?? false;
}
