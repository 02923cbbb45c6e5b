import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Design } from "../artifacts/design.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Task } from "../artifacts/task.ts";
import type { Experiment } from "./experiment.ts";
import { readWithin, saveWithin } from "./within.ts";

const roundsIn = (dir: string): string => join(dir, "rounds");

/** The rounds in an experiment's folder in their order, and files of rounds that cannot be used. */
export async function listRounds(experiment: Experiment): Promise<{ rounds: Experiment[]; problems: Problem[] }> {
  const rounds: Experiment[] = [];
  const problems: Problem[] = [];
  for (const { at, number } of await roundFolders(experiment.dir)) {
    const read = await readWithin(experiment, at);
    problems.push(...read.problems);
    if (read.found) rounds.push({ ...read.found, task: { ...read.found.task, round: { number } } });
  }
  return { rounds, problems };
}

/** The folders that lie where rounds do, in their order. */
export async function roundFolders(dir: string): Promise<{ at: string; number: number }[]> {
  const entries = await readdir(roundsIn(dir), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^[1-9]\d?$/u.test(entry.name))
    .map(({ name }) => ({ at: join(roundsIn(dir), name), number: Number(name) }))
    .sort((a, b) => a.number - b.number);
}

/** The folder of the experiment that one is a round of; that of any other itself. */
export function folderAround({ dir, task: { round } }: Pick<Experiment, "dir" | "task">): string {
  const isRound =
    round !== undefined && basename(dir) === String(round.number) && roundsIn(dirname(dirname(dir))) === dirname(dir);
  return isRound ? dirname(dirname(dir)) : dir;
}

/** Makes the folder of a round with the texts that it begins with. For whoever holds the experiment's lock. */
export const createRound = (
  experiment: Experiment,
  task: Task & { round: { number: number } },
  texts: readonly Design[],
): Promise<Experiment> =>
  saveWithin(experiment, join(roundsIn(experiment.dir), String(task.round.number)), task, texts);
