import { mkdir, readdir, rmdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { LabError, messageOf } from "../errors.ts";
import { Task } from "../schemas/task.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { unique } from "../text/slug.ts";
import { readArtifact, writeArtifact, writeText } from "./files.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { paths } from "./paths.ts";

/** One task and all that came of it, as a folder on disk. */
export type Experiment = { dir: string; task: Task; ledger: Ledger };

/**
 * Makes a folder of its own for an experiment, `name` or `name-2` and on when taken, also against another process,
 * and writes its task.json.
 */
export async function createExperiment(
  base: string,
  name: string,
  options: { gitignore: boolean; now: () => Date; describe: (experimentId: string) => Task },
): Promise<Experiment> {
  await makeBase(base, options.gitignore);
  for (;;) {
    const there = new Set((await readdir(base)).map(folded));
    const id = unique(name, (candidate) => there.has(folded(candidate)));
    const dir = join(base, id);
    try {
      await mkdir(dir);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new LabError(`Cannot make the experiment's folder ${dir}: ${messageOf(error)}`, { cause: error });
    }
    const experiment = { dir, task: options.describe(id), ledger: openLedger(dir, options.now) };
    await saveTask(experiment).catch(async (error: unknown) => {
      await rmdir(dir).catch(() => undefined);
      throw error;
    });
    return experiment;
  }
}

/** Writes task.json as `experiment.task` stands. */
export async function saveTask({ dir, task }: Experiment): Promise<void> {
  await writeArtifact(paths.task(dir), Task, task);
}

/** Every experiment of the base folders, newest first, and a sentence for each folder that is none any more. */
export async function listExperiments(
  bases: readonly string[],
  now: () => Date,
): Promise<{ experiments: Experiment[]; problems: string[] }> {
  const experiments: Experiment[] = [];
  const problems: string[] = [];
  for (const base of bases) {
    for (const entry of await entriesOf(base)) {
      const dir = join(base, entry);
      const read = await readArtifact(paths.task(dir), Task);
      const problem = read.state === "ok" ? planProblem(read.value) : null;
      if (problem !== null) problems.push(`${paths.task(dir)} cannot be used: ${problem}`);
      // A folder that was copied or renamed is called what it is called now.
      else if (read.state === "ok")
        experiments.push({ dir, task: { ...read.value, experiment_id: entry }, ledger: openLedger(dir, now) });
      else if (read.state === "unusable") problems.push(read.message);
    }
  }
  experiments.sort((a, b) => compare(b.task.created_at, a.task.created_at) || compare(b.dir, a.dir));
  return { experiments, problems };
}

/**
 * The experiment that a person means: an id, a unique prefix of one, or a path of it inside a base folder; the newest
 * when nothing is said or "latest". Throws LabError with the nearest ids otherwise.
 */
export async function openExperiment(
  bases: readonly string[],
  reference: string | undefined,
  options: { directory: string; now: () => Date },
): Promise<Experiment> {
  const { experiments, problems } = await listExperiments(bases, options.now);
  const broken =
    problems.length > 0 ? ` ${problems.length} folder(s) cannot be read: ${problems.slice(0, 3).join("; ")}` : "";
  if (reference === undefined || reference === LATEST) {
    const [newest] = experiments;
    if (newest) return newest;
    throw new LabError(`There is no experiment yet in ${bases.join(", ")}.${broken}`, {
      advice: 'Start one: designlab({op: "run", args: {task: "…"}})',
    });
  }
  const path = resolve(options.directory, reference);
  const exact = experiments.filter(({ dir }) => basename(dir) === reference || pathInside(dir, path));
  const found = exact.length > 0 ? exact : experiments.filter(({ dir }) => basename(dir).startsWith(reference));
  const [only] = found;
  if (only && found.length === 1) return only;
  const ids = experiments.map(({ dir }) => basename(dir));
  if (found.length > 1) {
    const names = found.map(({ dir }) => (exact.length > 0 ? dir : basename(dir)));
    throw new LabError(`"${shorten(reference)}" names ${found.length} experiments: ${names.slice(0, 5).join(", ")}.`, {
      advice: "Give the whole id, or the path of its folder.",
    });
  }
  const near = nearest(reference, ids);
  const known =
    near.length > 0
      ? `The nearest: ${near.join(", ")}.`
      : ids.length > 0
        ? `There are: ${ids.slice(0, 5).join(", ")}.`
        : "There is none yet.";
  throw new LabError(`There is no experiment "${shorten(reference)}" in ${bases.join(", ")}. ${known}${broken}`, {
    advice: 'See them all: designlab({op: "show"})',
  });
}

/** Stands for the newest experiment, where an op would start a new one when none is named. */
const LATEST = "latest";

/** What no schema can say of a plan that a person may have edited; null when it can be worked with. */
function planProblem({ designers, reviewers, criteria }: Task): string | null {
  const twice = (names: readonly string[]): string | undefined => names.find((name, at) => names.indexOf(name) !== at);
  const repeated =
    twice(designers.map(({ design_id }) => design_id)) ??
    twice(reviewers.map(({ reviewer_id }) => reviewer_id)) ??
    twice(criteria.map(({ name }) => name));
  if (repeated !== undefined) return `"${repeated}" stands twice, each name must stand once`;
  const flat = criteria.find(({ min, max }) => !(max > min));
  return flat ? `criteria "${flat.name}": max must be above min ${flat.min}, found ${flat.max}` : null;
}

/** Makes the base folder, with its .gitignore where it is wanted. Throws LabError with the path and a remedy. */
export async function makeBase(base: string, gitignore: boolean): Promise<void> {
  try {
    await mkdir(base, { recursive: true });
  } catch (error) {
    throw new LabError(`Cannot make the base folder ${base}: ${messageOf(error)}`, {
      advice: "Mend its permissions, or set output.base_dir to a folder that can be written.",
      cause: error,
    });
  }
  if (!gitignore) return;
  const entries = await readdir(base);
  if (!entries.includes(".gitignore")) await writeText(join(base, ".gitignore"), "*\n");
}

async function entriesOf(base: string): Promise<string[]> {
  try {
    const entries = await readdir(base, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw new LabError(`Cannot read the base folder ${base}: ${messageOf(error)}`, { cause: error });
  }
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase();
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 97)}...` : text);
