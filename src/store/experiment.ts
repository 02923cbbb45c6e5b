import { mkdir, readdir, rmdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import pLimit from "p-limit";
import type { Problem } from "../artifacts/problem.ts";
import type { Task } from "../artifacts/task.ts";
import { LabError, messageOf, UsageError } from "../errors.ts";
import { plainName } from "../text/fold.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { typedCode } from "../text/typed.ts";
import { loadArtifact, OPEN_FILES, pathOf, saveArtifact } from "./artifacts.ts";
import { writePlain, writeText } from "./files.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { sealMade } from "./made.ts";
import { STUDIES, unique } from "./paths.ts";
import type { Home } from "./private.ts";
import { readRegular } from "./read.ts";
import type { Witnessed } from "./seen.ts";

/** One task and all that came of it, as a folder on disk. */
export type Experiment = Witnessed & { task: Task; ledger: Ledger };

/**
 * Makes a folder of its own for an experiment, `name` or `name-2` and on when taken, also against another process,
 * and writes its task.json, what is to stand there `before` it first.
 */
export async function createExperiment(
  base: string,
  name: string,
  options: MakeOptions & { describe: (experimentId: string) => Task; before?: (dir: string) => Promise<void> },
): Promise<Experiment> {
  let made: Experiment | undefined;
  await makeFolder(base, name, options, async (dir, id) => {
    made = { dir, task: options.describe(id), ledger: openLedger(dir, options.now), ...personOf(options) };
    await options.before?.(dir);
    await saveTask(made);
    await sealMade(made);
  });
  return made as Experiment;
}

/** Whose word counts as seen here, where that is known. */
export const personOf = ({ person }: { person?: Home }): { person?: Home } => (person ? { person } : {});

type MakeOptions = {
  gitignore: boolean;
  now: () => Date;
  person?: Home;
  makeFolder?: (dir: string) => Promise<unknown>;
};

/**
 * As `createExperiment`, in a folder that began with questions. For whoever holds its lock: one that has a task by now
 * keeps it. Throws LabError where its task.json cannot be used.
 */
export async function giveTask(
  dir: string,
  now: () => Date,
  describe: (id: string) => Task,
  person?: Home,
): Promise<Experiment> {
  const at = { dir, ...(person && { person }), ledger: openLedger(dir, now) };
  const read = await loadArtifact(dir, "task");
  if (read.state === "unusable")
    throw new LabError(`Cannot begin the designs of ${dir}.`, { problems: [read.problem] });
  if (read.state === "ok") return { ...at, task: { ...read.value, experiment_id: basename(dir) } };
  const made = { ...at, task: describe(basename(dir)) };
  await saveTask(made);
  await sealMade(made);
  return made;
}

/** As `createExperiment`, for one that begins with questions: `first` writes its first file. Returns the folder. */
export async function makeFolder(
  base: string,
  name: string,
  options: MakeOptions,
  first: (dir: string, id: string) => Promise<void>,
): Promise<string> {
  const hidden = await makeBase(base, options.gitignore);
  const make = options.makeFolder ?? mkdir;
  /** Names that the disk has, however it spells them. */
  const refused = new Set<string>();
  for (;;) {
    const there = new Set((await readdir(base)).map(folded));
    const id = unique(name, (candidate) => there.has(folded(candidate)) || refused.has(candidate));
    const dir = join(base, id);
    try {
      await make(dir);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") {
        refused.add(id);
        continue;
      }
      throw new LabError(`Cannot make the experiment's folder ${dir}: ${messageOf(error)}`, { cause: error });
    }
    await first(dir, id).catch(async (error: unknown) => {
      await rmdir(dir).catch(() => undefined);
      throw error;
    });
    if (options.gitignore && !hidden) await writeText(join(dir, GITIGNORE), IGNORE_ALL);
    return dir;
  }
}

/** Writes task.json as `experiment.task` stands. */
export async function saveTask({ dir, task }: Experiment): Promise<void> {
  await saveArtifact(dir, "task", task);
}

/**
 * Every experiment of the base folders, newest first and those without a possible date last, and what is wrong with
 * each folder that is none any more.
 */
export async function listExperiments(
  bases: readonly string[],
  now: () => Date,
  person?: Home,
): Promise<{ experiments: Experiment[]; problems: Problem[] }> {
  const experiments: Experiment[] = [];
  const problems: Problem[] = [];
  for (const base of bases) {
    const folders = await foldersIn(base);
    problems.push(...folders.problems);
    const inTurn = pLimit(OPEN_FILES);
    const reads = await inTurn.map(folders.names, async (name) => {
      const dir = join(base, name);
      return { name, dir, read: await loadArtifact(dir, "task") };
    });
    for (const { name, dir, read } of reads) {
      if (read.state === "missing") continue;
      const problem = read.state === "ok" ? planProblem(pathOf(dir, "task"), read.value) : read.problem;
      // A folder that was copied or renamed is called what it is called now.
      if (read.state === "ok" && problem === null)
        experiments.push({
          dir,
          ...(person && { person }),
          task: { ...read.value, experiment_id: name },
          ledger: openLedger(dir, now),
        });
      else if (problem) problems.push(problem);
    }
  }
  const made = new Map(experiments.map(({ dir, task }) => [dir, isMisdated(task, now()) ? 0 : createdAt(task)]));
  experiments.sort((a, b) => (made.get(b.dir) ?? 0) - (made.get(a.dir) ?? 0) || compare(b.dir, a.dir));
  return { experiments, problems };
}

