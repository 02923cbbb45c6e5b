import { basename } from "node:path";
import pLimit from "p-limit";
import type { Summary } from "../artifacts/summary.ts";
import { type HistoryNumbers, historyOf } from "../stats/history.ts";
import { type Learned, learnErrors } from "../stats/learned.ts";
import { OPEN_FILES } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { identityOf } from "../store/seen.ts";
import { type SeenHere, type SummaryOptions, summaryOf, witnessExperiment } from "./summary.ts";

/** Why an experiment stands in no number: it was not begun on this machine, or it is a copy of another that is there. */
export type CountedApart = "elsewhere" | "copy";

/** One experiment of a history; `apart` is null where it counts. */
export type HistoryRow = { id: string; summary: Summary; witness: SeenHere; apart: CountedApart | null };

/** All experiments with a task, in their order, and what those that count say together. */
export type History = { rows: HistoryRow[]; numbers: HistoryNumbers; learned: Learned };

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
    const witness = await witnessExperiment(experiment, summary);
    return { experiment, summary, witness, identity: await identityOf(experiment) };
  });
  const firsts = firstFolders(read.filter(({ witness }) => witness.here));
  const rows = read.map(({ experiment, summary, witness }): HistoryRow => {
    const apart = !witness.here ? "elsewhere" : firsts.has(experiment.dir) ? null : "copy";
    return { id: experiment.task.experiment_id, summary, witness, apart };
  });
  const counting = rows.filter(({ apart }) => apart === null);
  return {
    rows,
    numbers: historyOf(counting.map(({ summary, witness }) => ({ summary, outcome: witness.outcome }))),
    learned: learnedFrom(counting),
  };
}

/** What experiments that were begun here say of who errs together: a decision here makes no other's scores known. */
function learnedFrom(counting: readonly HistoryRow[]): Learned {
  const own = counting.filter(({ witness, summary }) => witness.made && !summary.withheld);
  const order = own.toSorted((a, b) => (a.summary.created_at < b.summary.created_at ? -1 : 1));
  return learnErrors(order.map(({ summary }) => summary.pairs));
}

type Folder = { experiment: Pick<Experiment, "dir">; identity: string };

/**
 * Of folders that hold one experiment, by what their seals know it by, the one with the shortest name: a copy has a longer
 * one. For folders whose seals hold: one without them takes no other's place.
 */
function firstFolders(here: readonly Folder[]): ReadonlySet<string> {
  const first = (own: readonly Folder[]): string[] =>
    own
      .map(({ experiment: { dir } }) => dir)
      .toSorted((a, b) => basename(a).length - basename(b).length || (a < b ? -1 : 1))
      .slice(0, 1);
  return new Set([...Map.groupBy(here, ({ identity }) => identity).values()].flatMap(first));
}
