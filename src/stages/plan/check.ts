import type { DesignBody } from "../../artifacts/design.ts";
import type { PlanTask } from "../../artifacts/plan-task.ts";
import { isAssertion, type Requirement, requirementsOf } from "../../artifacts/requirement.ts";
import {
  type Builds,
  MAX_TASKS,
  MIN_TASKS,
  type PlannedRisk,
  type PlannedTask,
  type PlannedTasks,
} from "../../artifacts/task-plan.ts";
import { cyclesOf } from "../../plan/cycles.ts";
import { graphOf } from "../../plan/graph.ts";
import { PLANNER_TOLD } from "../../story/planner-told.ts";
import { clean, isBlank } from "../../text/clean.ts";
import { nearest } from "../../text/nearest.ts";

/** What the tasks of a design are to serve, under the numbers and names by which they say so. */
export type ToServe = {
  requirements: readonly Requirement[];
  components: readonly string[];
  risks: readonly PlannedRisk[];
};

/** Characters of a component's name in a task's file. */
const MAX_NAME = 200;

export function toServe(
  task: Parameters<typeof requirementsOf>[0],
  { components, risks }: Pick<DesignBody, "components" | "risks">,
): ToServe {
  return {
    requirements: toBuild(task),
    components: [...new Set(components.map(({ name }) => nameOf(name)))],
    risks: risks.map(({ description, severity, mitigation }, at) => {
      return {
        id: `K${at + 1}`,
        severity,
        text: mitigation ? `${description} (against it: ${mitigation})` : description,
      };
    }),
  };
}

/** An assertion is about the text of a design: there is nothing in it to build. */
const toBuild = (task: Parameters<typeof requirementsOf>[0]): readonly Requirement[] =>
  requirementsOf(task).filter((each) => !isAssertion(each));

/**
 * What files of tasks quote: every requirement, of every component what it is, does, how others talk to it and whom it talks
 * to, and what was decided in words that name one.
 */
export function buildsOf(
  task: Parameters<typeof requirementsOf>[0],
  { components, connections = [], tradeoffs }: Pick<DesignBody, "components" | "connections" | "tradeoffs">,
): Builds {
  const choices = choicesOf(
    tradeoffs,
    components.map(({ name }) => nameOf(name)),
  );
  return {
    ...(choices.length > 0 && { choices }),
    requirements: toBuild(task).map(({ id, text }) => ({ id, text })),
    components: components.map(({ name, description, responsibilities, interfaces = [] }) => ({
      name: nameOf(name),
      text: [
        description,
        ...responsibilities.map((each) => `- does: ${each}`),
        ...interfaces.map((each) => `- interface: ${each}`),
        ...connections.flatMap((each) => connected(name, each, components)),
      ].join("\n"),
    })),
  };
}

/** How one component is connected: what it calls, with what that offers, and what calls it. */
function connected(
  name: string,
  { from, to, what }: Required<DesignBody>["connections"][number],
  components: DesignBody["components"],
): string[] {
  const isIt = (other: string) => alike(other) === alike(name);
  if (isIt(from)) {
    const offers = components.find((each) => alike(each.name) === alike(to))?.interfaces ?? [];
    return [`- calls ${nameOf(to)}: ${what}${offers.length > 0 ? ` (it offers: ${offers.join("; ")})` : ""}`];
  }
  return isIt(to) ? [`- called by ${nameOf(from)}: ${what}`] : [];
}

const alike = (name: string): string => nameOf(name).toLowerCase();

function choicesOf(tradeoffs: DesignBody["tradeoffs"], components: readonly string[]): Required<Builds>["choices"] {
  return tradeoffs.flatMap(({ aspect, choice, rationale, alternatives }) => {
    // What was rejected may name a component that has nothing to do with it.
    const said = `${aspect}\n${choice}\n${rationale}`;
    const named = components.filter((name) => names(said, name));
    const text = [choice, `why: ${rationale}`, ...alternatives.map((each) => `- rejected: ${each}`)].join("\n");
    return named.length === 0 ? [] : [{ components: named, aspect, text }];
  });
}

/** Whether a text has a name as words of their own, in small letters or capital ones. */
function names(text: string, name: string): boolean {
  if (name === "") return false;
  const [within, wanted] = [text.replace(/\s+/gu, " ").toLowerCase(), name.toLowerCase()];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const before = within.slice(Math.max(0, at - 2), at);
    if (
      !/[\p{L}\p{M}\p{N}_]$/u.test(before) &&
      !/^[\p{L}\p{M}\p{N}_]/u.test(within.slice(at + wanted.length, at + wanted.length + 2))
    )
      return true;
  }
  return false;
}

const nameOf = (name: string): string => clean(name).text.replace(/\s+/gu, " ").trim().slice(0, MAX_NAME).trim();

/** Characters of one task and of all as JSON: a task's front matter, and a question that shows all, have an end. */
const MAX_TASK = 8_000;
const MAX_ALL = 90_000;
/** Of one kind of fault that a model is told at once, and requirements that every plan has to speak of. */
const MAX_TOLD = 8;
const MAX_SPOKEN_OF = 60;

