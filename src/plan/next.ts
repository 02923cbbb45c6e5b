import { type PlanTask, PRIORITIES } from "../artifacts/plan-task.ts";
import { type Conflict, conflictsIn } from "./conflicts.ts";
import { type Assumption, assumedIn, estimateOf, riskOf } from "./estimate.ts";
import { dependentsOf, heaviest, naturally } from "./graph.ts";
import { canStart, type Unmet, unmetOf } from "./may.ts";
import type { ReadPlan } from "./read-plan.ts";

/** What a place in the order was decided by, in the order in which it is asked. */
export const GROUNDS = ["files", "path", "dependents", "risk", "priority", "name"] as const;
export type Ground = (typeof GROUNDS)[number];

/** A task that can be started now, with what its place rests on. */
export type Startable = {
  id: string;
  /** Cost of the longest path that begins with it, and whether that is the longest there is. */
  path: number;
  critical: boolean;
  /** Tasks that can be started once it alone is done, and how many wait for it in all. */
  frees: string[];
  dependents: number;
  /** Risk weight × impact weight. */
  risk: number;
  assumed: boolean;
  priority: string | null;
  failed: boolean;
  /** The task in progress that touches the same files. */
  held: Conflict | null;
  /** By what it stands before the one that follows; null for the last. */
  ground: Ground | null;
};

export type Next = {
  startable: Startable[];
  in_progress: string[];
  /** What can be done beside the first without touching the same files, and whether that is known of both. */
  beside: { id: string; known: boolean }[];
  /** What touches the same files as the first or as one beside it. */
  apart: Conflict[];
  /** Of which not every path was compared, for there are too many. */
  unseen: string[];
  waits: { id: string; for: Unmet[] }[];
  /** What nobody can start whatever is done: marked as blocked, without a status, in or behind a cycle. */
  blocked: string[];
  unread: string[];
  /** Of which it cannot be read what they wait for. */
  unclear: string[];
  twice: string[];
  cycle: string[];
  behind: string[];
  completed: number;
  all: number;
  /** What was assumed of what is left. */
  assumed: Assumption[];
};

/**
 * What can be started now, in an order: what touches no file of a task in progress first, then what begins the longest
 * path of what is left, has the most waiting for it, carries the highest risk, has the highest priority.
 */
export function nextOf(plan: ReadPlan): Next {
  const tasks = [...plan.all.tasks.values()];
  const idsOf = (wanted: (task: PlanTask) => boolean): string[] => tasks.filter(wanted).map(({ id }) => id);
  const startable = tasks.filter((task) => canStart(plan, task));
  const can = new Set(startable.map(({ id }) => id));
  const in_progress = tasks.filter(({ status }) => status === "in-progress");
  const { order, unseen } = placed(plan, startable, in_progress);
  const chosen = order.map(({ id }) => plan.all.tasks.get(id)).filter((task) => task !== undefined);
  const { beside, apart } = companions(chosen, order, unseen);
  return {
    startable: order,
    in_progress: in_progress.map(({ id }) => id),
    beside,
    apart,
    unseen: [...unseen].sort(naturally),
    waits: tasks.flatMap(({ id, status }) => {
      const isWaiting = (status === "pending" || status === "failed") && !can.has(id) && !isStuck(plan, id);
      return isWaiting && !plan.twice.has(id) && !plan.unclear.has(id) ? [{ id, for: unmetOf(plan, id) }] : [];
    }),
    blocked: idsOf(({ status }) => status === "blocked"),
    unread: idsOf(({ status }) => status === null),
    unclear: [...plan.unclear].sort(naturally),
    twice: [...plan.twice],
    cycle: idsOf(({ id, status }) => plan.cycle.has(id) && status !== "completed"),
    behind: [...plan.waiting].sort(naturally),
    completed: idsOf(({ status }) => status === "completed").length,
    all: tasks.length,
    assumed: assumedIn(plan.left.tasks.values(), ["scope", "risk", "impact"]),
  };
}

const isStuck = ({ cycle, waiting }: ReadPlan, id: string): boolean => cycle.has(id) || waiting.has(id);

