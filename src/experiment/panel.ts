import {
  type Designer,
  isPlanned,
  type Panel,
  type Part,
  partsFor,
  type Reviewer,
  reviewerNames,
  type Task,
} from "../artifacts/task.ts";
import { findModel } from "../prompting/ask.ts";
import type { Lab } from "../prompting/lab.ts";
import { type Experiment, saveTask } from "../store/experiment.ts";
import { modelSlug, unique } from "../store/paths.ts";

/** One more designer for each model, under ids that no file name of the plan has yet. */
export function addDesigners({ designers, reviewers }: Panel, models: readonly string[]): Designer[] {
  const all = [...designers];
  for (const model of models) {
    const taken = cellNames({ designers: all, reviewers });
    const design_id = unique(modelSlug(model), (id) => {
      return (
        all.some((other) => other.design_id === id) ||
        reviewers.some(({ reviewer_id }) => taken.has(`${id}-${reviewer_id}`))
      );
    });
    all.push({ design_id, model });
  }
  return all;
}

/**
 * The reviewers with `part` asked of each model too, of these designs alone where they are given. A model that has a row
 * already keeps its id and what it is asked for besides; one that only stood in for others is planned from now on.
 */
export function addReviewers(
  { designers, reviewers }: Panel,
  models: readonly string[],
  part: Part,
  designs?: readonly string[],
): Reviewer[] {
  let all = [...reviewers];
  for (const model of models) {
    if (!all.some((reviewer) => reviewer.model === model)) {
      all.push({
        ...newRow({ designers, reviewers: all }, model),
        parts: [part],
        ...(designs && { designs: { [part]: [...designs] } }),
      });
      continue;
    }
    all = all.map((reviewer) => {
      if (reviewer.model !== model) return reviewer;
      const { stand_in: _, designs: before, ...planned } = reviewer;
      const restricted = { ...before, [part]: designsOf(reviewer, part, designs) };
      const some = Object.entries(restricted).filter(([, ids]) => ids !== undefined);
      return {
        ...planned,
        ...(some.length > 0 && { designs: Object.fromEntries(some) }),
        parts: withParts(reviewer, [part]),
      };
    });
  }
  return all;
}

/** Of which designs alone a part is asked from now on; undefined for all. */
function designsOf(reviewer: Reviewer, part: Part, designs: readonly string[] | undefined): string[] | undefined {
  const isNew = !isPlanned(reviewer) || !reviewer.parts.includes(part);
  const before = reviewer.designs?.[part];
  if (designs === undefined || (before === undefined && !isNew)) return undefined;
  return [...new Set([...(isNew ? [] : (before ?? [])), ...designs])];
}

/** The reviewers with a row for a model that answered for these parts in another's place. */
export function addStandIn({ designers, reviewers }: Panel, model: string, parts: readonly Part[]): Reviewer[] {
  if (!reviewers.some((reviewer) => reviewer.model === model)) {
    return [...reviewers, { ...newRow({ designers, reviewers }, model), parts: [...parts].sort(), stand_in: true }];
  }
  return reviewers.map((reviewer) =>
    reviewer.model === model ? { ...reviewer, parts: withParts(reviewer, parts) } : reviewer,
  );
}

function newRow({ designers, reviewers }: Panel, model: string): Pick<Reviewer, "kind" | "reviewer_id" | "model"> {
  const taken = cellNames({ designers, reviewers });
  const reviewer_id = unique(modelSlug(model), (id) => {
    return (
      reviewers.some((other) => other.reviewer_id === id) ||
      designers.some(({ design_id }) => taken.has(`${design_id}-${id}`))
    );
  });
  return { kind: "model", reviewer_id, model };
}

function withParts({ parts }: Reviewer, more: readonly Part[]): Part[] {
  return [...new Set([...parts, ...more])].sort();
}

/** "{design_id}-{reviewer_id}" of every cell: two different cells may not share one, for it names their files. */
function cellNames({ designers, reviewers }: Panel): Set<string> {
  return new Set(
    designers.flatMap(({ design_id }) => reviewers.map(({ reviewer_id }) => `${design_id}-${reviewer_id}`)),
  );
}

/**
 * The plan with each named model on the panel of `part`, one that is new for these designs alone where they are given,
 * and who was meant: reviewer ids. A name is a reviewer's
 * id or a model; a new model must be one that a connected provider offers. The same plan where nobody joins.
 */
export async function withReviewers(
  lab: Lab,
  task: Task,
  names: readonly string[],
  part: Part,
  designs?: readonly string[],
): Promise<{ task: Task; reviewers: string[] }> {
  const modelOf = (name: string) => task.reviewers.find(({ reviewer_id }) => reviewer_id === name)?.model ?? name;
  const models = [...new Set(names.map(modelOf))];
  const all = task.designers.map(({ design_id }) => design_id);
  const asked = task.reviewers.filter((reviewer) => isPlanned(reviewer) && reviewer.parts.includes(part));
  const isAsked = (model: string) =>
    asked.some((each) => each.model === model && (designs ?? all).every((id) => partsFor(each, id).includes(part)));
  const joining = models.filter((model) => !isAsked(model));
  const unknown = joining.filter((model) => !task.reviewers.some((reviewer) => reviewer.model === model));
  for (const model of unknown) findModel(await lab.available(), model);
  const reviewers = addReviewers(task, joining, part, designs);
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
