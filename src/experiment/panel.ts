import { Persona, type PersonaRole } from "../artifacts/persona.ts";
import { pick } from "../artifacts/pick.ts";
import {
  type Designer,
  isAsked,
  isPlanned,
  isSameSeat,
  type Panel,
  type Part,
  partsFor,
  type Reviewer,
  reviewerNames,
  type Seated,
  seatOf,
  type Task,
} from "../artifacts/task.ts";
import { alikeCriteria, personaNamed } from "../config/personas.ts";
import { castSeats } from "../config/seats.ts";
import { UsageError } from "../errors.ts";
import { findModel } from "../prompting/find-model.ts";
import type { Lab } from "../prompting/lab.ts";
import { type Experiment, saveTask } from "../store/experiment.ts";
import { modelSlug, unique } from "../store/paths.ts";

/** One more designer for each seat, under ids that no file name of the plan has yet and that tell no persona. */
export function addDesigners({ designers, reviewers }: Panel, seats: readonly Seated[]): Designer[] {
  const all = [...designers];
  for (const seat of seats) {
    const { model } = seat;
    const taken = cellNames({ designers: all, reviewers });
    const design_id = unique(modelSlug(model), (id) => {
      return (
        all.some((other) => other.design_id === id) ||
        reviewers.some(({ reviewer_id }) => taken.has(`${id}-${reviewer_id}`))
      );
    });
    all.push({ design_id, ...seat });
  }
  return all;
}

/**
 * The reviewers with `part` asked of each seat too, of these designs alone where they are given. A seat that has a row
 * already keeps its id and what it is asked for besides; one that only stood in for others is planned from now on.
 */
