import type { By, State } from "../questions/replay.ts";
import type { Answer, Question } from "../questions/types.ts";
import { count } from "../text/numbers.ts";
import type { LiveNext } from "./live-next.ts";

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
export type InterviewState = "none" | "going" | "ended";

/** What is asked of a person in an experiment, in the order in which it was asked. */
export type LiveQuestions = {
  /** What is typed for the experiment; "" where nothing of it is known. */
  id: string;
  topic: string;
  list: LiveQuestion[];
  /** Of an interview that goes on: how many questions it may have in all; absent where nobody knows. */
  most?: number;
  interview: InterviewState;
  /** Somebody is at work on the next questions, or on what is written of the answers. */
  thinking: boolean;
  /** Why nobody goes on with the interview, and what to do, as sentences; "" where it does not stand still. */
  still: string;
  /** What leads on while there is no task; null where that is not of a brief. */
  next: LiveNext | null;
  /** The id of the question by which its brief was approved; null while none is. */
  approved: string | null;
  /** What of it cannot be read, or is left out here, as sentences. */
  problems: string[];
};

/** "3 of about 12": the place of a question, while more may come among as many as there may be; "" for the only one. */
export function questionPlace({ number }: LiveQuestion, { list, interview, most }: LiveQuestions): string {
  const asked = Math.max(0, ...list.map((each) => each.number ?? 0));
  if (number === null) return "";
  if (interview === "going" && most !== undefined && most > asked) return `${number} of about ${most}`;
  return asked > 1 ? `${number} of ${asked}` : "";
}

/** One event of an experiment's page, beside its run. */
export type LiveAsked = { questions: LiveQuestions };

/** What a page calls the questions of which so many are open; "" where what comes next says all. */
export function questionsCalled({ thinking }: LiveQuestions, open: number): string {
  if (open > 0) return open === 1 ? "A question for you" : `${open} questions for you`;
  return thinking ? "Questions for you" : "";
}

/** What was answered, below what came of it; and said once where none of it can be changed. */
export const saidCalled = (answers: number): string => `What you said: ${count(answers, "answer")}`;
export const BRIEF_APPROVED = "The brief that was approved";

/** What is said once an answer was taken, with how many questions are left. */
export const answerKept = (left: number): string =>
  `Your answer is kept.${left === 0 ? "" : ` ${count(left, "question")} left.`}`;

/** What stands in place of an answer, by which door an answer came, and that it stays. */
export const UNANSWERED: Partial<Record<State, string>> = {
  skipped: "Skipped.",
  cancelled: "It was taken back: no answer is wanted.",
};
export const ANSWERED_BY: Partial<Record<By, string>> = {
  host: "Answered in OpenCode.",
  text: "Answered in the conversation, or on a page that an agent could open.",
  command: "Answered by a command.",
  terminal: "Answered in a terminal.",
};
export const ANSWERS_STAY = "What has no button can be changed no more: what stands on it was approved.";
export const ANSWER_NEEDED = "Its answer is needed.";
export const unchangedCalled = (state: State): string =>
  state === "answered" ? "Leave it as it is" : "Leave it unanswered";

/** What somebody at work on an interview does, with so many questions open. */
export function thinkingSaid(over: boolean, open: number): string {
  if (over) return "Writing the brief";
  return open > 0 ? "Thinking of further questions" : "Thinking of the next questions";
}

/** That an interview is over, and what ending it comes to. */
export const INTERVIEW_OVER = "No further question is asked; the brief is written from what you said.";
export const ENDS_INTERVIEW =
  "Ends the questions. The brief is then written from what you said; what is not clear becomes an assumption or an open question.";

/** What is not sent to a page. */
export const unsentSaid = (left: number): string =>
  `${count(left, "question")} with long texts are left out here; questions.jsonl holds them.`;
