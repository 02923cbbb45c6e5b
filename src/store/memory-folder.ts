import { join, resolve } from "node:path";
import { recallFolder, recallFolders } from "./places.ts";
import type { Home } from "./private.ts";
import { lookAtFolder } from "./project-folder.ts";
import { isFolder } from "./task-folder.ts";

/** Names of the files in which a project's memory is for people to read: the page is code's, lessons are people's. */
export const MEMORY_FILES = { page: "PROJECT.md", lessons: "lessons.md" } as const;

/** The folder of a project's memory: the one that the person named where it is there, else the base folder. */
export async function memoryFolder(project: Home & { worktree: string; homeBase: string }): Promise<string> {
  const { worktree, homeBase } = project;
  const named = await recallFolder(project, "memory");
  if (named === null) return homeBase;
  const { real, why } = await lookAtFolder(resolve(worktree, named), worktree);
  return why === null && (await isFolder(real)) ? real : homeBase;
}

/** Files of the project's memory outside its base folder, absolute, in every folder that the person ever named. */
export async function closedMemory(project: Home & { worktree: string }): Promise<string[]> {
  const folders = await recallFolders(project, "memory");
  return folders.flatMap((folder) =>
    Object.values(MEMORY_FILES).map((name) => join(project.worktree, ...folder.split("/"), name)),
  );
}
