import { type Impact, type PlanTask, RISKS, type Risk, SCOPES, type Scope } from "../artifacts/plan-task.ts";
import { type Graph, generationsOf, heaviest } from "./graph.ts";

/** What the words of a task stand for, as the taskgraph framework has it: rules of thumb, not measurements. */
export const SCOPE_COST: Readonly<Record<Scope, number>> = { single: 1, narrow: 2, moderate: 3, broad: 4, system: 5 };
export const RISK_SUCCESS: Readonly<Record<Risk, number>> = {
  trivial: 0.98,
  low: 0.9,
  medium: 0.8,
  high: 0.65,
  critical: 0.5,
};
export const IMPACT_WEIGHT: Readonly<Record<Impact, number>> = { isolated: 1, component: 1.5, phase: 2, project: 3 };
/** What counts where nothing was assessed. */
export const ASSUMED = { scope: "narrow", risk: "medium", impact: "isolated" } as const;
/** The share of a prerequisite's failure that does not reach what waits for it. */
export const RETAINED = 0.9;

export type Assumable = keyof typeof ASSUMED;

/** A task in numbers: cost of doing it once, chance that it succeeds, what a failure means, and what was assumed. */
export type Estimate = { cost: number; p: number; impact: number; assumed: Assumable[] };

export function estimateOf(task: Pick<PlanTask, Assumable>): Estimate {
  return {
    cost: SCOPE_COST[task.scope ?? ASSUMED.scope],
    p: RISK_SUCCESS[task.risk ?? ASSUMED.risk],
    impact: IMPACT_WEIGHT[task.impact ?? ASSUMED.impact],
    assumed: (["scope", "risk", "impact"] as const).filter((field) => task[field] === null),
  };
}

/** How much a task puts at risk: chance of failure times what that means. */
export function riskOf(task: PlanTask): number {
  const { p, impact } = estimateOf(task);
  return (1 - p) * impact;
}

/** How many of some tasks had one of these fields assumed. */
export function assumedIn(tasks: Iterable<PlanTask>, fields: readonly Assumable[]): Assumption[] {
  const all = [...tasks];
  return fields.flatMap((field) => {
    const count = all.filter((task) => task[field] === null).length;
    return count > 0 ? [{ field, value: ASSUMED[field], count, of: all.length }] : [];
  });
}
export type Assumption = { field: Assumable; value: Scope | Risk | Impact; count: number; of: number };

export type CriticalPath = { path: { id: string; cost: number; assumed: boolean }[]; cost: number; all: number };

/** The longest path, weighted by the cost of scope, beside the cost of all. */
export function criticalOf(sound: Graph): CriticalPath {
  const costOf = (task: PlanTask): number => estimateOf(task).cost;
  const { path, sum } = heaviest(sound, costOf);
  const steps = path.flatMap((id) => {
    const task = sound.tasks.get(id);
    return task === undefined ? [] : [{ id, cost: costOf(task), assumed: task.scope === null }];
  });
  return { path: steps, cost: sum, all: [...sound.tasks.values()].reduce((all, task) => all + costOf(task), 0) };
}

export type Risks = {
  /** Ids of each class, and of those that nobody assessed. */
  classes: { risk: Risk | null; ids: string[] }[];
  path: { id: string; weight: number; assumed: boolean }[];
  sum: number;
};

/** How many tasks there are of each risk, and the path with the highest sum of risk weight × impact weight. */
export function risksOf(sound: Graph): Risks {
  const tasks = [...sound.tasks.values()];
  const { path, sum } = heaviest(sound, riskOf);
  return {
    classes: [...[...RISKS].reverse(), null].map((risk) => ({
      risk,
      ids: tasks.filter((task) => task.risk === risk).map(({ id }) => id),
    })),
    path: path.flatMap((id) => {
      const task = sound.tasks.get(id);
      if (task === undefined) return [];
      return [{ id, weight: riskOf(task), assumed: task.risk === null || task.impact === null }];
    }),
    sum,
  };
}

export type CostRow = { id: string; cost: number; p: number; p_eff: number; expected: number; assumed: Assumable[] };
export type PlanCost = {
  /** Tasks that are not completed, the most expensive first. */
  rows: CostRow[];
  /** The sum of what they cost once, what is expected, and the part of that which comes from failing. */
  once: number;
  expected: number;
  from_failure: number;
  /** The same where a failure reaches nothing that waits for it. */
  independent: { expected: number; from_failure: number };
};

/**
 * Expected cost of what is not completed. In topological order p_eff = p · ∏ over prerequisites (P + (1 − P)·r), P the
 * prerequisite's own p_eff, 1 when it is completed; a task costs p_eff·c + (1 − p_eff)·(c + retry).
 * Source: alkimiadev/taskgraph_ts, docs/architecture/cost-benefit.md, whose default counts no retry.
 * @param retryOf What it costs to do a task again; as much as the first time unless given.
 */
export function planCost(sound: Graph, retryOf: (cost: number) => number = (cost) => cost): PlanCost {
  const rows = rowsOf(sound, RETAINED, retryOf);
  const alone = rowsOf(sound, 1, retryOf);
  const total = (of: readonly CostRow[]): number => of.reduce((sum, { expected }) => sum + expected, 0);
  const once = rows.reduce((sum, { cost }) => sum + cost, 0);
  return {
    rows: rows.sort((a, b) => b.expected - a.expected),
    once,
    expected: total(rows),
    from_failure: total(rows) - once,
    independent: { expected: total(alone), from_failure: total(alone) - once },
  };
}

function rowsOf(sound: Graph, retained: number, retryOf: (cost: number) => number): CostRow[] {
  const reached = new Map<string, number>();
  return generationsOf(sound)
    .flat()
    .flatMap((id) => {
      const task = sound.tasks.get(id);
      if (task === undefined) return [];
      const { cost, p, assumed } = estimateOf(task);
      const inherited = (sound.before.get(id) ?? []).reduce((product, each) => {
        const success = reached.get(each) ?? 1;
        return product * (success + (1 - success) * retained);
      }, 1);
      const p_eff = p * inherited;
      reached.set(id, task.status === "completed" ? 1 : p_eff);
      if (task.status === "completed") return [];
      const expected = p_eff * cost + (1 - p_eff) * (cost + retryOf(cost));
      return [{ id, cost, p, p_eff, expected, assumed: assumed.filter((field) => field !== "impact") }];
    });
}

export type ToDecompose = { id: string; risk: Risk | null; scope: Scope | null };

/** Tasks that are to be made smaller: risk from high on or scope from broad on, as somebody assessed them. */
export function toDecompose(graph: Graph): ToDecompose[] {
  const from = <W>(words: readonly W[], word: W | null, least: W): W | null =>
    word !== null && words.indexOf(word) >= words.indexOf(least) ? word : null;
  return [...graph.tasks.values()].flatMap((task) => {
    if (task.status === "completed") return [];
    const risk = from<Risk>(RISKS, task.risk, "high");
    const scope = from<Scope>(SCOPES, task.scope, "broad");
    return risk === null && scope === null ? [] : [{ id: task.id, risk, scope }];
  });
}
