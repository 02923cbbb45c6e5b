import { PLAN_STATUSES } from "../artifacts/plan-task.ts";
import {
  type Assumption,
  type CriticalPath,
  IMPACT_WEIGHT,
  RETAINED,
  RISK_SUCCESS,
  SCOPE_COST,
} from "../plan/estimate.ts";
import type { Unmet } from "../plan/may.ts";
import type { Next, Startable } from "../plan/next.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { amount, count, oneDecimal } from "../text/numbers.ts";
import { copied, listed, quote, type Sentence, say, strong, together, words } from "./sentence.ts";

/** Ids that one sentence names. */
const MAX_NAMED = 6;
/** Tasks of a cycle that are written out. */
const MAX_WAY = 12;

export const taskIds = (ids: readonly string[], most = MAX_NAMED): Sentence => listed(ids.map(copied), most);

/** How many tasks there are of each status, without a full stop. */
export function taskCountsSaid({ all, counts }: Pick<ReadPlan, "all" | "counts">): Sentence {
  const parts = [...PLAN_STATUSES, "unread" as const].map((status) =>
    counts[status] === 0 ? [] : say`${counts[status]} ${status === "unread" ? say`without a known status` : status}`,
  );
  return say`${count(all.ids.length, "task")}${all.ids.length > 0 ? say`: ${together(parts, ", ")}` : []}`;
}

/** How long the longest path of what is left is; nothing where nothing is left. */
export function longestSaid({ path, cost, all }: CriticalPath): Sentence {
  if (path.length === 0) return [];
  const head = strong(
    say`The longest path of what is left has ${count(path.length, "task")} and cost ${oneDecimal(cost)}`,
  );
  return say`${head}, of ${oneDecimal(all)} for all that is left. However many hands there are, these come one after the other.`;
}

/** a → b → a, with its middle left out where it is long. */
export function wayOf(ids: readonly string[], most = MAX_WAY): Sentence {
  if (ids.length <= most) return ids.flatMap((id, at) => (at === 0 ? say`${copied(id)}` : say` → ${copied(id)}`));
  const left = ids.length - most + 1;
  const start = wayOf(ids.slice(0, most - 2), most);
  return say`${start} → (${left} more) → ${copied(ids.at(-1) ?? "")}`;
}

/** A cycle, and the dependency that closes it. */
export function cycleSaid(path: readonly string[]): Sentence {
  const first = copied(path[0] ?? "");
  if (path.length === 2) return say`${first} waits for itself: take it out of its own ${copied("depends_on")}`;
  return say`${wayOf(path)}: to break it there, take ${copied(path.at(-2) ?? "")} out of ${copied("depends_on")} of ${first}`;
}

/** What a task waits for, each with how it stands. */
export function unmetSaid(unmet: readonly Unmet[]): Sentence {
  const stands = (status: Unmet["status"]): Sentence => {
    if (status === "unknown") return say`no file has it`;
    if (status === "twice") return say`its id stands in several files`;
    return status === "unread" ? say`its status cannot be read` : say`${status}`;
  };
  // What is only counted is not written out first: a task may wait for a hundred.
  const said = unmet.map(({ id, status }, at) => (at < MAX_NAMED ? say`${copied(id)} (${stands(status)})` : []));
  return listed(said, MAX_NAMED);
}

/** Why this task comes first, from what is told of it. */
export function whySaid(first: Startable): Sentence {
  const { path: length, critical, frees, dependents, risk, assumed } = first;
  const way = say`it begins ${critical ? say`the longest path of what is left` : say`a path`} (cost ${oneDecimal(length)})`;
  const waiting =
    dependents === 0
      ? say`nothing waits for it`
      : say`${count(dependents, "task")} ${dependents === 1 ? "waits" : "wait"} for it`;
  const freed = frees.length === 0 ? [] : say`, and ${taskIds(frees)} can be started once it is done`;
  const guessed = assumed ? say` (some of this is assumed, for its file does not say)` : [];
  return say`${way}, ${waiting}${freed}; its risk weight × impact weight is ${twoDecimals(risk)}${guessed}`;
}

/** By what the first stands before the second. */
export function groundSaid(first: Startable, second: Startable): Sentence {
  const other = copied(second.id);
  switch (first.ground) {
    case "files":
      return say`It stands before ${other}, which touches the same files as a task in progress.`;
    case "path":
      return say`It stands before ${other} because its path is longer (${oneDecimal(first.path)} against ${oneDecimal(second.path)}).`;
    case "dependents":
      return say`Its path is as long as that of ${other}; it stands before it because more waits for it (${first.dependents} against ${second.dependents}).`;
    case "risk":
      return say`It stands before ${other}, with which it is equal else, because its risk is higher (${twoDecimals(first.risk)} against ${twoDecimals(second.risk)}): what may fail comes early.`;
    case "priority":
      return say`It stands before ${other}, with which it is equal else, by its priority.`;
    default:
      return say`It is equal with ${other}: their ids alone put it first, and either may be.`;
  }
}

