import { count } from "../text/numbers.ts";

/** What a person is told of an interview while a call is at work on it, by what is done. */
export const INTERVIEW_DOES = {
  first: "asking for the first questions",
  probe: "asking the next question",
  write: "writing the brief",
  revise: "changing the brief",
} as const;

/** What is said of an interview that was stopped, and that another call holds. */
export const INTERVIEW_STOPPED = "The interview was stopped. What was asked and answered is kept";
export const INTERVIEW_BUSY = "another call is at work on this brief, and is waited for";

/** What approves a brief. */
export const IS_IT_THIS = "Is this what is to be designed?";

/** That something came about which a person is waited for. */
export const questionsCame = (asked: number): string =>
  asked === 1 ? "a question waits for you" : "questions wait for you";
export const approvalCame = (what: string): string => `the ${what} waits for your approval`;

/** Who judges first where reviewers come in waves, and what becomes of the others. */
export function wavesSaid(first: number, further: number): string {
  const others = further === 1 ? "the other one is" : `the other ${further} are`;
  return `${count(first, "reviewer")} judge every design; ${others} asked where it can still change the choice`;
}
