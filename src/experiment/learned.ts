import { dirname, resolve } from "node:path";
import type { LearnedErrors } from "../artifacts/learned.ts";
import { learnedOfModels } from "../stats/learned.ts";
import { listExperiments } from "../store/experiment.ts";
import type { Home } from "../store/private.ts";
import { readHistory } from "./history.ts";
import type { SummaryOptions } from "./summary.ts";
import type { View } from "./view.ts";

/** How scores become an order, the clock, and whether summaries of experiments may be kept beside them. */
type Reading = { options: SummaryOptions; now: () => Date; keeps: boolean };

/**
 * Which reviewers of an experiment err together: what its stored ranking rests on, whatever the history says by now, else
 * what the experiments beside it show that this machine made. Null for the constant.
 */
export async function findLearned(view: View, reading: Reading): Promise<LearnedErrors | null> {
  const { dir, person, task } = view.experiment;
  if (view.learned !== undefined) return view.learned;
  if (reading.options.method === "mean" || person === undefined) return null;
  const models = task.reviewers.filter(({ parts }) => parts.includes("score")).map(({ model }) => model);
  return learnAbout([...new Set(models)], { ...reading, base: dirname(dir), person, except: dir });
}

/** What the experiments in a folder show of these models; null where that is nothing. */
export async function learnAbout(
  models: readonly string[],
  { options, now, keeps, base, person, except }: Reading & { base: string; person: Home; except?: string },
): Promise<LearnedErrors | null> {
  if (models.length < 2) return null;
  const since = Date.now();
  const { experiments } = await listExperiments([base], now, person);
  const others = experiments.filter(({ dir }) => except === undefined || resolve(dir) !== resolve(except));
  const { method, exclude_self_reviews, person_weight } = options;
  const about: SummaryOptions = { method, exclude_self_reviews, ...(person_weight !== undefined && { person_weight }) };
  const { learned } = await readHistory(others, about, { keeps: async () => keeps, since });
  return learnedOfModels(models, learned);
}
