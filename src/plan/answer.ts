import type { PlanTask } from "../artifacts/plan-task.ts";
import { UsageError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { found } from "../text/wording.ts";
import { type Bottlenecks, bottlenecksOf } from "./bottlenecks.ts";
import { type Conflict, conflictsIn } from "./conflicts.ts";
import { cyclesOf } from "./cycles.ts";
import {
  type Assumption,
  assumedIn,
  type CriticalPath,
  criticalOf,
  type Estimate,
  estimateOf,
  type PlanCost,
  planCost,
  type Risks,
  risksOf,
  type ToDecompose,
  toDecompose,
} from "./estimate.ts";
import { generationsOf, naturally, reached } from "./graph.ts";
import { type MayNot, mayNot, type Unmet, unmetOf } from "./may.ts";
import { type Next, nextOf } from "./next.ts";
import { type ReadPlan, taskOf } from "./read-plan.ts";
import { type Served, type Validation, validate } from "./validate.ts";

/** Every question that can be asked of a plan, in the order in which help names them. */
export const PLAN_VIEWS = [
  ..."next list show deps dependents validate topo cycles critical parallel bottleneck risk cost decompose help".split(
    " ",
  ),
] as readonly PlanView[];
export type PlanView = keyof PlanFacts;

/** Those about one task. */
export const OF_ONE_TASK: readonly PlanView[] = ["show", "deps", "dependents"];

/** What each question is answered with. */
export type PlanFacts = {
  next: Next;
  list: { rows: { id: string; unmet: Unmet[] }[] };
  show: { task: PlanTask; estimate: Estimate; before: string[]; after: string[]; unmet: Unmet[]; start: MayNot | null };
  deps: Ways;
  dependents: Ways;
  validate: Validation;
  topo: { order: string[] };
  cycles: { paths: string[][]; more: number };
  critical: CriticalPath & { assumed: Assumption[] };
  parallel: { generations: { ids: string[]; conflicts: Conflict[] }[]; silent: number; unseen: string[] };
  bottleneck: Bottlenecks;
  risk: Risks & { assumed: Assumption[] };
  cost: PlanCost & { assumed: Assumption[] };
  decompose: { rows: ToDecompose[]; unassessed: number };
  help: null;
};

/** What comes before or after one task: directly, and by way of others. */
type Ways = { id: string; direct: string[]; all: string[]; unknown: string[] };

export type PlanAnswer = {
  [V in PlanView]: { view: V; plan: ReadPlan; facts: PlanFacts[V] };
}[PlanView];

/** Answers one question from what the files say now. Throws UsageError for a view or a task that there is not. */
export function answer(
  plan: ReadPlan,
  { view, task = null, served = null }: { view: string; task?: string | null; served?: Served | null },
): PlanAnswer {
  const known = PLAN_VIEWS.find((each) => each === view);
  if (known === undefined) {
    const near = nearest(view, PLAN_VIEWS, 1);
    throw new UsageError(
      `Cannot show ${found(view)} of a plan: view must be one of ${PLAN_VIEWS.join(", ")}${near.length > 0 ? `; the nearest: ${near[0]}` : ""}.`,
    );
  }
  if (task === null && OF_ONE_TASK.includes(known)) {
    throw new UsageError(`Cannot show ${known} of a plan: task must be the id of one, found nothing.`, {
      advice: "The view list names them all.",
    });
  }
  return { view: known, plan, facts: ASKED[known](plan, task ?? "", served) } as PlanAnswer;
}

const ASKED: { [V in PlanView]: (plan: ReadPlan, task: string, served: Served | null) => PlanFacts[V] } = {
  next: nextOf,
  list: (plan) => ({ rows: plan.all.ids.map((id) => ({ id, unmet: unmetOf(plan, id) })) }),
  show: (plan, id) => {
    const task = taskOf(plan, id);
    return {
      task,
      estimate: estimateOf(task),
      before: [...new Set(task.depends_on)],
      after: [...(plan.all.after.get(id) ?? [])],
      unmet: unmetOf(plan, id),
      start: mayNot(plan, id, "in-progress"),
    };
  },
  deps: (plan, id) => {
    const unknown = [...new Set(taskOf(plan, id).depends_on)].filter((each) => !plan.all.tasks.has(each));
    return { ...waysOf(plan, plan.all.before, id), unknown };
  },
  dependents: (plan, id) => ({ ...waysOf(plan, plan.all.after, id), unknown: [] }),
  validate: (plan, _, served) => validate(plan, served),
  topo: ({ sound }) => ({ order: generationsOf(sound).flat() }),
  cycles: ({ all }) => cyclesOf(all),
  critical: ({ left }) => ({ ...criticalOf(left), assumed: assumedIn(left.tasks.values(), ["scope"]) }),
  parallel: ({ left }) => ({
    ...stepsOf(left),
    silent: [...left.tasks.values()].filter(({ files }) => files.length === 0).length,
  }),
  bottleneck: ({ all }) => bottlenecksOf(all),
  risk: ({ left }) => ({ ...risksOf(left), assumed: assumedIn(left.tasks.values(), ["risk", "impact"]) }),
  cost: ({ sound, left }) => ({ ...planCost(sound), assumed: assumedIn(left.tasks.values(), ["scope", "risk"]) }),
  decompose: ({ all }) => ({
    rows: toDecompose(all),
    unassessed: [...all.tasks.values()].filter(({ risk, scope }) => risk === null || scope === null).length,
  }),
  help: () => null,
};

/** What can be done at the same time, with what of it touches the same files, and of which that is not wholly known. */
export function stepsOf(left: ReadPlan["left"]): Omit<PlanFacts["parallel"], "silent"> {
  const generations = generationsOf(left);
  const tasksOf = (ids: readonly string[]): PlanTask[] => ids.flatMap((id) => left.tasks.get(id) ?? []);
  const { groups, unseen } = conflictsIn(generations.map(tasksOf));
  const steps = generations.map((ids, at) => ({ ids, conflicts: groups[at] ?? [] }));
  return { generations: steps, unseen: [...unseen].sort(naturally) };
}

function waysOf(plan: ReadPlan, ways: ReadPlan["all"]["before"], id: string): Omit<Ways, "unknown"> {
  taskOf(plan, id);
  return { id, direct: [...(ways.get(id) ?? [])], all: [...reached(ways, id)].sort(naturally) };
}
