import { realpath, stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { LabError } from "../errors.ts";
import { placeOf } from "./bases.ts";

/** A folder of the project, which need not be there, and why nothing may be written there; null where it may. */
export type ProjectFolder = {
  /** Every link on the way followed. */
  real: string;
  /** Below the project's root, with "/". */
  path: string;
  why: string | null;
};

export async function lookAtFolder(folder: string, worktree: string): Promise<ProjectFolder> {
  const { real, inside, holdsProject, inGit } = await placeOf(folder, worktree);
  const there = await stat(real).catch(() => null);
  const whys: [boolean, string][] = [
    [!inside, "it lies outside the project"],
    [holdsProject, "it is the project itself"],
    [inGit, "it lies in the repository's .git"],
    [there !== null && !there.isDirectory(), "it is no folder"],
  ];
  const root = await realpath(worktree);
  const path = relative(root, real).split(sep).join("/");
  return { real, path, why: whys.find(([holds]) => holds)?.[1] ?? null };
}

/** A folder of the project that may be written to. Throws LabError, in the words of what is to be kept there. */
export async function projectFolder(
  folder: string,
  worktree: string,
  what: keyof typeof INSTEAD,
): Promise<{ real: string; path: string }> {
  const { real, path, why } = await lookAtFolder(folder, worktree);
  if (why === null) return { real, path };
  const leads = real === resolve(folder) ? "" : ` (it leads to ${real})`;
  throw new LabError(`Cannot keep the ${what} in ${folder}${leads}: ${why}. Nothing was written.`, {
    advice: `Name a folder of the project${INSTEAD[what]}.`,
  });
}

/** What is kept in the project, and how it is kept in the experiment instead; a brief lies there anyway. */
export const INSTEAD = {
  record: ', or keep it in the experiment: {"where": "experiment"}',
  tasks: ', or keep them in the experiment: {"where": "experiment"}',
  brief: "",
} as const;
