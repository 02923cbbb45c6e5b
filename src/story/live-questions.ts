import type { By, State } from "../questions/replay.ts";
import type { Answer, Question } from "../questions/types.ts";

/** A question as a page shows it. */
export type LiveQuestion = {
  id: string;
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

/** One event of an experiment's page, beside its run. */
export type LiveAsked = { questions: LiveQuestions };
