import type { PlanStatus } from "../artifacts/plan-task.ts";
import type { PlanView } from "../plan/answer.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { count } from "../text/numbers.ts";
import { type Block, type List, narrow } from "./block.ts";
import { unorderedSaid } from "./plan.ts";
import { troubleSaid } from "./plan-faults.ts";
import { call, copied, type Marked, type Room, type Sentence, say, strong, typed, words } from "./sentence.ts";

/**
 * Where a plan is asked for again: the arguments that name it, and the row at which a view begins, from 1; `planned`
 * where its tasks are no files yet, so that none of them can be changed; `above` is how many lines stand above a view.
 */
export type Where = { where: Readonly<Record<string, string>>; from: number; planned?: boolean; above?: number };

/** What shows a view of the same plan, of one task or from a row on. */
export function viewCall({ where }: Where, view: PlanView, more: { task?: string; from?: number } = {}): Sentence {
  const { task, from } = more;
  const line = lineOf(
    where,
    [view, ...(task === undefined ? [] : [task])],
    from === undefined ? [] : ["--from", String(from)],
  );
  return either(line, call("tasks", { ...where, view, ...more }));
}

/** What makes of a list one in pages, of the view whose rows it has. */
export const pages = (asked: Where, view: PlanView, task?: string): Pick<List, "pages"> => ({
  pages: { from: asked.from, call: (from) => viewCall(asked, view, { ...(task !== undefined && { task }), from }) },
});

/** The call that changes a task of the same plan, and the line that a person types for it. */
export function changeCall({ where }: Where, change: "start" | "done" | "failed", id: string, note?: string): Sentence {
  const line = lineOf(where, [change, id, ...(note === undefined ? [] : [note])]);
  return either(line, call("tasks", { ...where, [change]: id, ...(note !== undefined && { note }) }));
}

/** The line, and behind it the call of an agent; the call alone where no line says it. */
const either = (line: Marked | null, called: Marked): Sentence =>
  line === null ? say`${called}` : say`${line} (${called})`;

/** The words of a line about the same plan; null where it cannot be typed. */
function lineOf(
  { experiment, dir }: Where["where"],
  about: readonly string[],
  options: readonly string[] = [],
): Marked | null {
  const line = [
    ...(experiment === undefined ? [] : [experiment]),
    ...about,
    ...(dir === undefined ? [] : ["--dir", dir]),
    ...options,
  ];
  // A typed line has no way to say a double quote, nor a name that begins as an option does.
  if (line.some((word) => word.includes('"')) || [...about, dir].some((name) => name?.startsWith("-"))) return null;
  return typed("tasks", ...line.map((word) => (/[\s'“…]/u.test(word) ? `"${word}"` : word)));
}

/** What is wrong with the files, in one sentence, where something is; `validate` says more. */
export function lookSaid({ trouble }: ReadPlan, asked: Where): Sentence {
  const said = troubleSaid(trouble);
  return said.length === 0 ? [] : say`${strong(say`Look:`)} ${said}. ${viewCall(asked, "validate")} names them.`;
}

/** Behind a plan for another tool that is too long for a reply: the line that prints all of it. */
export const inTerminal = (line: string): Sentence => say`in a terminal ${copied(line)} prints all of it`;

/** What has no order is not in what needs one; completed tasks are missed by nobody who asks for what is left. */
export function missedSaid({ all, cycle, waiting }: ReadPlan, of: "left" | "all" = "left"): Sentence {
  const missed = [...cycle].filter((id) => of === "all" || all.tasks.get(id)?.status !== "completed");
  return missed.length === 0 ? [] : unorderedSaid(missed, [...waiting]);
}

/** A view of what is left, where nothing of it has a place in an order. */
export function noneLeft(plan: ReadPlan, asked: Where, so: Sentence): Block[] {
  const missed = missedSaid(plan);
  const said =
    missed.length === 0
      ? say`${strong(say`Nothing is left to do`)}, so ${so}.`
      : strong(say`Nothing is left that has a place in an order.`);
  return [say`${said}`, narrow(lookSaid(plan, asked)), narrow(missed)];
}

/** Completed tasks are in no view of what is left; nothing where there are none. */
export const completedSaid = ({ counts: { completed } }: ReadPlan): Sentence =>
  completed === 0 ? [] : say`${count(completed, "completed task")} ${completed === 1 ? "does" : "do"} not count.`;

/** An id and the name of its task. */
export function taskName({ all }: ReadPlan, id: string, room: Room = "name"): Sentence {
  const name = all.tasks.get(id)?.name;
  return name === undefined ? say`${copied(id)}` : say`${copied(id)} ${words(name, room)}`;
}

/** How a task stands. */
export const statusSaid = (status: PlanStatus | null | undefined): Sentence => say`${status ?? say`no known status`}`;
export const taskStatusSaid = ({ all }: ReadPlan, id: string): Sentence => statusSaid(all.tasks.get(id)?.status);

/** The same, where it catches the eye that nobody knows it. */
export const statusMarked = (status: PlanStatus | null | undefined): Sentence =>
  say`${status ?? strong(say`no known status`)}`;

/** What was said when a task got its status, in brackets behind it; nothing where nothing was. */
export function taskNoteSaid({ notes }: ReadPlan, id: string, room: Room = "line"): Sentence {
  const note = notes.get(id);
  return note === undefined ? [] : say` (“${words(note, room)}”)`;
}
