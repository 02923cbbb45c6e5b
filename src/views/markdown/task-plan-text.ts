import type { Forecast } from "../../artifacts/cost.ts";
import { letterOf } from "../../artifacts/names.ts";
import type { Note } from "../../artifacts/note.ts";
import type { PlannedTask, PlannedTasks } from "../../artifacts/task-plan.ts";
import { textOf } from "../../questions/check.ts";
import type { Question } from "../../questions/types.ts";
import { expectedSaid } from "../../story/forecast.ts";
import type { Sentence } from "../../story/sentence.ts";
import { kept } from "../../text/kept-markdown.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count, duration, list } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";
import { drawn } from "./drawn.ts";
import { type Call, callReply } from "./frame.ts";
import { group, noteBullets } from "./lines.ts";

type Risk = { id: string; severity: string; text: string };

/** Ids of tasks that are other than in the plan that was sent back, new since, and gone. */
export type PlanChanges = { changed: readonly string[]; added: readonly string[]; gone: readonly string[] };

/** The part of a question for approval that is about all tasks. */
export function planSection({ tasks, not_served }: PlannedTasks, title: string, changes: PlanChanges | null): Markdown {
  const left = not_served.map(({ name, why }) => md`- ${inline(name)}: ${inline(why)}`);
  return join(
    [
      md`${count(tasks.length, "task")} of the design “${inline(title)}”, in an order in which they can be done.`,
      ...(changes === null ? [] : changesText(changes)),
      ...(left.length === 0 ? [] : [md`No task serves:\n\n${join(left, "\n")}`]),
    ],
    "\n\n",
  );
}

function changesText({ changed, added, gone }: PlanChanges): Markdown[] {
  const parts = (
    [
      [md`changed`, changed],
      [md`new`, added],
      [md`gone`, gone],
    ] as const
  ).flatMap(([what, ids]) => (ids.length === 0 ? [] : [md`${what}: ${list(ids.map((id) => inline(id)))}`]));
  return parts.length === 0 ? [] : [md`Since it was sent back: ${join(parts, "; ")}. All others are as they were.`];
}

/** The part of it that is about one task. */
export function taskSection(task: PlannedTask, risks: readonly Risk[]): Markdown {
  const entries = (what: Markdown, all: readonly string[]): Markdown[] =>
    all.length === 0 ? [] : [md`- ${what}: ${list(all.map((each) => inline(each)))}`];
  const carried = risks.filter(({ id }) => task.risks.includes(id));
  const lines = [
    ...task.done_when.map((each) => md`- done when: ${inline(each)}`),
    ...entries(md`after`, task.depends_on),
    md`- scope ${inline(task.scope)}, risk ${inline(task.risk)}, impact ${inline(task.impact)}, ${inline(task.level)}`,
    ...entries(md`requirements`, task.requirements),
    ...entries(md`components`, task.components),
    ...carried.map(({ id, severity, text }) => md`- carries ${inline(id)} (${inline(severity)}): ${inline(text, 300)}`),
    ...entries(md`files`, task.files),
  ];
  return join([plannedText(task.what), join(lines, "\n")], "\n\n");
}

/**
 * What a planner wrote of a task, in the question for approval and in its file alike: what is approved is what is done.
 * No heading of it passes for one of the file, and code stays as it is.
 */
export const plannedText = (what: string): Markdown => kept(what, { headings: false });

/** Lines and characters up to which a reply has every task whole, and lines of what is said of all. */
const MAX_WHOLE = 80;
const MAX_CHARACTERS = 24_000;
const MAX_OF_ALL = 20;

/** A question for approval in a reply, whole where there is room, else with a line for each task: none is left out. */
export function approvalText(question: Question, id: string): Markdown {
  const whole = textOf(question);
  const fits = whole.split("\n").length <= MAX_WHOLE && whole.length <= MAX_CHARACTERS;
  if (question.type !== "show_plan" || fits) return whole;
  const [all, ...tasks] = question.sections;
  const [first] = tasks;
  if (all === undefined || first === undefined) return whole;
  const said = all.markdown.split("\n");
  const more = said.length - MAX_OF_ALL;
  const cut = { ...all, markdown: said.slice(0, MAX_OF_ALL).join("\n") };
  const lines = tasks.map(({ title }, at) => md`- **${inline(letterOf(at + 1).toLowerCase())}** ${inline(title)}`);
  const validate = md`(${count(more, "more line")}: ${typed("plan", id, "validate")} names what no task serves)`;
  return join(
    [
      textOf({ ...question, sections: [cut] }),
      ...(more > 0 ? [validate] : []),
      md`The tasks, in that order, each by its name alone:\n\n${join(lines, "\n")}`,
      md`Before the answer, ${typed("plan", id, "show", first.id)} shows the first whole, another id any other; ${typed("plan", id, "list")} has what each waits for.`,
    ],
    "\n\n",
  );
}

/** What a call of plan came to. */
type PlanCall = Call & {
  /** The question that waits, as a person reads it; null where none does. */
  question: Markdown | null;
  notes: readonly Note[];
};

export function planReply({ question, notes, ...call }: PlanCall): Markdown {
  return callReply(call, [...(question === null ? [] : [question]), ...group(noteBullets(notes))]);
}

/** What a planner would be asked. */
type Planning = {
  numbers: Forecast;
  model: string;
  /** Whether a plan that is there would be changed. */
  change: boolean;
};

type Dry = {
  /** Why the plan that is there is not that of today's design; null where it is. */
  stale: Sentence | null;
  /** What goes on with it. */
  again: Markdown;
};

/** What a plan would cost, before anything is asked; null where no model would be. */
export function planForecast(planning: Planning | null, { stale, again }: Dry): Markdown {
  if (stale !== null) return md`**Dry run:** no model was called, and none would be. ${drawn(stale)}`;
  if (planning === null)
    return md`**Dry run:** no model was called, and none would be: a plan is there, and nothing of it was sent back. Nothing was started. To go on with it:\n\n${again}`;
  const { numbers, model, change } = planning;
  const { unreachable, seconds } = numbers;
  if (unreachable.length > 0)
    return md`**Cannot be reached:** ${inline(model)}: no connected provider offers it. Nothing was asked.`;
  const what = change ? md`change the tasks that the person named` : md`break the design into tasks`;
  return md`**Dry run:** no model was called. ${inline(model)} would be asked to ${what}: ${drawn(expectedSaid(numbers, false))}, in about ${duration(seconds)}.\n\nNothing was started. To start it:\n\n${again}`;
}
