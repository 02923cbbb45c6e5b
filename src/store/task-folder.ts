import { realpath, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { placesOf, type TasksIn } from "../artifacts/task-plan.ts";
import { LabError } from "../errors.ts";
import { loadArtifact } from "./artifacts.ts";
import { refuseLinked, writeNew, writePlain } from "./files.ts";
import { lookAtFolder } from "./project-folder.ts";
import { readRegular } from "./read.ts";

type At = { worktree: string; dir: string };

/** A folder for task files, and the folder below which no link is followed. */
export type TaskDir = { path: string; within: string };

/** Where the files of a plan lie. plan.json may have come with a checkout: what it names is looked at again. Throws LabError. */
export async function taskDir(place: TasksIn, { worktree, dir }: At): Promise<TaskDir> {
  const within = await realpath(place.in === "project" ? worktree : dir);
  const { real, why } = await lookAtFolder(resolve(within, place.path), within);
  if (why === null) return { path: real, within };
  const said = place.in === "project" ? why : "it leads out of the experiment";
  throw new LabError(`plan.json in ${dir} names ${place.path} for its tasks: ${said}.`);
}

/** Folders in the project that hold tasks of an experiment, of an earlier plan too, absolute. */
export async function taskFoldersOf(dir: string, worktree: string): Promise<string[]> {
  const read = await loadArtifact(dir, "plan");
  if (read.state === "unusable") throw new Error(`${read.problem.path} cannot be used`);
  if (read.state === "missing") return [];
  const inProject = placesOf(read.value).filter((place) => place.in === "project");
  return Promise.all(inProject.map(async (place) => (await taskDir(place, { worktree, dir })).path));
}

/** Writes a task's file unless one is there; half of this very one, as a kill leaves it, is written whole. */
export async function writeTask({ path, within }: TaskDir, file: string, text: string): Promise<void> {
  const whole = join(path, file);
  await refuseLinked(within, whole);
  if (await writeNew(within, whole, text, "Some tasks may be missing; the same call goes on")) return;
  const there = await readRegular(whole, path);
  if (there.state === "ok" && there.value !== text && text.startsWith(there.value))
    await writePlain(within, whole, text);
}

/** Changes the text of a task's file that is there, whole or not at all. */
export async function changeTask({ path, within }: TaskDir, file: string, text: string): Promise<void> {
  const whole = join(path, file);
  await refuseLinked(within, whole);
  await writePlain(within, whole, text);
}

/** Takes the file of a task away. */
export async function removeTask({ path, within }: TaskDir, file: string): Promise<void> {
  const whole = join(path, file);
  await refuseLinked(within, whole);
  await rm(whole, { force: true });
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