export function addReviewers(
  { designers, reviewers }: Panel,
  seats: readonly Seated[],
  part: Part,
  designs?: readonly string[],
): Reviewer[] {
  let all = [...reviewers];
  for (const seat of seats) {
    if (!all.some((reviewer) => isSameSeat(reviewer, seat))) {
      all.push({
        ...newRow({ designers, reviewers: all }, seat),
        parts: [part],
        ...(designs && { designs: { [part]: [...designs] } }),
      });
      continue;
    }
    all = all.map((reviewer) => {
      if (!isSameSeat(reviewer, seat)) return reviewer;
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

/** The reviewers with a row for a seat that answered for these parts in another's place: as the persona that was asked. */
export function addStandIn({ designers, reviewers }: Panel, seat: Seated, parts: readonly Part[]): Reviewer[] {
  if (!reviewers.some((reviewer) => isSameSeat(reviewer, seat))) {
    return [...reviewers, { ...newRow({ designers, reviewers }, seat), parts: [...parts].sort(), stand_in: true }];
  }
  return reviewers.map((reviewer) =>
    isSameSeat(reviewer, seat) ? { ...reviewer, parts: withParts(reviewer, parts) } : reviewer,
  );
}

function newRow(
  { designers, reviewers }: Panel,
  seat: Seated,
): Pick<Reviewer, "kind" | "reviewer_id" | "model" | "persona"> {
  const { model, persona } = seat;
  const taken = cellNames({ designers, reviewers });
  const name = persona === undefined ? modelSlug(model) : `${modelSlug(model)}-${persona.slice(0, MAX_PERSONA)}`;
  const reviewer_id = unique(name, (id) => {
    return (
      reviewers.some((other) => other.reviewer_id === id) ||
      designers.some(({ design_id }) => taken.has(`${design_id}-${id}`))
    );
  });
  return { kind: "model", reviewer_id, ...seatOf(seat) };
}

/** Letters of a persona in a file's name, beside two models'. */
const MAX_PERSONA = 16;

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
 * The plan with each named seat on the panel of `part`, one that is new for these designs alone where they are given,
 * and who was meant: reviewer ids. A name is a reviewer's id, a model, or a persona, which the models of the panel play; a
 * new model must be one that a connected provider offers. The same plan where nobody joins.
 */
export async function withReviewers(
  lab: Lab,
  task: Task,
  names: readonly string[],
  part: Part,
  designs?: readonly string[],
): Promise<{ task: Task; reviewers: string[] }> {
  const seats = names.map((name) => seatNamed(lab, task, name));
  const all = task.designers.map(({ design_id }) => design_id);
  const asked = task.reviewers.filter((reviewer) => isPlanned(reviewer) && reviewer.parts.includes(part));
  const sits = (seat: Seated) =>
    asked.some((each) => isSameSeat(each, seat) && (designs ?? all).every((id) => partsFor(each, id).includes(part)));
  const joining = seats.filter((seat) => !sits(seat));
  const unknown = joining.filter((seat) => !task.reviewers.some((reviewer) => isSameSeat(reviewer, seat)));
  for (const { model } of unknown) findModel(await lab.available(), model);
  const reviewers = addReviewers(task, joining, part, designs);
  return {
    task: joining.length > 0 ? { ...task, reviewers, ...withPersonas(lab, task, joining, "reviewer") } : task,
    reviewers: reviewers
      .filter((reviewer) => reviewerNames(reviewer).some((name) => names.includes(name)))
      .map(({ reviewer_id }) => reviewer_id),
  };
}

/** Whom a person means: a reviewer of the plan by its id or persona, a model, or a persona that joins. */
function seatNamed(lab: Lab, { reviewers }: Pick<Panel, "reviewers">, name: string): Seated {
  const there = reviewers.find(({ reviewer_id, persona }) => [reviewer_id, persona].includes(name));
  if (there !== undefined) return seatOf(there);
  if (name.includes("/")) return { model: name };
  const asked = reviewers.filter((reviewer) => isPlanned(reviewer) && isAsked(reviewer)).map(({ model }) => model);
  const [seat = { model: name }] = castSeats([personaNamed(lab, name, "reviewer")], asked, lab.chosen);
  return seat;
}

/**
 * The plan's personas and those that seats play beside them, as they are today. Throws UsageError for one that is not
 * there or does something else, and where two would have reviewers score criteria of one name.
 */
export function withPersonas(
  lab: Pick<Lab, "personas" | "heldPersonas" | "personaNotes">,
  { personas = [] }: Pick<Task, "personas">,
  seats: readonly Seated[],
  role: PersonaRole,
): Pick<Task, "personas"> {
  const named = [...new Set(seats.flatMap(({ persona }) => persona ?? []))];
  const joining = named
    .filter((name) => !personas.some((persona) => persona.name === name))
    .map((name): Persona => pick(personaNamed(lab, name, role), Persona.properties));
  const all = [...personas, ...joining];
  const [alike] = alikeCriteria(all.filter((persona) => persona.role === "reviewer"));
  if (alike !== undefined) {
    const { criterion, personas: both } = alike;
    throw new UsageError(
      `Cannot have ${both.join(" and ")} review together: each has a criterion ${criterion}, and each needs a name of its own. Nothing was asked.`,
      { advice: "Give one of the criteria another name in the persona's file, or name one of the personas alone." },
    );
  }
  return all.length > 0 ? { personas: all } : {};
}

/** The experiment with a designer for each seat that writes no design of it yet. */
export async function joinDesigners(lab: Lab, experiment: Experiment, seats: readonly Seated[]): Promise<Experiment> {
  const { task } = experiment;
  const joined = await withDesigners(lab, task, seats);
  return joined.designers.length > task.designers.length ? withTask(experiment, { ...task, ...joined }) : experiment;
}

/** The designers of the plan and one more for each seat that has none yet. Throws LabError for a model that is not offered. */
export async function withDesigners(
  lab: Lab,
  task: Task,
  seats: readonly Seated[],
): Promise<Pick<Task, "designers" | "personas">> {
  const joining = seats.filter((seat) => !task.designers.some((designer) => isSameSeat(designer, seat)));
  for (const { model } of joining) findModel(await lab.available(), model);
  return { designers: addDesigners(task, joining), ...withPersonas(lab, task, joining, "designer") };
}

/** The experiment under a changed plan, which is on disk before anything is done by it. */
export async function withTask(experiment: Experiment, task: Task): Promise<Experiment> {
  const changed = { ...experiment, task };
  await saveTask(changed);
  return changed;
}
