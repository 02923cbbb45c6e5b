import type { PlanStatus } from "../../artifacts/plan-task.ts";
import type { Facts } from "../../plan/answer.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import { countsSaid, taskIds, unmetSaid } from "../../story/plan.ts";
import { mayNotSaid } from "../../story/plan-faults.ts";
import { block, code, inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { drawn } from "./drawn.ts";
import { type Asked, changeCall, MOST_LINES, noteText, paged, taskName, troubleLines } from "./plan-paged.ts";

/** Columns of a path, a command or a word of a task, and entries of one of its lists. */
const WORDS = 120;
const MAX_ENTRIES = 8;
/** The same of a task that is no file yet: nothing else has all of it. */
const PLANNED = { most: 100, words: 300, lines: 100, columns: 3_000 };
/** Lines of a task's own text, and columns of each. */
const BODY_LINES = 24;
const BODY_COLUMNS = 400;

/** Columns of what was said of a task: whole where it is shown alone. */
const NOTE = 600;

const statusOf = (status: PlanStatus | null): Markdown => (status === null ? md`**no known status**` : md`${status}`);

export function listText(plan: ReadPlan, { rows }: Facts["list"], asked: Asked): Markdown {
  const lines = rows.map(({ id, unmet }) => {
    const status = plan.all.tasks.get(id)?.status ?? null;
    const waits = unmet.length > 0 && status !== "completed" ? md`; waits for ${drawn(unmetSaid(unmet))}` : md``;
    return md`- ${taskName(plan, id)}: ${statusOf(status)}${noteText(plan, id)}${waits}`;
  });
  const head = [md`**${drawn(countsSaid(plan))}**, in ${literal(plan.folder.dir)}`, ...troubleLines(plan, asked)];
  return paged({ head, rows: lines, view: "list" }, asked);
}

export function showText(plan: ReadPlan, facts: Facts["show"], asked: Asked): Markdown {
  const { task, estimate, before, after, unmet, start } = facts;
  const assumed = estimate.assumed;
  const { most, words } = asked.planned ? PLANNED : { most: MAX_ENTRIES, words: WORDS };
  const rated = (["scope", "risk", "impact"] as const).map((field) => {
    return md`${field} ${task[field] ?? md`not assessed`}`;
  });
  const entries = (items: readonly string[], draw = inline): Markdown => {
    const shown = items.slice(0, most).map((each) => draw(truncate(each, words)));
    return join([...shown, ...(items.length > most ? [md`${items.length - most} more`] : [])], "; ");
  };
  const line = (what: Markdown, items: readonly string[], draw = inline): Markdown[] =>
    items.length === 0 ? [] : [md`- ${what}: ${entries(items, draw)}`];
  const word = (what: Markdown, value: string | null): Markdown[] => line(what, value === null ? [] : [value]);
  const lines = [
    md`- status: ${statusOf(task.status)}${noteText(plan, task.id, NOTE)}`,
    md`- ${join(rated, ", ")}: cost ${estimate.cost}, chance of success ${estimate.p}, weight of impact ${estimate.impact}${assumed.length > 0 ? md` (assumed where not assessed)` : md``}`,
    md`- waits for: ${before.length === 0 ? md`nothing` : drawn(taskIds(before, most))}${unmet.length > 0 ? md` (not completed: ${unmet.length})` : md``}${plan.unclear.has(task.id) ? md`, and what cannot be read` : md``}`,
    md`- waited for by: ${after.length === 0 ? md`nothing` : drawn(taskIds(after, most))}`,
    ...line(md`done when`, task.done_when),
    ...line(md`files`, task.files, code),
    ...line(md`requirements`, task.requirements),
    ...line(md`components`, task.components),
    ...word(md`level`, task.level),
    ...word(md`priority`, task.priority),
    ...line(md`tags`, task.tags),
    ...word(md`assignee`, task.assignee),
    ...word(md`due`, task.due),
    ...word(md`created`, task.created),
    ...word(md`modified`, task.modified),
  ];
  const may = (): Markdown => {
    if (start === null && asked.planned)
      return md`It waits for no other task: it can be started once the plan is approved.`;
    if (start === null) return md`It can be started now: ${changeCall(asked, "start", task.id)}`;
    if (task.status !== "in-progress") return drawn(mayNotSaid(task.id, "in-progress", start));
    return md`When it is done: ${changeCall(asked, "done", task.id)}. If it fails: ${changeCall(asked, "failed", task.id, "…")}.`;
  };
  const head = [
    md`**${taskName(plan, task.id, WORDS)}**, ${literal(asked.planned ? plan.folder.dir : `${plan.folder.dir}/${task.file}`)}`,
    join(lines, "\n"),
    may(),
  ];
  const body = asked.planned
    ? bodyText(task.body, PLANNED, { says: md`Its file is to say`, where: md`plan.json` })
    : bodyText(
        task.body,
        { lines: Math.min(BODY_LINES, MOST_LINES - lines.length), columns: BODY_COLUMNS },
        { says: md`Its file says`, where: md`the file` },
      );
  return join([...head, ...body], "\n\n");
}

type Most = { lines: number; columns: number };

/** What the file says below its front matter, as data: whoever wrote it gives no orders here. */
function bodyText(body: string, most: Most, { says, where }: Record<"says" | "where", Markdown>): Markdown[] {
  const all = body.trim().split(/\r?\n/u);
  if (body.trim() === "") return [];
  const lines = all
    .slice(0, most.lines)
    .map((each) => (each.length > most.columns ? `${each.slice(0, most.columns)}…` : each));
  const left = all.length - lines.length;
  return [
    md`${says}:\n\n${block(lines.join("\n"), "markdown")}${left > 0 ? md`\n\n(${count(left, "more line")}: ${where} has all of it)` : md``}`,
  ];
}

/** What comes before a task, or waits for it. */
export function waysText(
  plan: ReadPlan,
  view: "deps" | "dependents",
  { id, direct, all, unknown }: Facts["deps"],
  asked: Asked,
): Markdown {
  const isBefore = view === "deps";
  const near = new Set(direct);
  const status = (each: string): Markdown => statusOf(plan.all.tasks.get(each)?.status ?? null);
  const row = (each: string): Markdown => md`- ${taskName(plan, each)}: ${status(each)}`;
  const others = all.filter((each) => !near.has(each));
  const nothing = isBefore ? md`waits for nothing` : md`is waited for by nothing`;
  const what = isBefore ? md`waits for` : md`is waited for by`;
  const sum =
    direct.length + unknown.length === 0
      ? md`${nothing}.`
      : md`${what} ${count(direct.length, "task")} directly, ${count(all.length, "task")} in all${all.includes(id) ? md`, itself among them: it stands in a cycle` : md``}.`;
  const rows = [
    ...direct.map(row),
    ...unknown.map((each) => md`- ${code(each)}: **no file has this id**`),
    ...others.map((each) => md`- ${taskName(plan, each)}: ${status(each)}, by way of others`),
  ];
  const head = [md`**${taskName(plan, id)}** ${sum}`, ...troubleLines(plan, asked)];
  return paged({ head, rows, view, more: { task: id } }, asked);
}
