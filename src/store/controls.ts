import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Design } from "../artifacts/design.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Task } from "../artifacts/task.ts";
import { loadArtifact, saveArtifact } from "./artifacts.ts";
import { type Experiment, saveTask } from "./experiment.ts";
import { refuseLinked } from "./files.ts";

const controlsIn = (dir: string): string => join(dir, "controls");

/**
 * The planted copies of an experiment, an experiment of their own in its folder whose ledger is that of the whole; null
 * where there are none, with a problem where they cannot be used.
 */
export async function readControls({
  dir,
  ledger,
  person,
  task,
}: Experiment): Promise<{ controls: Experiment | null; problems: Problem[] }> {
  const at = controlsIn(dir);
  const read = await loadArtifact(at, "task");
  if (read.state !== "ok") return { controls: null, problems: read.state === "unusable" ? [read.problem] : [] };
  const own = { ...read.value, experiment_id: task.experiment_id };
  return { controls: { dir: at, ledger, task: own, ...(person && { person }) }, problems: [] };
}

/** Keeps a plan of planted copies, and before it the texts that are new. For whoever holds the experiment's lock. */
export async function saveControls(
  { dir, ledger, person }: Experiment,
  task: Task,
  texts: readonly Design[],
): Promise<Experiment> {
  const at = controlsIn(dir);
  await refuseLinked(dir, join(at, "any"));
  await mkdir(at, { recursive: true });
  for (const text of texts) await saveArtifact(at, "design", text);
  const controls = { dir: at, ledger, task, ...(person && { person }) };
  await saveTask(controls);
  return controls;
}
