import pLimit from "p-limit";
import type { Summary } from "../artifacts/summary.ts";
import { type HistoryNumbers, historyOf } from "../stats/history.ts";
import { OPEN_FILES } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { type SeenHere, type SummaryOptions, summaryOf, witnessExperiment } from "./summary.ts";

/** Why an experiment stands in no number: it was not begun on this machine, or it is a copy of another that is there. */
export type CountedApart = "elsewhere" | "copy";

/** One experiment of a history; `apart` is null where it counts. */
export type HistoryRow = { id: string; summary: Summary; witness: SeenHere; apart: CountedApart | null };

/** All experiments with a task, in their order, and what those that count say together. */
export type History = { rows: HistoryRow[]; numbers: HistoryNumbers };

/**
 * Reads what each experiment tells, and works out what all say together. What lies in a folder that this machine did not
 * begin, and of several folders of one experiment all but the first, is told and counts in nothing.
 *
 * @param keeps Whether something may be kept beside an experiment.
 * @param since When this was begun, milliseconds of the system's clock.
 */
export async function readHistory(
  experiments: readonly Experiment[],
  options: SummaryOptions,
  { keeps, since }: { keeps(experiment: Experiment): Promise<boolean>; since: number },
): Promise<History> {
  const read = await pLimit(OPEN_FILES).map(experiments, async (experiment) => {
    const summary = await summaryOf(experiment, options, { keeps: await keeps(experiment), since });
    return { experiment, summary, witness: await witnessExperiment(experiment, summary) };
  });
  const firsts = firstFolders(experiments);
  const rows = read.map(({ experiment, summary, witness }): HistoryRow => {
    const apart = !witness.here ? "elsewhere" : firsts.has(experiment.dir) ? null : "copy";
    return { id: experiment.task.experiment_id, summary, witness, apart };
  });
  const counting = rows.filter(({ apart }) => apart === null);
  return {
    rows,
    numbers: historyOf(counting.map(({ summary, witness }) => ({ summary, outcome: witness.outcome }))),
  };
}

/** Of folders that hold one experiment, by when it was begun and its seed, the one with the shortest name: a copy has a longer one. */
function firstFolders(experiments: readonly Experiment[]): ReadonlySet<string> {
  const same = Map.groupBy(experiments, ({ task }) => JSON.stringify([task.created_at, task.seed]));
  const first = (own: readonly Experiment[]): string[] =>
    own
      .map(({ dir }) => dir)
      .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, 1);
  return new Set([...same.values()].flatMap(first));
}
