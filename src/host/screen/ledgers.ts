import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ownBase, readableConfig } from "../../config/load.ts";
import { readingOnce } from "../../config/reading.ts";
import { messageOf } from "../../errors.ts";
import { basesUpward, isFree } from "../../store/bases.ts";
import { paths, STUDIES } from "../../store/paths.ts";
import { SCREEN } from "../../story/screen.ts";
import type { ClosedBase } from "../../story/stored.ts";

export type ScreenPlaces = {
  /** The folder that the host works in and the root of its worktree. */
  directory: string;
  worktree: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** An experiment's folder and when its ledger, or another file of it, was last written, milliseconds since the epoch. */
export type FoundLedger = { dir: string; name: string; at: number };

/**
 * Every ledger of the project, and of a base folder outside that the person's own configuration names; in no order.
 * @param files Others in the place of ledgers: a folder counts that has any of them, as of when the last was written.
 */
export async function ledgersOf(
  places: ScreenPlaces,
  ...files: readonly ((dir: string) => string)[]
): Promise<{ found: FoundLedger[]; closed: ClosedBase[] }> {
  const { directory } = places;
  const wanted = files.length > 0 ? files : [paths.ledger];
  const worktree = places.worktree === "/" || places.worktree === "" ? directory : places.worktree;
  const whole = { ...places, worktree };
  const request = { ...whole, read: readingOnce(whole) };
  const { config } = readableConfig(request);
  const bases = await basesUpward(directory, worktree, [config.output.base_dir]);
  // Nobody can be asked from here.
  const trust = { worktree, ownBase: ownBase(request, request.read), allowed: new Map() };
  const found: FoundLedger[] = [];
  const closed: ClosedBase[] = [];
  for (const base of bases) {
    if (!(await isFree(base, "read", trust))) {
      closed.push({ path: base, reason: SCREEN.outside });
      continue;
    }
    const entries = await readdir(base, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (!["ENOENT", "ENOTDIR"].includes(error.code ?? "")) closed.push({ path: base, reason: messageOf(error) });
      return [];
    });
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.toLowerCase() === STUDIES) continue;
      const dir = join(base, entry.name);
      const there = await Promise.all(wanted.map((file) => lstat(file(dir)).catch(() => null)));
      const times = there.flatMap((stats) => (stats?.isFile() ? stats.mtimeMs : []));
      if (times.length > 0) found.push({ dir, name: entry.name, at: Math.max(...times) });
    }
  }
  return { found, closed };
}