type Placed = { order: Startable[]; unseen: Set<string> };

function placed(plan: ReadPlan, startable: readonly PlanTask[], in_progress: readonly PlanTask[]): Placed {
  const { tail, sum } = heaviest(plan.left, (task) => estimateOf(task).cost);
  const dependents = dependentsOf(plan.left);
  const frees = freedIn(plan);
  const busy = new Set(in_progress.map(({ id }) => id));
  const { groups, unseen } = conflictsIn(
    busy.size === 0 ? [] : [[...startable, ...in_progress]],
    (one, other) => busy.has(one) !== busy.has(other),
  );
  const held = groups.flat();
  const facts = startable.map((task): Startable => {
    const { id } = task;
    const path = tail.get(id) ?? 0;
    return {
      id,
      path,
      critical: path > sum - 1e-9,
      frees: frees.get(id) ?? [],
      dependents: dependents.get(id) ?? 0,
      risk: riskOf(task),
      assumed: task.scope === null || task.risk === null || task.impact === null,
      priority: task.priority,
      failed: task.status === "failed",
      held: held.find(({ a, b }) => a === id || b === id) ?? null,
      ground: null,
    };
  });
  facts.sort((a, b) => ranked(a, b).sign);
  const order = facts.map((each, at) => {
    const following = facts[at + 1];
    return following === undefined ? each : { ...each, ground: ranked(each, following).ground };
  });
  return { order, unseen: new Set(unseen) };
}

/** By the id of a task, what of what is left can be started once it alone is done. */
function freedIn({ all, left, twice, unclear }: ReadPlan): ReadonlyMap<string, string[]> {
  const frees = new Map<string, string[]>();
  for (const [id, { status }] of left.tasks) {
    if ((status !== "pending" && status !== "failed") || twice.has(id) || unclear.has(id)) continue;
    const [only, ...others] = unmetOf({ all, twice }, id);
    if (only === undefined || others.length > 0) continue;
    const there = frees.get(only.id);
    if (there === undefined) frees.set(only.id, [id]);
    else there.push(id);
  }
  return frees;
}

/** Which of two is started first, and by what that is decided. */
function ranked(a: Startable, b: Startable): { ground: Ground; sign: number } {
  const rank = (priority: string | null): number => (PRIORITIES as readonly (string | null)[]).indexOf(priority);
  const differences: Readonly<Record<Ground, number>> = {
    files: Number(a.held !== null) - Number(b.held !== null),
    path: b.path - a.path,
    dependents: b.dependents - a.dependents,
    risk: b.risk - a.risk,
    priority: rank(b.priority) - rank(a.priority),
    name: naturally(a.id, b.id),
  };
  const ground = GROUNDS.find((each) => Math.abs(differences[each]) > 1e-9) ?? "name";
  return { ground, sign: differences[ground] };
}

/** Who joins the first: one after the other, each unless it touches a file of those that are in already. */
function companions(
  tasks: readonly PlanTask[],
  order: readonly Startable[],
  unseen: Set<string>,
): Pick<Next, "beside" | "apart"> {
  const [first] = tasks;
  if (first === undefined) return { beside: [], apart: [] };
  const compared = conflictsIn([tasks]);
  for (const id of compared.unseen) unseen.add(id);
  const isKnown = ({ id, files }: PlanTask): boolean => files.length > 0 && !unseen.has(id);
  const between = new Map<string, Conflict[]>();
  for (const conflict of compared.groups.flat()) {
    for (const id of [conflict.a, conflict.b]) between.set(id, [...(between.get(id) ?? []), conflict]);
  }
  const joined = new Set([first.id]);
  const beside: Next["beside"] = [];
  const apart: Conflict[] = [];
  for (const [at, task] of tasks.entries()) {
    if (task === first) continue;
    const clash = between.get(task.id)?.find(({ a, b }) => joined.has(a) || joined.has(b));
    if (clash !== undefined) apart.push(clash);
    else if (order[at]?.held === null) {
      joined.add(task.id);
      beside.push({ id: task.id, known: isKnown(task) && isKnown(first) });
    }
  }
  return { beside, apart };
}
