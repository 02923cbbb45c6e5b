import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Allowed, Use } from "../artifacts/allowed.ts";
import { LabError } from "../errors.ts";
import { pathInside } from "../text/path-inside.ts";
import { kindOf } from "./read.ts";

/** How a folder that may not exist yet lies to the project, every link on the way followed. */
export type BasePlace = {
  real: string;
  /** The folder lies in the project. */
  inside: boolean;
  /** The folder is the project or holds it. */
  holdsProject: boolean;
  /** The folder lies in the repository's own .git. */
  inGit: boolean;
};

export async function placeOf(folder: string, worktree: string): Promise<BasePlace> {
  const [real, root] = await Promise.all([realOf(resolve(folder)), realOf(resolve(worktree))]);
  const inside = pathInside(root, real);
  return {
    real,
    inside,
    holdsProject: pathInside(real, root),
    inGit:
      inside &&
      relative(root, real)
        .split(sep)
        .some((name) => name.toLowerCase() === ".git"),
  };
}

/** What decides whose folder one outside the project is. */
export type Trust = {
  worktree: string;
  /** The base folder outside the project that the person's own configuration names; null for none. */
  ownBase: string | null;
  allowed: Allowed;
};

/**
 * Whether nobody has to be asked before a folder is used: it lies in the project, or the person allowed it. To read,
 * it is enough that the person's own configuration names it.
 */
export async function isFree(folder: string, use: Use, { worktree, ownBase, allowed }: Trust): Promise<boolean> {
  const { real, inside } = await placeOf(folder, worktree);
  if (inside || allowed.get(real)?.has(use)) return true;
  return use === "read" && resolve(folder) === ownBase;
}

/**
 * Throws LabError when something in an experiment is neither a file nor a folder: writing to a link would write
 * elsewhere, a pipe would wait for ever, and the plugin never makes either.
 */
export async function refuseIrregular(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (!odd) return;
  throw new LabError(`Cannot work in ${dir}: ${join(odd.parentPath, odd.name)} is ${kindOf(odd)}, needed is a file.`, {
    advice: "The plugin makes no such thing: look where it came from, and remove it or put a copy in its place.",
  });
}

/** Whether a folder is there, or a link to one. */
export async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Follows links; what does not exist yet is kept as it is written. A link that leads nowhere counts as outside. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const up = dirname(path);
    if (up === path || (await lstat(path).catch(() => null))?.isSymbolicLink()) return up === path ? path : sep;
    return join(await realOf(up), basename(path));
  }
}
