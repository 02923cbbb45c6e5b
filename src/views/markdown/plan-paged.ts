import type { PlanView } from "../../plan/answer.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import { unorderedSaid } from "../../story/plan.ts";
import { troubleSaid } from "../../story/plan-faults.ts";
import { call } from "../../text/call.ts";
import { code, inline, join, type Markdown, md, wrapped } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { columnsOf } from "../../text/truncate.ts";
import { typed } from "../../text/typed.ts";
import { drawn } from "./drawn.ts";

/** Lines of one view. */
export const MOST_LINES = 60;
/** Columns of a line that must hold in a terminal. */
const TERMINAL = 80;
const NAME = 60;

/**
 * Where a plan is asked for again: the arguments that name it, and the row at which a view begins, from 1; `planned`
 * where its tasks are no files yet, so that none of them can be changed; `above` is how many lines stand above a view.
 */
export type Asked = { where: Readonly<Record<string, string>>; from: number; planned?: boolean; above?: number };

/** The call that shows a view of the same plan. */
export const viewCall = ({ where }: Asked, view: PlanView, more: Readonly<Record<string, unknown>> = {}): Markdown =>
  call("plan", { ...where, view, ...more });

/** The call that changes a task of the same plan, and the line that a person types for it. */
export function changeCall({ where }: Asked, change: "start" | "done" | "failed", id: string, note?: string): Markdown {
  const { experiment, dir } = where;
  const said = call("plan", { ...where, [change]: id, ...(note !== undefined && { note }) });
  const words = [experiment, change, id, note, ...(dir === undefined ? [] : ["--dir", dir])].filter(
    (word) => word !== undefined,
  );
  // A typed line has no way to say a double quote, nor a name that begins as an option does.
  if (words.some((word) => word.includes('"')) || [id, dir].some((name) => name?.startsWith("-"))) return said;
  return md`${said} (typed: ${typed("plan", ...words.map((word) => (/[\s'“…]/u.test(word) ? `"${word}"` : word)))})`;
}

type Page = {
  head: readonly Markdown[];
  rows: readonly Markdown[];
  tail?: readonly Markdown[];
  /** The view whose rows these are, and what else its call takes. */
  view: PlanView;
  more?: Readonly<Record<string, unknown>>;
};

/**
 * A view of at most 60 lines: what stands above, as many rows as there is room for, how many more there are and what
 * shows them, what stands below.
 */
export function paged({ head, rows, tail = [], view, more = {} }: Page, asked: Asked): Markdown {
  const linesOf = (parts: readonly Markdown[]): number =>
    parts.reduce((sum, part) => sum + part.split("\n").length + 1, 0);
  const from = Math.max(0, Math.min(asked.from - 1, rows.length - 1));
  const before = from > 0 ? [md`(from ${from + 1} of ${rows.length})`] : [];
  let room = MOST_LINES - (asked.above ?? 0) - linesOf(head) - linesOf(tail) - linesOf(before) - 2;
  const shown: Markdown[] = [];
  for (const row of rows.slice(from)) {
    room -= row.split("\n").length;
    if (room < 0 && shown.length > 0) break;
    shown.push(row);
  }
  const left = rows.length - from - shown.length;
  const rest = md`${left} more: ${viewCall(asked, view, { ...more, from: from + shown.length + 1 })}`;
  const list = [...shown, ...(left > 0 ? [rest] : [])];
  return join([...head, ...before, ...(list.length > 0 ? [join(list, "\n")] : []), ...tail], "\n\n");
}

/** One line that says what is wrong with the files, where something is; `validate` says more. */
export function troubleLines({ trouble }: ReadPlan, asked: Asked): Markdown[] {
  const said = troubleSaid(trouble);
  return said === null ? [] : [md`**Look:** ${drawn(said)}. ${viewCall(asked, "validate")} names them.`];
}

/** What has no order is not in what needs one; completed tasks are missed by nobody who asks for what is left. */
export function unordered({ all, cycle, waiting }: ReadPlan, of: "left" | "all" = "left"): Markdown[] {
  const missed = [...cycle].filter((id) => of === "all" || all.tasks.get(id)?.status !== "completed");
  return missed.length === 0 ? [] : [drawn(unorderedSaid(missed, [...waiting]))];
}

/** A view of what is left, where nothing of it has a place in an order. */
export function noneLeft(plan: ReadPlan, asked: Asked, so: Markdown): Markdown {
  const missed = unordered(plan);
  const said =
    missed.length === 0
      ? md`**Nothing is left to do**, so ${so}.`
      : md`**Nothing is left that has a place in an order.**`;
  return join([said, ...troubleLines(plan, asked).map(wrapped), ...missed.map(wrapped)], "\n\n");
}

/** Completed tasks are in no view of what is left. */
export function completedText({ counts }: ReadPlan): Markdown[] {
  const done = counts.completed;
  return done === 0 ? [] : [md`${count(done, "completed task")} ${done === 1 ? "does" : "do"} not count.`];
}

/** An id and the name of its task. */
export function taskName(plan: ReadPlan, id: string, room = NAME): Markdown {
  const name = plan.all.tasks.get(id)?.name;
  return name === undefined ? code(id) : md`${code(id)} ${inline(name, room)}`;
}

/** What was said when a task got its status, in brackets behind it; nothing where nothing was. */
export function noteText({ notes }: ReadPlan, id: string, room = 120): Markdown {
  const note = notes.get(id);
  return note === undefined ? md`` : md` (“${inline(note, room)}”)`;
}

/** The longest that holds at 80 columns, of what `make` gives for less and less room; the shortest where none does. */
export function fitting(make: (room: number) => Markdown): Markdown {
  for (let room = TERMINAL; room > 0; room -= 4) {
    const line = make(room);
    if (columnsOf(line) <= TERMINAL) return line;
  }
  return make(0);
}
