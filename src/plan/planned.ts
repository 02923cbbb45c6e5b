import { lstat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../errors.ts";
import { loadArtifact } from "../store/artifacts.ts";
import { openLedger } from "../store/ledger.ts";
import { taskDir } from "../store/task-folder.ts";
import { readFolder } from "./folder.ts";
import { planOf, type ReadPlan } from "./read-plan.ts";

/** The folder of an experiment's tasks, and what a person calls it. */
export type PlanFolder = { dir: string; title: string };

/**
 * Where the tasks of an experiment's plan lie; null where it has none, or none that is approved. Throws LabError where
 * plan.json cannot be read, or leads out of project and experiment.
 */
export async function planFolder(experimentDir: string): Promise<PlanFolder | null> {
  const read = await loadArtifact(experimentDir, "plan");
  if (read.state === "missing") return null;
  if (read.state === "unusable") {
    throw new UsageError("Cannot read where the tasks of the plan lie.", { problems: [read.problem] });
  }
  const { place } = read.value;
  if (place === null) return null;
  const { path } = await taskDir(place, { worktree: await projectOf(experimentDir), dir: experimentDir });
  return { dir: path, title: place.path };
}

/** The plan of an experiment as its files are now; null where it has none. Throws UsageError where it cannot be read. */
export async function readPlanned(experimentDir: string): Promise<{ plan: ReadPlan; title: string } | null> {
  const folder = await planFolder(experimentDir);
  if (folder === null) return null;
  // Without it a plan is as whole: it holds what was said beside the files alone.
  const lines = await openLedger(experimentDir, () => new Date())
    .read()
    .catch(() => []);
  return { plan: planOf(await readFolder(folder.dir), lines), title: folder.title };
}

/** The project that an experiment lies in: the repository around what holds the .opencode above it, else what holds that. */
async function projectOf(experimentDir: string): Promise<string> {
  const own = upward(experimentDir).find((folder) => basename(folder) === ".opencode");
  const start = own === undefined ? experimentDir : dirname(own);
  for (const folder of upward(start)) {
    if ((await lstat(join(folder, ".git")).catch(() => null)) !== null) return folder;
  }
  return start;
}

/** A folder and those that hold it, the nearest first. */
function upward(folder: string): string[] {
  return folder === dirname(folder) ? [folder] : [folder, ...upward(dirname(folder))];
}
