import { findModel } from "../asking/find-model.ts";
import type { Lab } from "../asking/lab.ts";
import type { Designer, Part, Task } from "../schemas/task.ts";
import { type Experiment, saveTask } from "../store/experiment.ts";
import { addDesigners, addReviewers } from "./plan.ts";

/**
 * Puts each named model that is not there yet on the panel of `part` and returns who was meant: reviewer ids. A name
 * is a reviewer's id or a model; a new model must be one that a connected provider offers.
 */
export async function joinPanel(
  lab: Lab,
  experiment: Experiment,
  names: readonly string[],
  part: Part,
): Promise<string[]> {
  const { task } = experiment;
  const ids = new Set(task.reviewers.map(({ reviewer_id }) => reviewer_id));
  const models = names.filter((name) => !ids.has(name));
  const asking = (model: string) =>
    task.reviewers.some((reviewer) => reviewer.model === model && reviewer.parts.includes(part));
  const joining = models.filter((model) => !asking(model));
  for (const model of joining) findModel(await lab.available(), model);
  const known = names.flatMap((name) => task.reviewers.find(({ reviewer_id }) => reviewer_id === name)?.model ?? []);
  const reviewers = addReviewers(task, [...joining, ...known], part);
  if (JSON.stringify(reviewers) !== JSON.stringify(task.reviewers)) {
    experiment.task = { ...task, reviewers };
    await saveTask(experiment);
  }
  return reviewers
    .filter(({ reviewer_id, model }) => names.includes(reviewer_id) || names.includes(model))
    .map(({ reviewer_id }) => reviewer_id);
}

/** Adds a designer for each model that writes no design of this experiment yet. */
export async function joinDesigners(lab: Lab, experiment: Experiment, models: readonly string[]): Promise<void> {
  const { task } = experiment;
  const designers = await withDesigners(lab, task, models);
  if (designers.length === task.designers.length) return;
  experiment.task = { ...task, designers };
  await saveTask(experiment);
}

/** The designers of the plan and one more for each model that has none yet. Throws LabError for one that is not offered. */
export async function withDesigners(lab: Lab, task: Task, models: readonly string[]): Promise<Designer[]> {
  const joining = models.filter((model) => !task.designers.some((designer) => designer.model === model));
  for (const model of joining) findModel(await lab.available(), model);
  return addDesigners(task, joining);
}
