import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Design } from "../artifacts/design.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { Task } from "../artifacts/task.ts";
import { loadArtifact, saveArtifact } from "./artifacts.ts";
import { type Experiment, saveTask } from "./experiment.ts";
import { refuseLinked } from "./files.ts";

const roundsIn = (dir: string): string => join(dir, "rounds");

/**
 * The rounds in an experiment's folder in their order, each an experiment whose ledger is that of the whole, and files of
 * rounds that cannot be used.
 */
export async function listRounds({
  dir,
  ledger,
  person,
  task,
}: Experiment): Promise<{ rounds: Experiment[]; problems: Problem[] }> {
  const rounds: Experiment[] = [];
  const problems: Problem[] = [];
  for (const { at, number } of await roundFolders(dir)) {
    const read = await loadArtifact(at, "task");
    if (read.state === "unusable") problems.push(read.problem);
    if (read.state !== "ok") continue;
    const own = { ...read.value, experiment_id: task.experiment_id, round: { number } };
    rounds.push({ dir: at, ledger, task: own, ...(person && { person }) });
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

/**
 * Makes the folder of a round: the texts that it begins with first and its task.json last, so that a round that can be
 * read is whole. For whoever holds the experiment's lock.
 */
export async function createRound(
  { dir, ledger, person }: Experiment,
  task: Task & { round: { number: number } },
  texts: readonly Design[],
): Promise<Experiment> {
  const at = join(roundsIn(dir), String(task.round.number));
  await refuseLinked(dir, join(at, "any"));
  await mkdir(at, { recursive: true });
  for (const text of texts) await saveArtifact(at, "design", text);
  const round = { dir: at, ledger, task, ...(person && { person }) };
  await saveTask(round);
  return round;
}
