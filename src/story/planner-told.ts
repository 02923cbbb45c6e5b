import { listText } from "../text/numbers.ts";
import { found } from "../text/wording.ts";

/** Names that a planner is told of one fault. */
const MAX_NAMED = 8;

const named = (names: readonly string[]): string => listText(names.map(found), MAX_NAMED);

/** What is wrong with a plan, as its planner is told, each without its full stop; `near` is what may have been meant. */
export const PLANNER_TOLD = {
  twice: (ids: readonly string[]) => `two tasks have the id ${named(ids)}: give each its own`,
  number: (least: number, most: number, tasks: number) =>
    `there must be ${least} to ${most} tasks in all, found ${tasks}`,
  blank: (id: string) => `the task ${id} has a text that shows nothing`,
  long: (id: string, most: number) => `the task ${id} must have at most ${most} characters as JSON`,
  longInAll: (most: number, all: number) => `all tasks together must have at most ${most} characters, found ${all}`,
  unknown: (id: string, on: string, near: string | undefined) =>
    `${id} depends on ${found(on)}, which is no task${near === undefined ? "" : `; the nearest: ${near}`}`,
  cycle: (path: readonly string[]) => `these wait for each other, take a dependency out: ${path.join(" -> ")}`,
  moreCycles: (more: number) => `${more} more such cycles`,
  stranger: (id: string, what: string, name: string, near: string | undefined) =>
    `${id} names the ${what} ${found(name)}, which there is not${near === undefined ? "" : `; the nearest: ${found(near)}`}`,
  unserved: (what: string, names: readonly string[]) =>
    `no task serves ${what} ${named(names)}: add a task, or say among what is not served why none is needed`,
  unshown: (numbers: readonly string[]) =>
    `no done_when shows requirement ${named(numbers)}: name each in the done_when of a task that serves it, with what shows it`,
  tooMuch: (fault: string) => `the plan is more than a person can be shown: ${fault}`,
} as const;
