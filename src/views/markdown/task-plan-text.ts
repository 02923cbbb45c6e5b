import type { Note } from "../../artifacts/note.ts";
import type { PlannedRisk, PlannedTask } from "../../artifacts/task-plan.ts";
import { textOf } from "../../questions/check.ts";
import type { Question } from "../../questions/types.ts";
import { plannedLines } from "../../story/plan-task.ts";
import type { Sentence } from "../../story/sentence.ts";
import {
  allTasksSaid,
  beforeAnswer,
  byIds,
  type Planning,
  planningSaid,
  whereUnserved,
} from "../../story/task-plan.ts";
import { kept } from "../../text/kept-markdown.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";
import { callReply, type ProposalCall } from "./frame.ts";
import { group, noteBullets } from "./lines.ts";
import { table } from "./table.ts";

/** The part of a question for approval that is about all tasks, and that about one. */
export const planSection = (...given: Parameters<typeof allTasksSaid>): Markdown =>
  blocksText(
    allTasksSaid(...given).map((each) =>
      // Whoever approves a task reads its whole name.
      "is" in each && each.is === "table"
        ? { is: "drawing", of: table(each.head, each.rows, each.align, MAX_NAME) }
        : each,
    ),
  );
export const taskSection = (task: PlannedTask, risks: readonly PlannedRisk[]): Markdown =>
  blocksText([{ is: "drawing", of: plannedText(task.what) }, plannedLines(task, risks)]);

/**
 * What a planner wrote of a task, in the question for approval and in its file alike: what is approved is what is done.
 * No heading of it passes for one of the file, and code stays as it is.
 */
export const plannedText = (what: string): Markdown => kept(what, { headings: false });

/** Columns of a cell: no name of a planned task is longer. */
const MAX_NAME = 120;
/** Lines and characters up to which a reply has every task whole, and lines of what is said of all beside its table. */
const MAX_WHOLE = 80;
const MAX_CHARACTERS = 24_000;
const MAX_OF_ALL = 20;

/** A question for approval in a reply, whole where there is room, else with the row of each task: none is left out. */
export function approvalText(question: Question, id: string): Markdown {
  const whole = textOf(question);
  const fits = whole.split("\n").length <= MAX_WHOLE && whole.length <= MAX_CHARACTERS;
  if (question.type !== "show_plan" || fits) return whole;
  const [all, ...tasks] = question.sections;
  const [first] = tasks;
  if (all === undefined || first === undefined) return whole;
  const said = all.markdown.split("\n");
  const room = MAX_OF_ALL + tasks.length;
  const more = said.length - room;
  const cut = { ...all, markdown: said.slice(0, room).join("\n") };
  return blocksText([
    { is: "drawing", of: textOf({ ...question, sections: [cut] }) },
    more > 0 ? whereUnserved(id, more) : [],
    byIds(first.id),
    beforeAnswer(id, first.id),
  ]);
}

/** What a call of plan came to. */
type PlanCall = ProposalCall & {
  /** The question that waits, as a person reads it; null where none does. */
  question: Markdown | null;
  notes: readonly Note[];
};

export function planReply({ question, notes, ...call }: PlanCall): Markdown {
  return callReply(call, [...(question === null ? [] : [question]), ...group(noteBullets(notes))]);
}

/** What a plan would cost, before anything is asked; `again` goes on with it. */
export const planForecast = (
  planning: Planning | null,
  { stale, again }: { stale: Sentence | null; again: Markdown },
): Markdown => blocksText(planningSaid(planning, stale, { is: "drawing", of: again }));
