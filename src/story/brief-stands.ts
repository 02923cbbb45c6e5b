import {
  BRIEF_LISTS,
  type Brief,
  type BriefItem,
  type BriefList,
  type BriefSource,
  CRITERIA_LETTER,
  type ProposedCriterion,
} from "../artifacts/brief.ts";
import { REQUIREMENT_KINDS, type Requirement, type RequirementKind } from "../artifacts/requirement.ts";
import type { Task } from "../artifacts/task.ts";
import type { BriefView } from "../experiment/brief.ts";
import { dayOf } from "../store/record-names.ts";
import { isBlank } from "../text/clean.ts";
import { count } from "../text/numbers.ts";
import { pathForOthers } from "../text/path-inside.ts";
import {
  approveBrief,
  asksForApproval,
  goOnAsking,
  planBrief,
  runBrief,
  sayOpen,
  sendBack,
  writeAnew,
} from "./next.ts";
import { copied, listed, type Marked, quote, type Sentence, say, together, typed, words } from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** How a brief stands, in a few words. */
export function stands({ state, open, answered, asked, claimed, changed_since }: BriefView): Sentence {
  switch (state) {
    case "questions":
      if (asked === 0) return say`No question yet`;
      return open.length === 0 ? say`Questions: none open` : say`Questions: ${open.length} of ${asked} open`;
    case "working":
      return say`Brief: not written yet, ${count(answered.length, "question")} answered`;
    case "needs_input":
      return say`Brief: ${count(open.length, "question")} open`;
    case "needs_approval":
      if (claimed !== null) return say`Brief: approved, ${UNSEEN}, and waits for approval`;
      return changed_since
        ? say`Brief: changed since it was approved, waits for approval anew`
        : say`Brief: waits for approval`;
    case "rejected":
      return say`Brief: rejected, to be written anew`;
    case "approved":
      return say`Brief: approved`;
  }
}

/** What a person can do next with it, what leads on first. */
export function briefNext({ id, state, open, awaited }: BriefView): Sentence[] {
  switch (state) {
    case "questions":
    case "needs_input":
      return open.length === 0 ? [] : [sayOpen(id)];
    case "working":
      return [goOnAsking(id)];
    case "rejected":
      return [writeAnew(id)];
    case "needs_approval":
      return awaited ? [approveBrief(id), sendBack(id)] : [asksForApproval(id)];
    case "approved":
      return [runBrief(id), planBrief(id)];
  }
}

/** How it stands and what to type next, for a line of a list. */
export function standsInList(view: BriefView): Sentence {
  const line = briefNext(view)[0]?.find((part) => typeof part !== "string" && part.is === "typed");
  return line === undefined ? stands(view) : say`${stands(view)}: ${line}`;
}

/** How it stands, and what can be done, as sentences of one paragraph. */
export function standsAndNext(view: BriefView): Sentence {
  return together(
    [stands(view), ...briefNext(view)].map((each) => say`${each}.`),
    " ",
  );
}

/** What an experiment's account says of the brief that it began with. */
export function cameFrom(id: string, changed: boolean): Sentence {
  const since = changed ? say`; brief.json has changed since, and the task is what was approved` : [];
  return say`It began as a brief that was approved: ${typed("show", id, "brief")} shows it${since}`;
}

/** How a brief stands whose designs were asked for, by what was approved elsewhere. */
export const approvedElsewhere: Sentence = say`Brief: approved, ${UNSEEN}`;

/** How a brief stands beside designs that were asked for before it was changed. */
export const changedAfter: Sentence = say`Brief: changed since its designs were asked for, which go by what was approved`;

/** What is said where work goes on by a task whose brief says something else today. */
export const wentOnAsItWas = (id: string): Sentence =>
  say`brief.json has changed since this experiment's task was made from it: the task stays as it was approved. ${typed("show", id, "brief")} shows the brief of today.`;

/** Quotes of a brief that are told. */
const MAX_ORDERS = 5;

/** That sentences of a brief read like an order, above what is approved. */
export function briefSpeaks(orders: readonly string[]): Sentence {
  const one = orders.length === 1;
  const what = one ? say`One sentence` : say`${orders.length} sentences`;
  const quotes = listed(
    orders.map((each) => quote(each)),
    MAX_ORDERS,
  );
  return say`${what} of this brief ${one ? "speaks" : "speak"} to whoever designs or judges, as an order would: ${quotes}. A model wrote it: look where it comes from before you approve it.`;
}

/** Who wrote a brief and when, above what is for reading alone. */
export const briefBy = ({ model: by, timestamp }: Pick<Brief, "model" | "timestamp">): Sentence =>
  say`A brief by ${words(by, "all")}, ${words(timestamp.slice(0, 16).replace("T", " "))}. What counts is brief.json beside it.`;

/** What stands above what was found out without a question. */
export const notAsked: Sentence = say`Not asked, because it is there`;

/** What each list of a brief is called. */
export const BRIEF_TITLES = {
  requirements: "Requirements",
  constraints: "Constraints",
  non_functional_requirements: "Non-functional requirements",
  assumptions: "Assumptions",
  out_of_scope: "Out of scope",
  open_questions: "Open questions",
} as const satisfies Record<BriefList, string>;

/** What the orders of a person are called. */
export const PRIORITIES_TITLE = "Priorities, the first before the others";

/** What the criteria of a brief are called, and one of them: the question with its name and its weight. */
export const CRITERIA_TITLE = "What designs are judged by, beside the usual criteria";
export const criterionSaid = ({ name, text, weight }: ProposedCriterion): string =>
  `${name} (weight ${weight}):${text.trim().includes("\n") ? "\n\n" : " "}${text}`;

