import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeNew } from "./files.ts";
import { leadsIntoHidden } from "./hidden-folders.ts";
import { recallFolder, recallFolders } from "./places.ts";
import type { Home } from "./private.ts";
import { lookAtFolder } from "./project-folder.ts";
import { readRegular } from "./read.ts";
import { isFolder } from "./task-folder.ts";

/** Names of the files in which a project's memory is for people to read: the page is code's, lessons are people's. */
export const MEMORY_FILES = { page: "PROJECT.md", lessons: "lessons.md" } as const;

/** The folder of a project's memory: the one that the person named where it is there, else the base folder. */
export async function memoryFolder(project: Home & { worktree: string; homeBase: string }): Promise<string> {
  const { worktree, homeBase } = project;
  const named = await recallFolder(project, "memory");
  if (named === null) return homeBase;
  const folder = resolve(worktree, named);
  const isUsable = (await whyNoMemory(folder, worktree)) === null && (await isFolder(folder));
  // A link that came since the user named it may lead anywhere.
  return isUsable && !(await leadsIntoHidden(folder, worktree)) ? folder : homeBase;
}

/** Why a folder holds no memory of the project, whose own folder may; null where it may. */
export async function whyNoMemory(folder: string, worktree: string): Promise<string | null> {
  const { why } = await lookAtFolder(folder, worktree);
  return folder === resolve(worktree) ? null : why;
}

/** Takes the files along where none lies in the other folder yet, which is made. Says which were. Throws LabError. */
export async function moveMemory(from: string, to: string, worktree: string): Promise<string[]> {
  if (to !== resolve(worktree)) await mkdir(to, { recursive: true });
  const moved: string[] = [];
  for (const name of Object.values(MEMORY_FILES)) {
    const read = await readRegular(join(from, name), from);
    if (read.state !== "ok") continue;
    if (!(await writeNew(to, join(to, name), read.value, "It stays where it was"))) continue;
    await rm(join(from, name), { force: true });
    moved.push(name);
  }
  return moved;
}

/** Files of the project's memory outside its base folder, absolute, in every folder that the person ever named. */
export async function memoryFiles(project: Home & { worktree: string }): Promise<string[]> {
  const folders = await recallFolders(project, "memory");
  return folders.flatMap((folder) =>
    Object.values(MEMORY_FILES).map((name) => join(project.worktree, ...folder.split("/"), name)),
  );
}
