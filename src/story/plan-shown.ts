import { type List, list } from "./block.ts";
import type { PlanSheet, SheetTask } from "./plan-sheet.ts";
import { copied, type Sentence, say, words } from "./sentence.ts";

/** The section of a question for approval that is about the whole plan; no task can be called so. */
export const PLAN_SECTION = "plan";

/** How a task stands, as drawings and tables name it: by its status, and apart whether it can be started. */
export type TaskStanding = SheetTask["status"] | "ready";

export const taskStanding = ({ ready, status }: SheetTask): TaskStanding =>
  ready && status === "pending" ? "ready" : status;

/** A sign and a word for each, in the order in which they are listed. */
export const STANDINGS: Readonly<Record<TaskStanding, { sign: string; word: string }>> = {
  "in-progress": { sign: "◔", word: "in progress" },
  ready: { sign: "○", word: "can be started" },
  pending: { sign: "·", word: "waits" },
  blocked: { sign: "‖", word: "blocked" },
  failed: { sign: "✕", word: "failed" },
  completed: { sign: "✓", word: "completed" },
  unread: { sign: "?", word: "no known status" },
};

/** What else a drawing marks. */
export const CRITICAL = { sign: "◆", word: "on the longest path" };
export const RISKY = { sign: "▲", word: "risk high or critical" };
export const CYCLE = { sign: "↻", word: "in a cycle" };

export const isRisky = ({ risk }: SheetTask): boolean => risk === "high" || risk === "critical";

/** What stands above a drawing and a table of it: where it comes from, what its figures rest on, what is left out. */
export const leadSaid = ({ title, rests, left_out, tasks }: PlanSheet): Sentence => {
  const more = left_out > 0 ? say` ${left_out} more tasks are not shown here: the first ${tasks.length} are.` : [];
  return say`The tasks are the files in ${words(title, "summary")}: everything here is derived from what they say. ${rests ?? []}${more}`;
};

/** What is wrong, in sentences, and how a page calls it. */
export const faultList = (faults: readonly Sentence[]): List => list(faults.map((each) => say`${each}.`));
export const wrongSaid = ({ wrong }: PlanSheet): Sentence =>
  say`What is wrong with the plan, or to be known: ${wrong.length}`;

/** What its parts are called to who hears the page. */
export const PLAN_PARTS = {
  drawing: "The tasks of the plan in layers",
  table: "The tasks as a table",
  filters: "Which tasks are shown",
  size: "Size of the drawing",
};
/** What a table of it has. */
export const everyTask: Sentence = say`Every task in the order of its steps; tasks of one step wait for nothing of each other.`;
/** How a drawing is gone through by keys. */
export const byKeys: Sentence = say`Arrow keys lead from task to task, Enter opens one.`;
/** What words are looked for in. */
export const searchedIn: Sentence = say`Words in name, files or requirements`;

/** In which step a task is done, in a cell of a table and by itself. */
export const stepSaid = ({ layer, in_cycle }: SheetTask): Sentence =>
  say`${layer ?? (in_cycle ? say`in a cycle` : say`behind a cycle`)}`;
export const stepWhole = ({ layer, in_cycle }: SheetTask): Sentence =>
  say`${layer ?? (in_cycle ? say`none: it stands in a cycle` : say`none: it waits for a cycle`)}`;

/** What a task waits for and no file has. */
export const absentSaid = (id: string): Sentence => say`${copied(id)} (no file has it)`;

/** Entries of a list, and columns of a path. */
const MAX_ENTRIES = 40;
const PATH = 300;

/** What a task's file says beside what a table shows, each under its name; none where it says nothing. */
export function moreSaid(task: SheetTask): (readonly [name: string, said: Sentence | List])[] {
  const entries = (all: readonly string[], drawn = (text: string): Sentence => say`${words(text, "message")}`): List =>
    list(all.map(drawn), { most: MAX_ENTRIES });
  const bare = (text: string): string => text.slice(0, PATH).replaceAll("`", "");
  const said = [
    ["Said of it", task.note === null ? [] : say`${words(task.note, "note")}`],
    ["Done when", entries(task.done_when)],
    ["Will likely touch", entries(task.files, (path) => say`${copied(bare(path))}`)],
    ["Serves requirements", entries(task.requirements)],
    ["Serves components", entries(task.components)],
    [
      "Not at once, for they touch the same files",
      entries(task.meets.map(({ id, file }) => `\`${bare(id)}\`: ${file}`)),
    ],
    ["Impact", task.impact === null ? [] : say`${task.impact}`],
    ["Who", task.assignee === null ? [] : say`${words(task.assignee, "message")}`],
    ["To be mended", faultList(task.faults)],
  ] as const;
  return said.filter(([, of]) => ("is" in of ? of.of : of).length > 0);
}
