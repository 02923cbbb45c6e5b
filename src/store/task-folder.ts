import { realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { placesOf, type TasksIn } from "../artifacts/task-plan.ts";
import { LabError } from "../errors.ts";
import { loadArtifact } from "./artifacts.ts";
import { placeOf } from "./bases.ts";
import { refuseLinked, writePlain } from "./files.ts";
import { writeNew } from "./new-file.ts";
import { readRegular } from "./read.ts";

type At = { worktree: string; dir: string };

/** A folder for task files, and the folder below which no link is followed. */
export type TaskDir = { path: string; within: string };

/** Below the project's root, with "/", a folder that may be written to. Throws LabError for one that leads elsewhere. */
export async function projectFolder(folder: string, worktree: string): Promise<string> {
  const { real, inside, holdsProject, inGit } = await placeOf(folder, worktree);
  const refuse = (why: string): never => {
    throw new LabError(`Cannot keep the tasks in ${folder}: ${why}. Nothing was written.`, {
      advice: 'Name a folder of the project, or keep them in the experiment: {"where": "experiment"}.',
    });
  };
  if (!inside) refuse("it lies outside the project");
  if (holdsProject) refuse("it is the project itself");
  if (inGit) refuse("it lies in the repository's .git");
  const there = await stat(real).catch(() => null);
  if (there !== null && !there.isDirectory()) refuse("it is no folder");
  return relative(await realpath(worktree), real)
    .split(sep)
    .join("/");
}

/** Where the files of a plan lie. plan.json may have come with a checkout: what it names is looked at again. Throws LabError. */
export async function taskDir(place: TasksIn, { worktree, dir }: At): Promise<TaskDir> {
  if (place.in === "experiment") {
    const { real, inside, holdsProject } = await placeOf(resolve(dir, place.path), dir);
    if (inside && !holdsProject) return { path: real, within: await realpath(dir) };
    throw new LabError(`plan.json in ${dir} names ${place.path} for its tasks, which leads out of the experiment.`);
  }
  const root = await realpath(worktree);
  return { path: join(root, await projectFolder(resolve(worktree, place.path), worktree)), within: root };
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
  const there = await textAt(path, file);
  if (there !== null && there !== text && text.startsWith(there)) await writePlain(within, whole, text);
}

/** The text of a file in a folder; null where there is none, or none that is read. */
export async function textAt(path: string, file: string): Promise<string | null> {
  const read = await readRegular(join(path, file), path);
  if (read.state === "missing") return null;
  return read.state === "ok" ? read.value : "";
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
