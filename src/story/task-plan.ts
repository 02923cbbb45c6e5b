import type { Resting } from "../artifacts/basis.ts";
import type { Forecast } from "../artifacts/cost.ts";
import type { Failure } from "../artifacts/failure.ts";
import type { PlannedTasks, TaskPlan, TasksIn } from "../artifacts/task-plan.ts";
import type { StoredPlan } from "../experiment/task-plan.ts";
import type { StatusChange } from "../plan/may.ts";
import { count, duration } from "../text/numbers.ts";
import { approvalNext, type WaitsForWord } from "./approval.ts";
import { type Block, list } from "./block.ts";
import { failed, mending } from "./failures.ts";
import { DRY_RUN, expectedSaid } from "./forecast.ts";
import { goOnPlanning, nextTask, raiseLimit } from "./next.ts";
import {
  copied,
  listed,
  model,
  path,
  quote,
  type Sentence,
  say,
  strong,
  titled,
  together,
  typed,
  words,
} from "./sentence.ts";
import { approvalUnseen } from "./unseen.ts";

/** What approves a plan. */
export const IS_IT_BUILT_SO = "Is this how it is to be built?";

/** What a plan rests on that was made of no design; nothing where one was planned. */
export function restsAloneSaid({ rests_on }: Resting): Sentence {
  if (rests_on === undefined) return [];
  const on = rests_on.kind === "brief" ? say`the brief` : say`the document ${path(rests_on.file)}`;
  return say`It rests on ${on} alone: nobody compared designs.`;
}

/** What was planned, by what it is; a design by its title where one is given. */
const plannedIs = ({ rests_on }: Resting, design: Sentence): Sentence =>
  rests_on === undefined ? design : rests_on.kind === "brief" ? say`the approved brief` : say`${path(rests_on.file)}`;

/** Who planned. */
export const plannedBy = ({ model: by, rests_on }: Pick<TaskPlan, "model"> & Resting): Sentence =>
  say`${model(by)} broke ${plannedIs({ rests_on }, say`the chosen design`)} into these tasks. A remark on a task goes into its file, or changes it where you send the plan back.`;

/** Ids of tasks that are other than in the plan that was sent back, new since, and gone. */
export type PlanChanges = { changed: readonly string[]; added: readonly string[]; gone: readonly string[] };

/** What is planned, drawn: which tasks follow which, and a row for each; `steps` are ids, all of one step can be done at once. */
function tasksDrawn(tasks: PlannedTasks["tasks"], steps: readonly (readonly string[])[]): Block[] {
  const drawing = steps
    .map((ids) => together(ids.map(copied), ", "))
    .reduce((before, step) => (before.length === 0 ? step : say`${before} → ${step}`), []);
  const rows = steps.flatMap((ids, at) =>
    ids.flatMap((id) =>
      tasks
        .filter((task) => task.id === id)
        .map(({ name, scope, risk, requirements }) => [
          ...[String(at + 1), id, name, scope, risk, requirements.join(", ")],
        ]),
    ),
  );
  return [
    drawing,
    {
      ...{ is: "table", head: ["step", "task", "what is done", "scope", "risk", "serves"] },
      ...{ rows, align: ["r", "l", "l", "l", "l", "l"], named: "The tasks of the plan" },
    },
  ];
}

type AllTasks = Resting & {
  title: string;
  changes: PlanChanges | null;
  steps: readonly (readonly string[])[];
  expansion: TaskPlan["expansion"];
};

/** That a task was broken into parts, and what that changes of the others. */
const expandedSaid = ({ task, parts }: NonNullable<TaskPlan["expansion"]>): Sentence =>
  say`${strong(say`${copied(task)} is broken into ${listed(parts.map(copied))}.`)} They take its place: what waited for it waits for the last of them, and nothing else changes. Rejected without a word, it stays as it is.`;

/** The part of a question for approval that is about all tasks: the whole drawn first, what none of them serves last. */
export function allTasksSaid(
  { tasks, not_served }: PlannedTasks,
  { title, rests_on, changes, steps, expansion }: AllTasks,
): Block[] {
  const { changed = [], added = [], gone = [] } = changes ?? {};
  const ids = (what: Sentence, all: readonly string[]): Sentence =>
    all.length === 0 ? [] : say`${what}: ${listed(all.map((id) => words(id)))}`;
  const since = together([ids(say`changed`, changed), ids(say`new`, added), ids(say`gone`, gone)], "; ");
  return [
    say`${count(tasks.length, "task")} of ${plannedIs({ rests_on }, say`the design “${words(title, "all")}”`)}, in an order in which they can be done.`,
    restsAloneSaid({ rests_on }),
    expansion ? expandedSaid(expansion) : [],
    since.length === 0 ? [] : say`Since it was sent back: ${since}. All others are as they were.`,
    ...tasksDrawn(tasks, steps),
    not_served.length === 0 ? [] : say`No task serves:`,
    list(not_served.map(({ name, why }) => say`${words(name, "all")}: ${words(why, "all")}`)),
  ];
}

