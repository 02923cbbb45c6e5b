import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
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
import { jsonOf, refuseLinked, writePlain } from "../store/files.ts";
import { BusyError, withLock } from "../store/lock.ts";
import { experimentName, unique } from "../store/paths.ts";
import { readBytes, readJson } from "../store/read.ts";
import { beginWhole, removeEmpty, removeUnfinished, type WholeFolder } from "../store/whole-folder.ts";
import type { StudyPlace } from "./folder.ts";
import { holdsPath, listFault } from "./held.ts";
import { fileHash, manifestOf } from "./manifest.ts";
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
  await removeUnfinished(place.path);
  const hidden = await makeBase(place.base, gitignore);
  const known = new Map((await readPulled(place)).map((each) => [each.key, each]));
  await settle(queue, place, known);
  const done = await readDone(queue, place.hash);
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
  const faultOf = keyFaults(bundle);
  const save = () => savePulled(place, [...known.values()]);
  try {
    for (let at = 0; at < todo.length; at += BATCH) {
      const batch = todo.slice(at, at + BATCH);
      const entries = new Map<string, PulledExperiment>();
      const before = new Map(batch.map(({ key }) => [key, known.get(key)]));
      for (const each of batch) {
        if (faultOf(each) !== null) continue;
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
          : { fault: faultOf(each) ?? { kind: "key" as const } };
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
    if (task.state === "ok" && wanted?.sha256 === fileHash(task.value)) {
      known.set(entry.key, { ...entry, pulled: entry.ended ?? "" });
      continue;
    }
    known.delete(entry.key);
    // Only one that is empty goes.
    await removeEmpty(dir);
  }
}

async function readDone(queue: Pick<StudyQueue, "experiments">, hash: string): Promise<StudyExperiment[]> {
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

/** Whether a study has such an experiment, and it is said what is in it: a queue may hold rows of anybody's. */
function keyFaults(bundle: StudyBundle): (experiment: StudyExperiment) => PullFault | null {
  const tasks = new Set(bundle.tasks.map(({ key }) => key));
  const panels = new Set(bundle.panels.map(({ name }) => name));
  return ({ key, task, panel, repeat, manifest }) => {
    const isNamed = KEY.test(key) && key === `${task}/${panel}/${repeat}`;
    if (!isNamed || repeat > bundle.repeats || !tasks.has(task) || !panels.has(panel)) return { kind: "key" };
    return /^[0-9a-f]{64}$/u.test(manifest ?? "") ? null : { kind: "manifest" };
  };
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
  const whole = await beginWhole(place.path);
  try {
    const taken = files.filter(({ path }) => holdsPath(path) === "taken");
    const inTurn = pLimit(FILES_AT_ONCE);
    const one = async (file: QueuedFile): Promise<PullFault | null> => {
      signal.throwIfAborted();
      return writeOne(queue, place.hash, key, file, whole);
    };
    // None goes on writing once this folder is taken away.
    const written = await Promise.allSettled(taken.map((file) => inTurn(one, file)));
    const failed = written.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    const damaged = written
      .map((each) => (each.status === "fulfilled" ? each.value : null))
      .find((each) => each !== null);
    if (damaged) return { fault: damaged };
    const task = await loadArtifact(whole.path, "task");
    if (task.state !== "ok")
      return { fault: { kind: "task", reason: task.state === "missing" ? "missing" : whyNot(task.problem) } };
    await complete(whole.path, folder);
    if (hide) await whole.write(".gitignore", "*\n");
    return { folder: await whole.finish(place.base, folder) };
  } catch (error) {
    if (signal.aborted) throw error;
    const cause = error instanceof LabError && error.cause ? error.cause : error;
    const full = ["ENOSPC", "EDQUOT", "EFBIG"].includes((cause as NodeJS.ErrnoException).code ?? "");
    if (error instanceof LabError && !full) throw error;
    throw new LabError(`Cannot pull ${key}: ${messageOf(cause)}. Nothing of it was left here.`, {
      advice: `${full ? "The disk is full: free some space" : "Mend that"}, then pull again: what was pulled stays.`,
      cause,
    });
  } finally {
    await whole.drop();
  }
}

const whyNot = (problem: { kind: string; reason?: string }): string => problem.reason ?? problem.kind;

async function writeOne(
  queue: Pick<StudyQueue, "read">,
  hash: string,
  key: string,
  file: QueuedFile,
  whole: WholeFolder,
): Promise<PullFault | null> {
  const bytes = await queue.read(hash, key, file.path);
  if (bytes === null) return { kind: "missing", path: file.path };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength !== file.bytes || fileHash(text) !== file.sha256) return { kind: "damaged", path: file.path };
  await whole.write(file.path, text);
  return null;
}

async function savePulled(place: StudyPlace, experiments: readonly PulledExperiment[]): Promise<void> {
  const sorted = [...experiments].sort((a, b) => (a.key < b.key ? -1 : 1));
  const whole: PulledExperiments = { version: 1, hash: place.hash, experiments: sorted };
  await writePlain(place.base, listPath(place), jsonOf(listPath(place), PulledExperiments, whole));
}