/** A list of a brief: each item under its number, with where it came from; null where nothing says. */
export type BriefSection = {
  title: (typeof BRIEF_TITLES)[BriefList] | typeof PRIORITIES_TITLE | typeof CRITERIA_TITLE;
  items: readonly { id: string; text: string; from: Sentence | null }[];
};

/** What a brief is called as a document, and that a person stands behind it. */
export const briefCalled = (topic: string): string => `${topic}: brief`;
export const briefApproved = (at: Date): Sentence => say`Approved on ${words(dayOf(at))}.`;

/** By which a brief in the project is known to be of an experiment. */
export const briefFrom = (id: string): Sentence =>
  say`It was written by a model from what was asked and answered in the experiment ${copied(id)}.`;

/** Texts of questions by their ids, and whether they were answered. */
export type AskedThen = ReadonlyMap<string, { text: string; answered: boolean }>;

/**
 * The lists of a brief that have anything in them.
 * @param questions What was asked by its ids, for whoever cannot look it up.
 */
export function briefParts(brief: Brief, questions?: AskedThen): BriefSection[] {
  const itemsOf = (letter: string, all: readonly BriefItem[]): BriefSection["items"] =>
    all
      .filter(({ text }) => !isBlank(text))
      .map(({ text, from, unsaid }, at) => ({
        id: `${letter}${at + 1}`,
        text: text.trim(),
        from: sourceSaid(from, unsaid, questions),
      }));
  const criteria = (brief.criteria ?? []).map((each) => ({ ...each, text: criterionSaid(each) }));
  const parts: BriefSection[] = [
    ...(Object.keys(BRIEF_TITLES) as BriefList[]).map((name) => ({
      title: BRIEF_TITLES[name],
      items: itemsOf(BRIEF_LISTS[name], brief[name]),
    })),
    { title: PRIORITIES_TITLE, items: itemsOf("P", brief.priorities ?? []) },
    { title: CRITERIA_TITLE, items: itemsOf(CRITERIA_LETTER, criteria) },
  ];
  return parts.filter(({ items }) => items.length > 0);
}

/** Sources of an item that are named. */
const MAX_SOURCES = 5;

function sourceSaid(from: BriefItem["from"], unsaid: readonly string[] = [], questions?: AskedThen): Sentence | null {
  if (from.length === 0) return null;
  const made = unsaid.map((each) => say`\u201C${words(each, "sentence")}\u201D`);
  return say`from ${listed(
    from.map((each) => sourceOf(each, questions)),
    MAX_SOURCES,
  )}${made.length === 0 ? [] : say`; not said there: ${listed(made)}`}`;
}

function sourceOf(source: BriefSource, questions?: AskedThen): Sentence | Marked {
  if (source.kind === "idea") return say`the idea`;
  if (source.kind === "question") return askedAs(source.id, questions?.get(source.id));
  return words(questions === undefined ? source.path : pathForOthers(source.path), "sentence");
}

function askedAs(id: string, asked: { text: string; answered: boolean } | undefined): Sentence {
  if (asked === undefined) return say`question ${words(id)}`;
  const { text, answered } = asked;
  return answered ? say`the answer to ${quote(text, "all")}` : say`${quote(text, "all")}, which nobody answered`;
}

/** What a task's brief tells designers and reviewers beside its requirements. */
type Beside = {
  title: typeof PRIORITIES_TITLE | "Assumptions" | "Out of scope" | "Open questions";
  items: readonly string[];
};

export function toldBeside({ brief }: Pick<Task, "brief">): Beside[] {
  if (brief === undefined) return [];
  const all: Beside[] = [
    { title: PRIORITIES_TITLE, items: brief.priorities ?? [] },
    { title: BRIEF_TITLES.assumptions, items: brief.assumptions },
    { title: BRIEF_TITLES.out_of_scope, items: brief.out_of_scope },
    { title: BRIEF_TITLES.open_questions, items: brief.open_questions },
  ];
  return all.filter(({ items }) => items.length > 0);
}

const KIND_TITLES = {
  requirement: BRIEF_TITLES.requirements,
  constraint: BRIEF_TITLES.constraints,
  non_functional: BRIEF_TITLES.non_functional_requirements,
  assertion: "Your assertions",
} as const satisfies Record<RequirementKind, string>;

/** All that was asked beside the task, in lists: its requirements by kind under their numbers, then what its brief tells. */
export function askedLists(task: Pick<Task, "brief">, requirements: readonly Requirement[]) {
  const kinds = REQUIREMENT_KINDS.map((kind) => ({
    title: KIND_TITLES[kind],
    items: requirements.filter((each) => each.kind === kind).map(({ id, text }) => ({ id, text })),
  }));
  const beside = toldBeside(task).map(({ title, items }) => ({
    title,
    items: items.map((text) => ({ id: null, text })),
  }));
  return [...kinds.filter(({ items }) => items.length > 0), ...beside];
}

/** What a bare task leaves open, in general; `line` would have it asked. */
export function leftOpen(line: string | null): Sentence[] {
  const asks = line === null ? say`${copied("/design-lab brief")} and after it the task` : copied(line);
  return [
    say`A task this short leaves much open, such as the load, what may fail, what exists already and who uses it: each model assumes its own.`,
    say`To be asked about it first, in a few minutes, type ${asks}.`,
  ];
}