/** Beside a question for approval that is too long for a reply: where the rest is. */
export const whereUnserved = (id: string, lines: number): Sentence =>
  say`(${count(lines, "more line")}: ${typed("tasks", id, "validate")} names what no task serves)`;
/** Behind a reply about a plan that is too long: where the rest is. */
export const tasksWhole = (id: string): Sentence =>
  say`${typed("tasks", id, "list")} names every task, and show with its id has one whole`;
/** How a task of the table is remarked on. */
export const byIds = (first: string): Sentence =>
  say`A line ${copied(`${first}: …`)} below the answer is a remark on that task.`;
export const beforeAnswer = (id: string, first: string): Sentence =>
  say`Before the answer, ${typed("tasks", id, "show", first)} shows the first whole, another id any other; ${typed("tasks", id, "list")} has what each waits for.`;

/** What a planner would be asked; `change`: to change the plan that is there. */
export type Planning = Resting & {
  numbers: Forecast;
  model: string;
  change: boolean;
  expand: string | null;
};

/**
 * What a plan would cost, before anything is asked; of none where no model would be. `stale` says why the plan that is
 * there is not that of today's design, null where it is.
 */
export function planningSaid<D>(planning: Planning | null, stale: Sentence | null, again: Block<D>): Block<D>[] {
  if (stale !== null) return [say`${DRY_RUN} no model was called, and none would be. ${stale}`];
  if (planning === null)
    return [
      say`${DRY_RUN} no model was called, and none would be: a plan is there, and nothing of it was sent back. Nothing was started. To go on with it:`,
      again,
    ];
  const { numbers, model: by, change, expand } = planning;
  if (numbers.unreachable.length > 0)
    return [
      say`${strong(say`Cannot be reached:`)} ${words(by, "all")}: no connected provider offers it. Nothing was asked.`,
    ];
  const what =
    expand !== null
      ? say`break ${copied(expand)} into parts`
      : change
        ? say`change the tasks that the person named`
        : say`break ${plannedIs(planning, say`the design`)} into tasks`;
  return [
    say`${DRY_RUN} no model was called. ${words(by, "all")} would be asked to ${what}: ${expectedSaid(numbers, false)}, in about ${duration(numbers.seconds)}.`,
    restsAloneSaid(planning),
    say`Nothing was started. To start it:`,
    again,
  ];
}

/** Why a plan is not that of today's design; null where it is. */
export function staleSaid({ plan, stands }: StoredPlan): Sentence | null {
  const of = plannedIs(plan, say`design ${titled(plan.design_id)}`);
  switch (stands) {
    case "as-planned":
      return null;
    case "changed":
      return say`${strong(say`Stale:`)} ${of} changed since this plan was made of it. ${anew(plan.experiment_id)} plans it anew.`;
    case "gone":
      return say`${strong(say`Stale:`)} the design of this plan, ${words(plan.design_id)}, is not there any more. ${typed("decide", plan.experiment_id)} says what can be decided for.`;
    case "decided-otherwise":
      return say`${strong(say`Stale:`)} this plan is of ${of}, and another was decided for since. ${anew(plan.experiment_id)} plans that.`;
    case "decided-for-none":
      return say`${strong(say`Stale:`)} this plan is of ${of}, and it was decided since that none of the designs is built.`;
  }
}

/** The same, and that nobody here saw it approved. */
export function standsSaid(planned: StoredPlan): Sentence | null {
  const said = together([staleSaid(planned) ?? [], planned.approved === false ? approvalUnseen : []], " ");
  return said.length === 0 ? null : said;
}

const anew = (id: string): Sentence => say`${typed("plan", id, "--anew")}`;

/** How a plan stands when a call ends. */
export type PlanStand =
  | { state: WaitsForWord | "busy" }
  | { state: "written"; place: TasksIn; tasks: number; refused: string | null }
  | { state: "failed"; failure: Failure };

