import { letterOf } from "../../artifacts/names.ts";
import type { Note } from "../../artifacts/note.ts";
import type { PlannedRisk, PlannedTask } from "../../artifacts/task-plan.ts";
import { textOf } from "../../questions/check.ts";
import type { Question } from "../../questions/types.ts";
import { list } from "../../story/block.ts";
import { plannedLines } from "../../story/plan-task.ts";
import { type Sentence, say, strong, words } from "../../story/sentence.ts";
import {
  allTasksSaid,
  beforeAnswer,
  byNames,
  type Planning,
  planningSaid,
  whereUnserved,
} from "../../story/task-plan.ts";
import { kept } from "../../text/kept-markdown.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";
import { callReply, type ProposalCall } from "./frame.ts";
import { group, noteBullets } from "./lines.ts";

/** The part of a question for approval that is about all tasks, and that about one. */
export const planSection = (...given: Parameters<typeof allTasksSaid>): Markdown => blocksText(allTasksSaid(...given));
export const taskSection = (task: PlannedTask, risks: readonly PlannedRisk[]): Markdown =>
  blocksText([{ is: "drawing", of: plannedText(task.what) }, plannedLines(task, risks)]);

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
  const names = tasks.map(({ title }, at) => {
    return say`${strong(words(letterOf(at + 1).toLowerCase()))} ${words(title, "all")}`;
  });
  return blocksText([
    { is: "drawing", of: textOf({ ...question, sections: [cut] }) },
    more > 0 ? whereUnserved(id, more) : [],
    byNames,
    list(names),
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
