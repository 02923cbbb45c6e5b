import { isPlanned, type Part, reviewerNames } from "../artifacts/reviewer.ts";
import type { Designer, Task } from "../artifacts/task.ts";
import { findModel } from "../prompting/ask.ts";
import type { Lab } from "../prompting/lab.ts";
import { type Experiment, saveTask } from "../store/experiment.ts";
import { addDesigners, addReviewers } from "./plan.ts";

/**
 * The plan with each named model on the panel of `part`, and who was meant: reviewer ids. A name is a reviewer's
 * id or a model; a new model must be one that a connected provider offers. The same plan where nobody joins.
 */
export async function withReviewers(
  lab: Lab,
  task: Task,
  names: readonly string[],
  part: Part,
): Promise<{ task: Task; reviewers: string[] }> {
  const modelOf = (name: string) => task.reviewers.find(({ reviewer_id }) => reviewer_id === name)?.model ?? name;
  const models = [...new Set(names.map(modelOf))];
  const asked = task.reviewers.filter((reviewer) => isPlanned(reviewer) && reviewer.parts.includes(part));
  const joining = models.filter((model) => !asked.some((reviewer) => reviewer.model === model));
  const unknown = joining.filter((model) => !task.reviewers.some((reviewer) => reviewer.model === model));
  for (const model of unknown) findModel(await lab.available(), model);
  const reviewers = addReviewers(task, joining, part);
  return {
    task: joining.length > 0 ? { ...task, reviewers } : task,
    reviewers: reviewers
      .filter((reviewer) => reviewerNames(reviewer).some((name) => names.includes(name)))
      .map(({ reviewer_id }) => reviewer_id),
  };
}

/** The experiment with a designer for each model that writes no design of it yet. */
export async function joinDesigners(lab: Lab, experiment: Experiment, models: readonly string[]): Promise<Experiment> {
  const { task } = experiment;
  const designers = await withDesigners(lab, task, models);
  return designers.length > task.designers.length ? withTask(experiment, { ...task, designers }) : experiment;
}

/** The designers of the plan and one more for each model that has none yet. Throws LabError for one that is not offered. */
export async function withDesigners(lab: Lab, task: Task, models: readonly string[]): Promise<Designer[]> {
  const joining = models.filter((model) => !task.designers.some((designer) => designer.model === model));
  for (const model of joining) findModel(await lab.available(), model);
  return addDesigners(task, joining);
}

/** The experiment under a changed plan, which is on disk before anything is done by it. */
export async function withTask(experiment: Experiment, task: Task): Promise<Experiment> {
  const changed = { ...experiment, task };
  await saveTask(changed);
  return changed;
}
