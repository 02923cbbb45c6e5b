import { readdir, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { hiddenPart } from "../text/hidden-part.ts";
import { pathInside } from "../text/path-inside.ts";
import { placeOf } from "./bases.ts";

/** Folders that hosts read commands, agents and skills from, in the project and in each folder of it. */
const HOSTS = [".opencode", ".claude", ".agents"];
/** What they read in them with all that is below. */
const READ_WHOLE = /^(?:commands?|agents?|modes?|skills?)$/u;

/**
 * The hidden folder of the project that a folder is in, with every link followed, or that a link makes it a part of; null
 * where there is none, and outside the project. The folder need not exist.
 */
export async function findHiddenFolder(folder: string, worktree: string): Promise<string | null> {
  const { real, inside } = await placeOf(folder, worktree);
  if (!inside) return null;
  const root = await realpath(worktree);
  return hiddenPart(relative(root, real).split(sep).join("/")) ?? findHostLink(real, root);
}

/** Whether a folder is hidden although its own path says nothing of it: a link on the way leads there. */
export async function leadsIntoHidden(folder: string, worktree: string): Promise<boolean> {
  const written = relative(resolve(worktree), resolve(folder)).split(sep).join("/");
  return hiddenPart(written) === null && (await findHiddenFolder(folder, worktree)) !== null;
}

/** The host's folder that has a link to a folder, or to one that it is in. */
async function findHostLink(real: string, root: string): Promise<string | null> {
  const leadsHere = async (link: string): Promise<boolean> => {
    const to = await realpath(link).catch(() => root);
    return to !== link && !pathInside(to, root) && pathInside(to, real);
  };
  for (let at = real; pathInside(root, at); at = dirname(at)) {
    for (const host of HOSTS.map((name) => join(at, name))) {
      const inHost = await readdir(host, { withFileTypes: true }).catch(() => []);
      const read = inHost.filter(({ name }) => READ_WHOLE.test(name));
      const below = await Promise.all(
        read.map(({ name }) => readdir(join(host, name), { recursive: true, withFileTypes: true }).catch(() => [])),
      );
      const linked = [...read, ...below.flat()].filter((entry) => entry.isSymbolicLink());
      for (const link of [host, ...linked.map(({ parentPath, name }) => join(parentPath, name))])
        if (await leadsHere(link)) return relative(root, link).split(sep).join("/");
    }
    if (at === root) return null;
  }
  return null;
}
