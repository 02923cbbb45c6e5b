import type { Scale } from "../questions/numbers.ts";
import type { Question } from "../questions/types.ts";
import { clean } from "../text/clean.ts";
import { wordsShown } from "../text/kept-markdown.ts";
import { count } from "../text/numbers.ts";
import { columnsOf, truncate } from "../text/truncate.ts";

/** An option as a dialog of a terminal asks for it. */
export type DialogOption = {
  id: string;
  label: string;
  description?: string;
  recommended?: boolean;
  pros?: readonly string[];
  cons?: readonly string[];
};

/** Columns of a row in the smallest dialog, and of what stands above the rows. */
const ROW = 44;
const HEAD = 280;
const RECOMMENDED = " (recommended)";

const plain = (text: string): string => clean(text).text.replace(/\s+/gu, " ").trim();

/** All that is to be known of a question before it is answered: what is asked, why, and what stands around it. */
export function questionWhole(question: Pick<Question, "text" | "why" | "context">): string {
  const { context } = question;
  const known = context === undefined ? [] : [wordsShown(context)];
  return [questionHead(question), ...known].join(" ");
}

function questionHead({ text, why }: Pick<Question, "text" | "why">): string {
  return [plain(text), ...(why === undefined ? [] : [`Why it is asked: ${plain(why)}`])].join(" ");
}

/** What stands above its answers, and whether there is more to read than that. */
export function dialogHead(question: Pick<Question, "text" | "why" | "context">): { title: string; more: boolean } {
  const head = questionHead(question);
  return { title: truncate(head, HEAD), more: columnsOf(head) > HEAD || question.context !== undefined };
}

/** The row of an option, and whether that is all there is to say of it. */
export function optionRow({ label, description, recommended, pros = [], cons = [] }: DialogOption) {
  const mark = recommended ? RECOMMENDED : "";
  const name = plain(label);
  const row = `${truncate(name, ROW - mark.length)}${mark}`;
  const whole = row === `${name}${mark}` && description === undefined && pros.length + cons.length === 0;
  return { row, whole };
}

/** Everything of an option, in the place of its row. */
export function optionWhole({ label, description, recommended, pros = [], cons = [] }: DialogOption): string {
  const side = (name: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${name}: ${all.map(plain).join("; ")}.`];
  return [
    `${plain(label)}${recommended ? RECOMMENDED : ""}.`,
    ...(description === undefined ? [] : [plain(description)]),
    ...side("For it", pros),
    ...side("Against it", cons),
  ].join(" ");
}

/** What can be chosen beside the answers of a question. */
export const ROWS_BESIDE = {
  words: "In words of your own",
  read: "Read all of the question",
  skip: "Skip this question",
  enough: "Enough: ask no more",
  on: "Read on",
  back: "Back",
  take: "Take it",
  leave: "Take it out again",
  type: "Type an answer",
  number: "Another number",
} as const;

/** What ends a list of which several can be chosen. */
export const chosenRow = (chosen: number): string =>
  chosen === 0 ? "That is all: none of them" : `That is all: ${count(chosen, "option")} chosen`;

/** Where a scale stands at first, as its first row, and what it reaches from and to. */
export const defaultRow = ({ unit }: Scale, at: number): string =>
  `${at}${unit === undefined ? "" : ` ${truncate(plain(unit), ROW / 2)}`} (where it stands at first)`;
export const scaleSaid = ({ min, max, unit }: Scale): string =>
  `${min} to ${max}${unit === undefined ? "" : ` ${plain(unit)}`}`;
export const placeSaid = (at: number, of: number): string => `Place ${at} of ${of}.`;

/** What is said once the dialogs have ended. */
export function dialogsEnded(asked: number, left: number): string {
  const rest = left === 0 ? "" : ` ${count(left, "question")} left: /design-lab open shows the page.`;
  return `${asked - left} of ${count(asked, "question")} answered.${rest}`;
}
export const interviewEnded = (id: string): string =>
  `No further question is asked; the brief is written from what you said. Where nobody is at work on it, /design-lab brief ${id} goes on.`;