/** The first sentence of a reply. */
export function planStandSaid(stand: PlanStand, tasks: number): Sentence {
  switch (stand.state) {
    case "approval":
      return say`${strong(say`${count(tasks, "task")} are planned, and wait for the person's approval.`)} Nothing is written into the project before.`;
    case "words":
      return say`${strong(say`The plan was rejected without a word.`)} What is to change?`;
    case "person":
      return say`${strong(say`The plan still waits for a person's approval:`)} it was approved through an agent, and an agent's call is no person's word.`;
    case "busy":
      return say`${strong(say`Another call or another OpenCode is at work on this experiment.`)} This call does nothing more.`;
    case "rounds":
      return say`${strong(say`The plan was changed as often as one call does it, and is rejected again.`)}`;
    case "written": {
      const { place, refused } = stand;
      const why = refused === null ? [] : say` (the project's folder was not allowed: ${words(refused, "message")})`;
      const where =
        place.in === "project"
          ? say`in ${path(place.path)} of the project: edit, split, add and delete them with any editor.`
          : say`in ${path(place.path)} of the experiment's folder, on this machine only${why}.`;
      return say`${strong(say`The plan is approved.`)} Its ${count(stand.tasks, "task")} became files ${where}`;
    }
    case "failed":
      return failed([stand.failure]).ways[0] ?? say`${strong(say`Nothing was planned.`)}`;
  }
}

/** Why a call that was to plan anew did not. */
export const planKeptSaid: Sentence = say`Nothing was planned anew: this plan of the same design was waiting. Sent back with what is to change, it is changed.`;

/** Where task files of plans before this one lie. */
export function leftSaid({ earlier }: Pick<TaskPlan, "earlier">): Sentence[] {
  if (earlier.length === 0) return [];
  const where = earlier.map((each) => say`${path(each.path)} of the ${each.in}`);
  return [
    say`Task files of a plan before this one stay in ${listed(where, MAX_FOLDERS)}; ${typed("tasks", "--dir FOLDER")} reads them.`,
  ];
}
const MAX_FOLDERS = 3;

type Leads = {
  id: string;
  /** The folder that the call named for the tasks. */
  where: string | null;
  /** Of the question that waits. */
  approval: string | null;
  limit: { name: string; most: number } | null;
  /** Whether it is said already where the page is. */
  shown: boolean;
};

/** What leads on from there. */
export function planNext(stand: PlanStand, { id, approval, limit, where, shown }: Leads): Sentence[] {
  const goOn = typed("plan", id, ...(where === null ? [] : ["--where", /\s/u.test(where) ? `"${where}"` : where]));
  switch (stand.state) {
    case "written":
      return [
        nextTask(id),
        ...(stand.place.in === "project"
          ? []
          : [say`${typed("plan", id, "--where tasks")} puts them into the project`]),
        say`${typed("tasks", id, "parallel")} shows what can be done at the same time; ${typed("tasks", "help")} names the other views`,
      ];
    case "approval":
    case "words":
    case "person":
    case "rounds":
      return [
        ...approvalNext(stand.state, { op: "ask", id, approval }),
        ...(shown || (stand.state !== "approval" && stand.state !== "person")
          ? []
          : [say`${typed("open", id)} opens the page on which it can be read and answered`]),
        say`${goOn} goes on: what was said is taken up, what is approved is written`,
      ];
    case "busy":
      return [goOnPlanning(id)];
    case "failed": {
      if (stand.failure.kind === "budget")
        return limit === null ? [goOnPlanning(id)] : [raiseLimit(id, limit.name, limit.most, "plan")];
      const mended = mending([stand.failure], id, "plan");
      return [
        ...(mended.length > 0 ? mended : [say`${typed("plan", id)} asks again`]),
        say`${typed("plan", id, "--model", "provider/model")} asks another model`,
      ];
    }
  }
}

/** What a change of status did, a whole sentence. */
export function statusChangedSaid(id: string, name: string, to: StatusChange): Sentence {
  const what = say`${copied(id)} ${quote(name, "name")}`;
  if (to === "in-progress") return say`${strong(what)} is in progress.`;
  return to === "completed"
    ? say`${strong(what)} is completed.`
    : say`${strong(what)} failed; it can be started again.`;
}

/** What is said where a note is kept nowhere. */
export const noteLost: Sentence = say`The note is kept nowhere: a folder was named, and no experiment, whose ledger would hold it.`;

/** That the tasks are not written yet, before a view of them. */
export const notWritten = (id: string): Sentence =>
  say`${strong(say`Not approved yet:`)} these are the tasks as they were planned; none is a file, and none can be started. ${typed("plan", id)} says how it stands.`;
