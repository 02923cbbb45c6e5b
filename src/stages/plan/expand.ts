import type { PlanTask } from "../../artifacts/plan-task.ts";
import { givingWay, MAX_TASKS, type PlannedTask, type TaskPlan } from "../../artifacts/task-plan.ts";

/** Parts that one task is broken into. */
export const MIN_PARTS = 2;
export const MAX_PARTS = 8;

/** A task that is to be broken into parts. */
export type Expand = {
  id: string;
  /** What its file says now; null where it is no file. */
  text: string | null;
  /** The parts that a person sent back; none where nobody did. */
  former: readonly PlannedTask[];
  /** Ids that no part can have in small letters, whether or not the plan knows them. */
  taken: readonly string[];
};

/** Most parts that there is room for. */
export const roomFor = ({ tasks }: Pick<TaskPlan, "tasks">): number =>
  Math.min(MAX_PARTS, MAX_TASKS - tasks.length + 1);

/** The ids that parts have: the next numbers where the plan numbers its tasks, else null, and each has a name of its own. */
export function numbersFor(
  { tasks }: Pick<TaskPlan, "tasks">,
  taken: readonly string[],
  most: number,
): string[] | null {
  const read = tasks.map(({ id }) => numberedId(id));
  const [first] = read;
  if (!first || read.some((each) => each?.name !== first.name)) return null;
  const numbers = read.map((each) => each?.number ?? "");
  const last = Math.max(...numbers.map(Number));
  const width = numbers.every((each) => each.length === first.number?.length) ? (first.number?.length ?? 0) : 0;
  const next = Array.from({ length: most + taken.length }, (_, at) => {
    return `${first.name}${String(last + at + 1).padStart(width, "0")}`;
  });
  return next.filter((each) => !taken.includes(each)).slice(0, most);
}

/**
 * All tasks with one broken into parts that stand in its place: what it waited for its first parts wait for, who waited for
 * it waits for its last ones, and nothing else changes.
 */
export function expandedTasks(tasks: readonly PlannedTask[], id: string, parts: readonly PlannedTask[]): PlannedTask[] {
  const ids = parts.map((part) => part.id);
  const last = lastOf(parts);
  return tasks.flatMap((task): PlannedTask[] => {
    if (task.id !== id) return [{ ...task, depends_on: instead(task.depends_on, id, last) }];
    return parts.map((part) =>
      isFirstOf(ids, part) ? { ...part, depends_on: [...new Set([...task.depends_on, ...part.depends_on])] } : part,
    );
  });
}

/** Whether a part waits for no other part. */
export const isFirstOf = (parts: readonly string[], { depends_on }: Pick<PlannedTask, "depends_on">): boolean =>
  !depends_on.some((id) => parts.includes(id));

/** Ids of the parts that no other part waits for. */
export const lastOf = (parts: readonly PlannedTask[]): string[] =>
  parts.filter(({ id }) => !parts.some(({ depends_on }) => depends_on.includes(id))).map(({ id }) => id);

/** Whether nobody is at work on a task, nor was done with it. */
export const canGiveWay = ({ status }: Pick<PlanTask, "status">): boolean =>
  status === "pending" || status === "failed" || status === "blocked";

/** A plan with a task broken into parts, which a person is to approve; what lies in files stays there until then. */
export function expandedPlan(plan: TaskPlan, task: string, parts: readonly PlannedTask[]): TaskPlan {
  const { tasks, approved, place } = plan;
  return {
    ...plan,
    tasks: expandedTasks(tasks, task, parts),
    approved: null,
    place: place && { ...place, done: false },
    expansion: { task, parts: parts.map(({ id }) => id), before: { tasks, approved }, text: null },
  };
}

/** The parts of a task that wait for an approval; none where none do. */
export function formerOf(plan: TaskPlan, id: string): PlannedTask[] {
  const gone = givingWay(plan);
  return gone?.task === id ? plan.tasks.filter((task) => gone.parts.includes(task.id)) : [];
}

/** The plan of before a task of it was broken into parts. */
export function asBefore({ expansion, ...plan }: TaskPlan): TaskPlan {
  if (expansion === undefined) return plan;
  const { place } = plan;
  return { ...plan, ...expansion.before, place: place && { ...place, done: expansion.before.approved !== null } };
}

/** Dependencies with others in the place of one. */
export const instead = (depends_on: readonly string[], id: string, others: readonly string[]): string[] => [
  ...new Set(depends_on.flatMap((each) => (each === id ? others : [each]))),
];

/** An id that ends in digits, in two; null for any other. */
function numberedId(id: string): { name: string; number: string } | null {
  let from = id.length;
  while (from > 0 && /\d/u.test(id[from - 1] ?? "")) from--;
  return from === id.length ? null : { name: id.slice(0, from), number: id.slice(from) };
}
