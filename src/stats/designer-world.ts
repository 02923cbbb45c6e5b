import type { Random } from "./random.ts";

/**
 * What designs of models are taken to differ by where nothing is measured yet, in points of 0–10: models among each other,
 * a model's designs from task to task, tasks, and what four reviewers err by in the mean.
 */
export const SPREAD = { model: 0.5, taskwise: 0.8, task: 1, error: 0.55 };
/** The part of `taskwise`'s variance that stays when the same model designs for the same task again. */
export const LASTING = 0.5;

/** By how much a model's mean score for one task lies off what model and task lead to expect, after so many experiments. */
export function deviationOf(experiments = 1): number {
  const lasting = experiments === 1 ? 1 : LASTING;
  const again = SPREAD.taskwise ** 2 * (1 - lasting) + SPREAD.error ** 2;
  return Math.sqrt(SPREAD.taskwise ** 2 * lasting + again / experiments);
}

/** The mean score of each model's designs for one task, after so many experiments: level of the task, worth of the model, and what lies off. */
export function drawTask(random: Random, worth: readonly number[], experiments = 1): number[] {
  const task = random.normal(6, SPREAD.task);
  const deviation = deviationOf(experiments);
  return worth.map((each) => task + each + random.normal(0, deviation));
}