const DAY = 86_400_000;

/**
 * Whether an experiment says that it was made later than now, or at no time: a date that no run here wrote, which must
 * not make it the newest. The day in its name is a person's own, which may be tomorrow by UTC.
 */
export function isMisdated(task: Pick<Task, "experiment_id" | "created_at">, now: Date): boolean {
  const [day = ""] = /^\d{4}-\d\d-\d\d(?=-)/u.exec(task.experiment_id) ?? [];
  const tomorrow = new Date(now.getTime() + DAY).toISOString().slice(0, 10);
  return day > tomorrow || !(createdAt(task) <= now.getTime());
}

const createdAt = ({ created_at }: Pick<Task, "created_at">): number => Date.parse(created_at);

/**
 * What no schema can say of a plan that a person may have edited; null when it can be worked with. Names are compared as
 * where a configuration is read, which lets none pass that this does not.
 */
function planProblem(path: string, { designers, reviewers, criteria }: Task): Problem | null {
  const twice = (names: readonly string[]): string | undefined => {
    const shown = names.map(plainName);
    return names.find((_name, at) => shown.indexOf(shown[at] ?? "") !== at);
  };
  const repeated =
    twice(designers.map(({ design_id }) => design_id)) ??
    twice(reviewers.map(({ reviewer_id }) => reviewer_id)) ??
    twice(criteria.map(({ name }) => name));
  if (repeated !== undefined) return { kind: "repeated-name", artifact: "task", path, name: repeated };
  const flat = criteria.find(({ min, max }) => !(max > min));
  return flat ? { kind: "empty-scale", artifact: "task", path, name: flat.name, min: flat.min, max: flat.max } : null;
}

const GITIGNORE = ".gitignore";
const IGNORE_ALL = "*\n";

/**
 * Makes the base folder, where it is made here and that is wanted with a .gitignore of *: a folder of the person's own
 * is theirs to ignore or not. Returns whether git is told to pass over the whole of it. Throws LabError with the path
 * and a remedy.
 */
export async function makeBase(base: string, gitignore: boolean): Promise<boolean> {
  try {
    const made = (await mkdir(base, { recursive: true })) !== undefined;
    if (made && gitignore) await writePlain(base, join(base, GITIGNORE), IGNORE_ALL);
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw new LabError(`Cannot make the base folder ${base}: ${messageOf(error)}`, {
      advice: "Mend its permissions, or set output.base_dir to a folder that can be written.",
      cause: error,
    });
  }
  const ignore = await readRegular(join(base, GITIGNORE));
  return ignore.state === "ok" && ignore.value.split("\n").some((line) => line.trim() === "*");
}

/**
 * The folders in a base, that of studies aside; none when it is not there, and what is wrong with it when it cannot be
 * read.
 */
export async function foldersIn(base: string): Promise<{ names: string[]; problems: Problem[] }> {
  try {
    const entries = await readdir(base, { withFileTypes: true });
    return {
      names: entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .filter((name) => folded(name) !== STUDIES),
      problems: [],
    };
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return { names: [], problems: [] };
    return { names: [], problems: [{ kind: "unreadable", path: base, reason: messageOf(error) }] };
  }
}

/** A name or a path as a disk compares it that ignores case and normal forms. */
export const folded = (name: string): string => name.normalize("NFC").toLowerCase();
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a call means the newest: it names none, or says so where an op would start a new one otherwise. */
export const isNewest = (reference: string | undefined): reference is "latest" | undefined =>
  reference === undefined || reference === "latest";

/** The one whose folder a person means by an id, a unique prefix of one, or a path in it. Throws with the nearest ids. */
export function meant<T extends { dir: string }>(
  all: readonly T[],
  reference: string,
  { directory, within, problems }: { directory: string; within: string; problems: readonly Problem[] },
): T {
  const called = (spell?: (text: string) => string) =>
    all.filter((each) => isCalled(each, reference, directory, spell));
  const whole = called();
  const exact = whole.length > 0 ? whole : called(folded);
  const found = exact.length > 0 ? exact : all.filter(({ dir }) => folded(basename(dir)).startsWith(folded(reference)));
  const [only] = found;
  if (only && found.length === 1) return only;
  const ids = all.map(({ dir }) => basename(dir));
  if (found.length > 1) {
    const names = found.map(({ dir }) => (exact.length > 0 ? dir : basename(dir)));
    throw new UsageError(
      `"${shorten(reference)}" names ${found.length} experiments: ${names.slice(0, 5).join(", ")}.`,
      {
        advice: "Give the whole id, or the path of its folder.",
      },
    );
  }
  const near = nearest(reference, ids);
  const known =
    near.length > 0
      ? `The nearest: ${near.join(", ")}.`
      : ids.length > 0
        ? `There are: ${ids.slice(0, 5).join(", ")}.`
        : "There is none yet.";
  throw new UsageError(`There is no experiment "${shorten(reference)}"${within}. ${known}`, {
    problems: [...problems],
    advice: `${typedCode("show")} lists them all.`,
  });
}

/** Whether that is the experiment's whole id, or a path of it or in it; both are spelled so, as they stand unless given. */
export function isCalled(
  { dir }: { dir: string },
  reference: string,
  directory: string,
  spell: (text: string) => string = String,
): boolean {
  return spell(basename(dir)) === spell(reference) || pathInside(spell(dir), spell(resolve(directory, reference)));
}

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 97)}...` : text);
