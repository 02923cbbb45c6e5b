import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Design } from "../artifacts/design.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Task } from "../artifacts/task.ts";
import { loadArtifact, saveArtifact } from "./artifacts.ts";
import { type Experiment, saveTask } from "./experiment.ts";
import { refuseLinked } from "./files.ts";

/**
 * The experiment that lies in a folder of another one's, whose id and ledger it shares; null where there is none, with a
 * problem where it cannot be used.
 */
export async function readWithin(
  { ledger, person, task }: Experiment,
  dir: string,
): Promise<{ found: Experiment | null; problems: Problem[] }> {
  const read = await loadArtifact(dir, "task");
  if (read.state !== "ok") return { found: null, problems: read.state === "unusable" ? [read.problem] : [] };
  const own = { ...read.value, experiment_id: task.experiment_id };
  return { found: { dir, ledger, task: own, ...(person && { person }) }, problems: [] };
}

/**
 * Keeps the plan of such an experiment, and before it the texts that are new, so that one that can be read is whole. For
 * whoever holds the lock of the experiment around it.
 */
export async function saveWithin(
  { dir: around, ledger, person }: Experiment,
  dir: string,
  task: Task,
  texts: readonly Design[],
): Promise<Experiment> {
  await refuseLinked(around, join(dir, "any"));
  await mkdir(dir, { recursive: true });
  for (const text of texts) await saveArtifact(dir, "design", text);
  const saved = { dir, ledger, task, ...(person && { person }) };
  await saveTask(saved);
  return saved;
}

const controlsIn = (dir: string): string => join(dir, "controls");

/** The planted copies of an experiment, one of their own in its folder. */
export const readControls = (experiment: Experiment) => readWithin(experiment, controlsIn(experiment.dir));

/** Keeps a plan of planted copies, and before it the texts that are new. For whoever holds the experiment's lock. */
export const saveControls = (experiment: Experiment, task: Task, texts: readonly Design[]): Promise<Experiment> =>
  saveWithin(experiment, controlsIn(experiment.dir), task, texts);