/**
 * What is wrong with a whole plan, in sentences for the model; none where it will do.
 * @param own Ids of the tasks that the model gave: it answers for what these serve being shown; all unless said.
 */
export function planFaults(
  { tasks, not_served }: PlannedTasks,
  wanted: ToServe,
  own: readonly string[] = tasks.map(({ id }) => id),
): string[] {
  const ids = tasks.map(({ id }) => id);
  const twice = [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
  if (twice.length > 0) return [PLANNER_TOLD.twice(twice)];
  const number =
    tasks.length < MIN_TASKS || tasks.length > MAX_TASKS
      ? [PLANNER_TOLD.number(MIN_TASKS, MAX_TASKS, tasks.length)]
      : [];
  return [
    ...number,
    ...ofOne(tasks),
    ...ofOrder(tasks),
    ...ofServing({ tasks, not_served }, wanted),
    ...ofShowing(tasks, wanted, own),
  ];
}

function ofOne(tasks: readonly PlannedTask[]): string[] {
  const blank = tasks.filter(({ name, what, done_when, files }) => [name, what, ...done_when, ...files].some(isBlank));
  const long = tasks.filter((task) => JSON.stringify(task).length > MAX_TASK);
  const all = JSON.stringify(tasks).length;
  return [
    ...blank.slice(0, MAX_TOLD).map(({ id }) => PLANNER_TOLD.blank(id)),
    ...long.slice(0, MAX_TOLD).map(({ id }) => PLANNER_TOLD.long(id, MAX_TASK)),
    ...(all > MAX_ALL ? [PLANNER_TOLD.longInAll(MAX_ALL, all)] : []),
  ];
}

function ofOrder(tasks: readonly PlannedTask[]): string[] {
  const ids = tasks.map(({ id }) => id);
  const unknown = tasks.flatMap(({ id, depends_on }) =>
    depends_on
      .filter((each) => !ids.includes(each))
      .map((each) => PLANNER_TOLD.unknown(id, each, nearest(each, ids, 1)[0])),
  );
  const { paths, more } = cyclesOf(graphOf(tasks.map(asTask)));
  return [
    ...unknown.slice(0, MAX_TOLD),
    ...paths.slice(0, MAX_TOLD).map(PLANNER_TOLD.cycle),
    ...(more + paths.length > MAX_TOLD ? [PLANNER_TOLD.moreCycles(more + paths.length - MAX_TOLD)] : []),
  ];
}

/** Everything is served by a task or said not to be, and nothing is served that nobody named. */
function ofServing({ tasks, not_served }: PlannedTasks, { requirements, components, risks }: ToServe): string[] {
  const left = new Set(not_served.map(({ name }) => keyOf(name)));
  const kinds = [
    { field: "requirements", what: "requirement", all: requirements.map(({ id }) => id), most: MAX_SPOKEN_OF },
    { field: "components", what: "component", all: components, most: components.length },
    { field: "risks", what: "risk", all: risks.map(({ id }) => id), most: risks.length },
  ] as const;
  return kinds.flatMap(({ field, what, all, most }) => {
    const known = new Set(all.map(keyOf));
    const served = new Set(tasks.flatMap((task) => task[field].map(keyOf)));
    const strange = tasks.flatMap(({ id, [field]: names }) =>
      names
        .filter((name) => !known.has(keyOf(name)))
        .map((name) => PLANNER_TOLD.stranger(id, what, name, nearest(name, all, 1)[0])),
    );
    const missing = all.slice(0, most).filter((name) => !served.has(keyOf(name)) && !left.has(keyOf(name)));
    return [...strange.slice(0, MAX_TOLD), ...(missing.length > 0 ? [PLANNER_TOLD.unserved(what, missing)] : [])];
  });
}

/** Every requirement that is served is named in the done_when of a task that serves it. Constraints hold whatever is built. */
function ofShowing(tasks: readonly PlannedTask[], { requirements }: ToServe, own: readonly string[]): string[] {
  const unshown = requirements.filter(({ id, kind }) => {
    const serving = tasks.filter(({ requirements: served }) => served.some((each) => keyOf(each) === keyOf(id)));
    const isShown = serving.some(({ done_when }) => done_when.some((each) => namesNumber(each, id)));
    return kind !== "constraint" && !isShown && serving.some((task) => own.includes(task.id));
  });
  return unshown.length === 0 ? [] : [PLANNER_TOLD.unshown(unshown.map(({ id }) => id))];
}

const namesNumber = (text: string, number: string): boolean =>
  keyOf(text)
    .split(/[^\p{L}\p{N}_]+/u)
    .includes(keyOf(number));

const keyOf = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

/** A task that nobody has begun, as its file would have it. */
export function asTask({ what, risks: _, ...task }: PlannedTask): PlanTask {
  const nobody = { priority: null, tags: [], assignee: null, due: null, created: null, modified: null };
  return { ...task, ...nobody, status: "pending", body: what, file: `${task.id}.md` };
}
