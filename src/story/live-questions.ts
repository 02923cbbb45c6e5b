import type { By, State } from "../questions/replay.ts";
import type { Answer, Question } from "../questions/types.ts";

/** A question as a page shows it. */
export type LiveQuestion = {
  id: string;
  /** Its place among all that was asked; null of an approval. */
  number: number | null;
  question: Question;
  state: State;
  /** Its answer stays: what stands on it was approved. */
  closed: boolean;
  answer: Answer | null;
  /** The answer said back; "" where there is none. */
  understood: string;
  /** By which door the last answer or skip came; null while there was none. */
  by: By | null;
};

/** Where an interview stands: `going` while further questions may come, `ended` once a person wanted no more. */
export type Interview = "none" | "going" | "ended";

/** What is asked of a person in an experiment, in the order in which it was asked. */
export type LiveQuestions = {
  topic: string;
  list: LiveQuestion[];
  /** Of an interview that goes on: how many questions it may have in all; absent where nobody knows. */
  most?: number;
  interview: Interview;
  /** Somebody is at work on the next questions, or on what is written of the answers. */
  thinking: boolean;
  /** Why nobody goes on with the interview, and what to do, as sentences; "" where it does not stand still. */
  still: string;
  /** The line that goes on with the interview; "" where there is none. */
  line: string;
  /** What of it cannot be read, or is left out here, as sentences. */
  problems: string[];
};

/** "3 of about 12": the place of a question, while more may come among as many as there may be; "" for the only one. */
export function placeOf({ number }: LiveQuestion, { list, interview, most }: LiveQuestions): string {
  const asked = Math.max(0, ...list.map((each) => each.number ?? 0));
  if (number === null) return "";
  if (interview === "going" && most !== undefined && most > asked) return `${number} of about ${most}`;
  return asked > 1 ? `${number} of ${asked}` : "";
}

/** One event of an experiment's page, beside its run. */
export type LiveAsked = { questions: LiveQuestions };
