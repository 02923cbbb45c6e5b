import { count } from "../text/numbers.ts";
import { WITHHELD } from "./held-back.ts";
import { wholeSeconds } from "./live-page.ts";
import type { LiveQuestion, LiveQuestions } from "./live-questions.ts";
import type { LiveState } from "./live-state.ts";
import { copied, place, type Sentence, say, words } from "./sentence.ts";

/** What the person can do next with an experiment, or what happens without anybody. */
export type NextKind = keyof typeof NEXT_TITLES;

/** What leads on, as the page shows it above all else: sentences, each with the line to type for it, the first of which leads on. */
export type LiveNext = { kind: NextKind; said: Sentence[] };

/** What each is called. */
export const NEXT_TITLES = {
  begin: "Next: begin",
  questions: "Next: answer the questions",
  wait: "Next: nothing to do on this page",
  interview: "Next: go on with the interview",
  approve: "Next: approve the brief, or send it back",
  approved: "Next: have it designed",
  work: "Now: models are at work",
  missing: "Next: ask for what is missing",
  judge: "Next: judge the designs",
  rank: "Next: rank them",
  decide: "Next: decide",
  plan: "Next: plan the work",
  approve_plan: "Next: approve the plan",
  tasks: "Next: the first task that waits for nothing",
  outcome: "Next: say how it turned out",
  end: "This way is at its end",
} as const;

/** How a project begins in which nothing was begun. */
export const BEGIN: LiveNext = {
  kind: "begin",
  said: [
    say`${copied('/design-lab brief "your idea"')} asks you about an idea first, here on this page, and writes a brief that you approve.`,
    say`${copied('/design-lab run "what is to be designed"')} has several models design it at once.`,
    say`${copied("opencode-designlab demo")} shows in a terminal what comes of it; no model is asked.`,
  ],
};

/** That something waits on this very page. */
const answerHere = (open: number): Sentence =>
  say`${open === 1 ? say`${place("questions", "A question waits")} for your answer below` : say`${count(open, "question")} ${place("questions", "wait for your answers")} below`}.`;
const APPROVE_HERE: Sentence = say`${place("questions", "It waits for your approval")} below.`;

/** That models think of questions or write, while they do. */
export const COMES_HERE: Sentence = say`What comes of it appears here by itself.`;
export const ALL_ANSWERED: Sentence = say`All questions are answered. The agent that asked goes on in the conversation, not on this page.`;

/** What is said for a moment after the last answer: an agent may be about to take it in. */
export const WAITS_FOR_AGENT: LiveNext = {
  kind: "wait",
  said: [say`Your answers are saved. If nothing comes here within a minute, go on in the conversation.`],
};

/** That all was done. */
export const OUTCOME_KEPT: Sentence = say`How it turned out is kept with the decision.`;
export const DECIDED_NONE: Sentence = say`None of the designs is to be built.`;
export const beginAnew: Sentence = say`${copied('/design-lab brief "your idea"')} begins another.`;

/** What the page says of an experiment as far as it was told of it, with so many questions open. */
export function nextShown(
  seen: LiveState | null,
  asked: Pick<LiveQuestions, "next"> | null,
  open: readonly Pick<LiveQuestion, "number">[],
): LiveNext {
  const isApproval = open.length > 0 && open.every(({ number }) => number === null);
  const here = open.length === 0 ? [] : [isApproval ? APPROVE_HERE : answerHere(open.length)];
  if (seen?.standing === "running") return { kind: "work", said: [...here, ...askedNow(seen)] };
  const own = (seen === null ? asked?.next : seen.next) ?? BEGIN;
  if (open.length === 0) return own;
  return {
    kind: isApproval ? (seen === null ? "approve" : "approve_plan") : "questions",
    said: [...here, ...own.said],
  };
}

/** What is asked of models right now. */
function askedNow({ designs, reviewers, asked, done, failed, total, left: time, withheld }: LiveState): Sentence[] {
  const at = (cells: readonly { since: number | null }[]): number => cells.filter(({ since }) => since !== null).length;
  const [design, judge] = [at(designs), at(reviewers.flatMap(({ cells }) => cells))];
  const left = total - done - failed;
  // A plan is asked for, or what was judged is ranked.
  if (left === 0 && asked === 0) return [COMES_HERE];
  const parts = [
    ...(design > 0 ? [say`${count(design, "design")} ${design === 1 ? "is" : "are"} being written`] : []),
    ...(judge > 0 ? [say`${count(judge, "evaluation")} ${judge === 1 ? "is" : "are"} being made`] : []),
  ];
  const now = parts.length === 2 ? say`${parts[0] ?? []} and ${parts[1] ?? []}` : (parts[0] ?? []);
  const begins = asked === 0 ? say`The next is about to be asked` : now;
  const still = time === null ? [] : say`, about ${words(wholeSeconds(time.seconds))}`;
  return [say`${begins}; ${left} of ${total} still to come${still}.`, wentOn(withheld)];
}

/** What a person need not wait for. */
const wentOn = (withheld: boolean): Sentence =>
  say`You can leave this page: the run goes on, and ${withheld ? `its ranking is ${WITHHELD}` : "a ranking stands here at its end"}.`;
