import { studentt } from "jstat";
import { mean, sampleStandardDeviation, sum } from "simple-statistics";
import type { OverTasks } from "../artifacts/study-result.ts";
import { LEAST_TOLD } from "./history.ts";

const LEVEL = 0.975;
/** What two shares of the same tasks are taken to move together by, at most: more would trust few tasks too far. */
const MOST_TOGETHER = 0.5;
const NONE = 1e-12;

/** A mean over tasks of any amount, with its interval by t and one degree of freedom fewer than there are tasks. Null for none. */
export function amountOver(values: readonly number[]): OverTasks | null {
  const tasks = values.length;
  if (tasks === 0) return null;
  const value = mean([...values]);
  if (tasks < LEAST_TOLD) return { value, low: null, high: null, tasks };
  const half = (studentt.inv(LEVEL, tasks - 1) * sampleStandardDeviation([...values])) / Math.sqrt(tasks);
  return { value, low: value - half, high: value + half, tasks };
}

/**
 * A mean over tasks of shares, each from 0 to 1. Its interval is Wilson's (1927) with the t quantile of T − 1 degrees of
 * freedom, and so many tasks as they are worth: T over f = s²/(p(1 − p)), s² the mean square about p. A mean of t alone
 * would be sure of everything where all tasks say the same. Null for no task.
 *
 * @param repeats How often the tasks were repeated: no task is worth more than so many.
 */
export function shareOver(shares: readonly number[], repeats: number): OverTasks | null {
  const tasks = shares.length;
  if (tasks === 0) return null;
  const value = Math.min(1, Math.max(0, mean([...shares])));
  if (tasks < LEAST_TOLD) return { value, low: null, high: null, tasks };
  const most = value * (1 - value);
  const spread = mean(shares.map((share) => (share - value) ** 2));
  const worth = most > NONE ? Math.min(1, Math.max(spread / most, 1 / Math.max(1, repeats))) : 1;
  const many = tasks / worth;
  const z = studentt.inv(LEVEL, tasks - 1);
  const middle = (value + z ** 2 / (2 * many)) / (1 + z ** 2 / many);
  const half = (z / (1 + z ** 2 / many)) * Math.sqrt(most / many + z ** 2 / (4 * many ** 2));
  return { value, low: Math.min(value, middle - half), high: Math.max(value, middle + half), tasks };
}

/**
 * The first share less the other over the same tasks, by the intervals of both (MOVER: Zou and Donner 2008), which move
 * together by the correlation over tasks where that is above nothing, and by a half at most. Null for no task.
 */
export function shareBeyond(one: readonly number[], other: readonly number[], repeats: number): OverTasks | null {
  const [a, b] = [shareOver(one, repeats), shareOver(other, repeats)];
  if (a === null || b === null) return null;
  const value = a.value - b.value;
  if (a.low === null || a.high === null || b.low === null || b.high === null)
    return { value, low: null, high: null, tasks: a.tasks };
  const together = Math.min(MOST_TOGETHER, Math.max(0, correlationOf(one, other)));
  const length = (x: number, y: number): number => Math.sqrt(Math.max(0, x ** 2 + y ** 2 - 2 * together * x * y));
  return {
    value,
    low: Math.max(-1, value - length(a.value - a.low, b.high - b.value)),
    high: Math.min(1, value + length(a.high - a.value, b.value - b.low)),
    tasks: a.tasks,
  };
}

/** Pearson's; nothing where one of both is the same in every task. */
function correlationOf(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean([...one]), mean([...other])];
  const over = (of: (at: number) => number): number => sum(one.map((_, at) => of(at)));
  const spread = Math.sqrt(over((at) => ((one[at] ?? 0) - a) ** 2) * over((at) => ((other[at] ?? 0) - b) ** 2));
  return spread > NONE ? over((at) => ((one[at] ?? 0) - a) * ((other[at] ?? 0) - b)) / spread : 0;
}
