import { count } from "../text/numbers.ts";
import { call, copied, listed, type Sentence, say, strong, typed } from "./sentence.ts";

/** How many questions of an experiment are open, of how many; `ended`: no further one is wanted. */
export function standSaid(
  id: string,
  { asked, open, ended }: { asked: number; open: number; ended: boolean },
): Sentence {
  const [at, end] = [copied(id), ended ? " No further question is wanted." : ""] as const;
  if (asked === 0) return say`${strong(say`Nothing was asked`)} in ${at}.`;
  if (open === 0) return say`${strong(say`No question is open`)} in ${at}: ${count(asked, "question")} asked.${end}`;
  const are = open === 1 ? "is" : "are";
  return say`${strong(say`${open} of ${count(asked, "question")} ${are} open`)} in ${at}.${end}`;
}

/** Why a typed line did not approve what stands below it. */
export const unseenSaid = (id: string): Sentence =>
  say`${copied(id)}: no line of yours has shown you what stands there now, so nothing was approved. It stands below: the same line typed once more approves exactly this.`;

/** The one line that leads on once nothing is open: nothing goes on by itself, for it may cost money. */
export const nowSaid = (leads: Sentence): Sentence => say`${strong(say`Next:`)} ${leads}.`;

/** How they are answered, for the agent, which asks the person, and for the person. */
export function howToAnswer(id: string, first: string): Sentence {
  return say`${typed("answer", id, first, "…")} answers the first, and its number any other (an agent asks the person in its own words, and passes on what they say as they say it: ${call("ask", { experiment: id, answers: { [first]: "…" } })}; null skips one).`;
}

/** How the next open question is answered. */
export const answerNext = (id: string, next: string): Sentence => say`${typed("answer", id, next, "…")} answers it.`;

/** Questions that wait behind those that are shown. */
export const moreWait = (id: string, more: number): Sentence =>
  say`${count(more, "question")} more: ${typed("ask", id)} has them once these are answered.`;

/** Experiments beside this one in which questions are open. */
export const openElsewhereText = (others: readonly { id: string; open: number }[]): Sentence =>
  say`Open elsewhere: ${listed(
    others.map(
      ({ id, open }) => say`${count(open, "question")} in ${typed("ask", id)} (${call("ask", { experiment: id })})`,
    ),
    MAX_ELSEWHERE,
  )}.`;

const MAX_ELSEWHERE = 5;
