import { createHash } from "node:crypto";
import type { Use } from "../artifacts/caller.ts";
import { isLocked } from "../store/lock.ts";
import { aboutOf, type Either, hasTask, listEither } from "../store/open.ts";
import type { Home } from "../store/private.ts";
import type { LiveEntry } from "../story/live-state.ts";
import { clean } from "../text/clean.ts";

/** Where experiments of a project lie, what time it is, and under whose seal a person's word is kept. */
export type Places = { bases(use: Use): Promise<readonly string[]>; now: () => Date; person?: Home };

/** Experiments that the page lists and of which it looks whether somebody is at work, the newest. */
const MAX_LISTED = 30;

/** What an address calls an experiment: nothing of a path is in it, and two bases may hold one name. */
export function keyOf(dir: string): string {
  return createHash("sha256").update(dir).digest("hex").slice(0, 16);
}

/** The newest experiments, with those that began with questions and have no task yet. */
export async function entries(places: Places): Promise<(LiveEntry & { key: string })[]> {
  const all = (await folders(places, "read")).slice(0, MAX_LISTED);
  return Promise.all(
    all.map(async (each) => ({
      key: keyOf(each.dir),
      id: clean(aboutOf(each).experiment_id).text,
      topic: clean(aboutOf(each).topic).text,
      running: await isLocked(each.dir),
      asks: !hasTask(each),
    })),
  );
}

/** The experiment that a page means, with a task or while there are only questions. */
export async function findFolder(places: Places, key: string | null, use: Use): Promise<Either | null> {
  return (await folders(places, use)).find(({ dir }) => keyOf(dir) === key) ?? null;
}

async function folders({ bases, now, person }: Places, use: Use): Promise<readonly Either[]> {
  return (await listEither(await bases(use), now, person)).all;
}
