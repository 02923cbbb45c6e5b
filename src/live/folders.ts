import { createHash } from "node:crypto";
import type { Use } from "../artifacts/caller.ts";
import { listBegun } from "../store/begun.ts";
import { type Experiment, isMisdated, listExperiments } from "../store/experiment.ts";
import { isLocked } from "../store/lock.ts";
import type { LiveEntry } from "../story/live-state.ts";
import { clean } from "../text/clean.ts";

/** Where experiments of a project lie, and what time it is. */
export type Places = { bases(use: Use): Promise<readonly string[]>; now: () => Date };

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
    all.map(async ({ dir, about, experiment }) => ({
      key: keyOf(dir),
      id: clean(about.experiment_id).text,
      topic: clean(about.topic).text,
      running: await isLocked(dir),
      asks: experiment === null,
    })),
  );
}

/** The folder that a page means; `experiment` is null while there are only questions. */
export async function findFolder(places: Places, key: string | null, use: Use): Promise<Folder | null> {
  return (await folders(places, use)).find(({ dir }) => keyOf(dir) === key) ?? null;
}

type About = { experiment_id: string; topic: string; created_at: string };
type Folder = { dir: string; about: About; experiment: Experiment | null };

async function folders({ bases, now }: Places, use: Use): Promise<Folder[]> {
  const where = await bases(use);
  const [{ experiments }, { begun }] = await Promise.all([listExperiments(where, now), listBegun(where, now)]);
  const made = ({ about }: Folder): number => (isMisdated(about, now()) ? 0 : Date.parse(about.created_at));
  // Each list is the newest first, and what was made at the same time keeps its order.
  return [
    ...experiments.map((experiment) => ({ dir: experiment.dir, about: experiment.task, experiment })),
    ...begun.filter(({ hasTask }) => !hasTask).map(({ dir, idea }) => ({ dir, about: idea, experiment: null })),
  ].sort((a, b) => made(b) - made(a));
}
