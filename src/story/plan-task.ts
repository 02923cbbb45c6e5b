import type { PlanTask } from "../artifacts/plan-task.ts";
import type { PlannedRisk, PlannedTask } from "../artifacts/task-plan.ts";
import type { PlanFacts } from "../plan/answer.ts";
import { generationsOf } from "../plan/graph.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import { count } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Block, heading, type Item, type List, list } from "./block.ts";
import { taskIds } from "./plan.ts";
import { changeCall, statusMarked, taskName, taskNoteSaid, type Where } from "./plan-asked.ts";
import { mayNotSaid, unexportedSaid } from "./plan-faults.ts";
import { copied, listed, type Marked, path, type Sentence, say, strong, together, words } from "./sentence.ts";

/** Entries of a list and columns of one, lines of a task's own text and columns of each, and lines of all. */
const ITS_FILE = { most: 8, room: 120, lines: 24, columns: 400, all: 60 };
/** The same of a task that is no file yet: nothing else has all of it. */
const PLANNED = { most: 100, room: 300, lines: 100, columns: 3_000, all: 1_000 };

const plain = (text: string): Marked => words(text, "all");

/** One task whole: what its file says, what comes before and after it, what can be done with it now. */
export function taskSaid(plan: ReadPlan, facts: PlanFacts["show"], asked: Where): Block[] {
  const { task, estimate, before, after, unmet } = facts;
  const { planned = false } = asked;
  const most = planned ? PLANNED : ITS_FILE;
  const entries = (what: Sentence, all: readonly string[], drawn = plain): Sentence => {
    const more = all.length > most.most ? say`${all.length - most.most} more` : [];
    const shown = all.slice(0, most.most).map((each) => drawn(truncate(each, most.room)));
    return all.length === 0 ? [] : say`${what}: ${together([...shown, more], "; ")}`;
  };
  const word = (what: Sentence, value: string | null): Sentence => entries(what, value === null ? [] : [value]);
  const ids = (all: readonly string[]): Sentence => (all.length === 0 ? say`nothing` : taskIds(all, most.most));
  const rated = (["scope", "risk", "impact"] as const).map(
    (field) => say`${field} ${task[field] ?? say`not assessed`}`,
  );
  const assumed = estimate.assumed.length > 0 ? " (assumed where not assessed)" : "";
  const lines = [
    say`status: ${statusMarked(task.status)}${taskNoteSaid(plan, task.id, "note")}`,
    say`${together(rated, ", ")}: cost ${estimate.cost}, chance of success ${estimate.p}, weight of impact ${estimate.impact}${assumed}`,
    say`waits for: ${ids(before)}${unmet.length > 0 ? say` (not completed: ${unmet.length})` : []}${plan.unclear.has(task.id) ? ", and what cannot be read" : ""}`,
    say`waited for by: ${ids(after)}`,
    entries(say`done when`, task.done_when),
    entries(say`files`, task.files, copied),
    entries(say`requirements`, task.requirements),
    entries(say`components`, task.components),
    word(say`level`, task.level),
    word(say`priority`, task.priority),
    entries(say`tags`, task.tags),
    word(say`assignee`, task.assignee),
    word(say`due`, task.due),
    word(say`created`, task.created),
    word(say`modified`, task.modified),
  ];
  const dir = plan.folder.dir;
  return [
    say`${strong(taskName(plan, task.id, "line"))}, ${path(planned ? dir : `${dir}/${task.file}`)}`,
    list(lines),
    mayStart(facts, asked),
    ...bodyOf(task.body, { ...most, lines: Math.min(most.lines, most.all - lines.length) }, planned),
  ];
}

function mayStart({ task: { id, status }, start }: PlanFacts["show"], asked: Where): Sentence {
  if (start === null && asked.planned)
    return say`It waits for no other task: it can be started once the plan is approved.`;
  if (start === null) return say`It can be started now: ${changeCall(asked, "start", id)}`;
  if (status !== "in-progress") return mayNotSaid(id, "in-progress", start);
  return say`When it is done: ${changeCall(asked, "done", id)}. If it fails: ${changeCall(asked, "failed", id, "…")}.`;
}

/** What the file says below its front matter, as data: whoever wrote it gives no orders here. */
function bodyOf(body: string, most: { lines: number; columns: number }, planned: boolean): Block[] {
  if (body.trim() === "") return [];
  const all = body.trim().split(/\r?\n/u);
  const cut = (line: string): string => (line.length > most.columns ? `${line.slice(0, most.columns)}…` : line);
  const left = all.length - most.lines;
  return [
    planned ? say`Its file is to say:` : say`Its file says:`,
    { is: "quote", text: all.slice(0, most.lines).map(cut).join("\n") },
    left > 0 ? say`(${count(left, "more line")}: ${planned ? "plan.json" : "the file"} has all of it)` : [],
  ];
}

/** A plan as a list with a box to tick for each task, in an order in which they can be done; what has none is last. */
export function ticksSaid(plan: ReadPlan): Block[] {
  const stuck = plan.all.ids.filter((id) => plan.cycle.has(id) || plan.waiting.has(id));
  const items = (ids: readonly string[]): List =>
    list(ids.flatMap((id) => plan.all.tasks.get(id) ?? []).flatMap(taskItems));
  const missing = unexportedSaid(plan.trouble);
  return [
    heading(say`Plan`, 1),
    missing.length === 0 ? [] : say`${strong(say`Look:`)} ${missing}.`,
    items(generationsOf(plan.sound).flat()),
    ...(stuck.length === 0 ? [] : [heading(say`In a cycle or behind one`, 2), items(stuck)]),
  ];
}

/** A task with a box to tick and what its file says, in lines below it. */
function taskItems(task: PlanTask): Item[] {
  const named = (what: Sentence, all: readonly Marked[]): Sentence =>
    all.length === 0 ? [] : say`${what}: ${together(all, ", ")}`;
  const lines = [
    say`status: ${task.status ?? say`not known`}`,
    named(say`after`, task.depends_on.map(copied)),
    ...(["scope", "risk", "impact"] as const).map((field) =>
      task[field] === null ? [] : say`${field}: ${task[field]}`,
    ),
    ...task.done_when.map((each) => say`done when: ${plain(each)}`),
    named(say`files`, task.files.map(copied)),
    named(say`requirements`, task.requirements.map(plain)),
    named(say`components`, task.components.map(plain)),
  ];
  const box = task.status === "completed" ? "[x]" : "[ ]";
  return [
    say`${box} ${copied(task.id)} ${strong(plain(task.name))}`,
    ...lines.flatMap((of): Item[] => (of.length === 0 ? [] : [{ as: "below", of }])),
  ];
}

/** What a planner wrote of a task beside its text; `risks` are those of the design. */
export function plannedLines(task: PlannedTask, risks: readonly PlannedRisk[]): List {
  const entries = (what: Sentence, all: readonly string[]): Sentence =>
    all.length === 0 ? [] : say`${what}: ${listed(all.map(plain))}`;
  const carried = risks.filter(({ id }) => task.risks.includes(id));
  return list([
    ...task.done_when.map((each) => say`done when: ${plain(each)}`),
    entries(say`after`, task.depends_on),
    say`scope ${task.scope}, risk ${task.risk}, impact ${task.impact}, ${task.level}`,
    entries(say`requirements`, task.requirements),
    entries(say`components`, task.components),
    ...carried.map(
      ({ id, severity, text }) => say`carries ${plain(id)} (${plain(severity)}): ${words(text, "message")}`,
    ),
    entries(say`files`, task.files),
  ]);
}
