import { mkdir, readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { LabError, messageOf } from "../errors.ts";
import type { Problem } from "../schemas/problem.ts";
import type { Task } from "../schemas/task.ts";
import { unique } from "../text/slug.ts";
import { loadArtifact, pathOf, saveArtifact } from "./artifacts.ts";
import { writeText } from "./files.ts";
import { type Ledger, openLedger } from "./ledger.ts";

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
  await saveArtifact(dir, "task", task);
}

/** Every experiment of the base folders, newest first, and what is wrong with each folder that is none any more. */
export async function listExperiments(
  bases: readonly string[],
  now: () => Date,
): Promise<{ experiments: Experiment[]; problems: Problem[] }> {
  const experiments: Experiment[] = [];
  const problems: Problem[] = [];
  for (const base of bases) {
    for (const entry of await entriesOf(base)) {
      const dir = join(base, entry);
      const read = await loadArtifact(dir, "task");
      if (read.state === "missing") continue;
      const problem = read.state === "ok" ? planProblem(pathOf(dir, "task"), read.value) : read.problem;
      // A folder that was copied or renamed is called what it is called now.
      if (read.state === "ok" && problem === null)
        experiments.push({ dir, task: { ...read.value, experiment_id: entry }, ledger: openLedger(dir, now) });
      else if (problem) problems.push(problem);
    }
  }
  experiments.sort((a, b) => compare(b.task.created_at, a.task.created_at) || compare(b.dir, a.dir));
  return { experiments, problems };
}

/** What no schema can say of a plan that a person may have edited; null when it can be worked with. */
function planProblem(path: string, { designers, reviewers, criteria }: Task): Problem | null {
  const twice = (names: readonly string[]): string | undefined => names.find((name, at) => names.indexOf(name) !== at);
  const repeated =
    twice(designers.map(({ design_id }) => design_id)) ??
    twice(reviewers.map(({ reviewer_id }) => reviewer_id)) ??
    twice(criteria.map(({ name }) => name));
  if (repeated !== undefined) return { kind: "repeated-name", artifact: "task", path, name: repeated };
  const flat = criteria.find(({ min, max }) => !(max > min));
  return flat ? { kind: "empty-scale", artifact: "task", path, name: flat.name, min: flat.min, max: flat.max } : null;
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
