import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { LabError } from "../errors.ts";
import { pathInside } from "../text/path-inside.ts";

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

/**
 * Throws LabError when something in an experiment is a symbolic link: writing there would write elsewhere, and the
 * plugin never makes one.
 */
export async function refuseLinks(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (!link) return;
  throw new LabError(
    `Cannot work in ${dir}: ${join(link.parentPath, link.name)} is a symbolic link, needed is a file.`,
    {
      advice: "The plugin makes no links: look where it came from, and remove it or put a copy in its place.",
    },
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