/** Why nothing can be started, and what comes first. */
export function nothingSaid(next: Next): Sentence {
  if (next.all === 0) return say`There is no task.`;
  if (next.completed === next.all)
    return next.all === 1 ? say`The only task is completed.` : say`All ${count(next.all, "task")} are completed.`;
  const begun = taskIds(next.in_progress);
  const are = next.in_progress.length === 1 ? say`is` : say`are`;
  if (next.in_progress.length + next.completed === next.all)
    return say`Nothing else is left to start: ${begun} ${are} in progress.`;
  const unknown = next.waits.flatMap((each) => (each.for.some(({ status }) => status === "unknown") ? [each.id] : []));
  const why = together(
    [
      some(next.blocked, say`is blocked`, say`are blocked`),
      some(next.cycle, say`waits for itself`, say`stand in a cycle`),
      next.unread.length > 0 ? say`the status of ${taskIds(next.unread)} cannot be read` : [],
      next.unclear.length > 0 ? say`it cannot be read what ${some(next.unclear, say`waits for`, say`wait for`)}` : [],
      next.twice.length > 0 ? say`several files have the id ${taskIds(next.twice)}` : [],
      some(unknown, say`waits for an id that no file has`, say`wait for an id that no file has`),
    ],
    "; ",
  );
  if (why.length === 0) return say`Nothing can be started: what is left waits for ${begun}, in progress.`;
  const others = next.in_progress.length > 0 ? say`${begun} ${are} in progress` : [];
  return say`Nothing can be started: ${together([others, why], "; ")}.`;
}

/** Tasks and what is said of one, or of several; nothing of none. */
const some = (ids: readonly string[], one: Sentence, several: Sentence): Sentence =>
  ids.length === 0 ? [] : say`${taskIds(ids)} ${ids.length === 1 ? one : several}`;

/** What a figure rests on, each a whole sentence. */
const scale = (of: Readonly<Record<string, number>>): Sentence =>
  together(
    Object.entries(of).map(([word, value]) => say`${words(word)} ${value}`),
    ", ",
  );
export const costRests = say`Costs are rules of thumb of the taskgraph framework, not measurements and no hours: scope ${scale(SCOPE_COST)}.`;
export const chanceRests = say`Chances of success are such rules of thumb too: risk ${scale(RISK_SUCCESS)}.`;
export const riskRests = say`Weights are rules of thumb of the taskgraph framework, not measurements: a risk weight is 1 less the chance of success (risk ${scale(RISK_SUCCESS)}); impact ${scale(IMPACT_WEIGHT)}.`;
export const failureRests = say`Whatever fails is done once more, at the same cost. What waits for it has ${oneDecimal(100 * (1 - RETAINED))} % of that failure on top of its own (r = ${RETAINED}); with r = 1 it has none.`;

/** What was assumed where nothing was assessed; `marked` where figures that rest on it carry a star. */
export function assumedSaid(all: readonly Assumption[], marked = true): Sentence {
  if (all.length === 0) return say`Every task was assessed; nothing is assumed.`;
  const parts = all.map(({ field, value, count: many, of }) => {
    return say`${field} of ${many} of ${count(of, "task")} was not assessed and is taken for ${value}`;
  });
  return say`Assumed${marked ? " (marked *)" : ""}: ${together(parts, "; ")}.`;
}

/** What has no place in an order, and so is not in a view. */
export function unorderedSaid(cycle: readonly string[], waiting: readonly string[]): Sentence {
  const behind =
    waiting.length === 0
      ? []
      : say`, and ${count(waiting.length, "task")} that ${waiting.length === 1 ? "waits" : "wait"} for ${cycle.length === 1 ? "it" : "them"}`;
  return say`Left out, for they stand in a cycle and have no place in any order: ${taskIds(cycle)}${behind}.`;
}

/** That not every path was compared; nothing where every one was. */
export const uncomparedSaid = (unseen: readonly string[]): Sentence =>
  unseen.length === 0
    ? []
    : say`There are more paths with wildcards, or more that meet, than are compared: of ${count(unseen.length, "task")} (${taskIds(unseen)}) it is not wholly known which files they share with others. A folder before the first * makes it less to compare.`;

/** That ways were counted from some tasks only; nothing where they were counted from all. */
export const sampledSaid = (from: number, all: number): Sentence =>
  from === all
    ? []
    : say`There are too many dependencies to go along from all ${count(all, "task")}: ways are counted from ${amount(from)} of them, evenly apart, and shares are about what all would give.`;

/** A name of somebody's in quotation marks, after its id. */
export const taskNamed = (id: string, name: string): Sentence => say`${copied(id)} ${quote(name, "name")}`;

/** 0.35, 1.05: weights have no more digits. */
export const twoDecimals = (value: number): number => Number(value.toFixed(2));
