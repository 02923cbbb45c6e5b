import { textOf, understood } from "../../questions/check.ts";
import type { Asked, Replayed } from "../../questions/replay.ts";
import {
  answerNext,
  howToAnswer,
  moreWait,
  nowSaid,
  openElsewhereText,
  standSaid,
  unseenSaid,
} from "../../story/questions-stand.ts";
import type { Sentence } from "../../story/sentence.ts";
import { inline, join, type Markdown, md, prose } from "../../text/markdown.ts";
import { drawn } from "./drawn.ts";
import { framedText } from "./frame.ts";
import { atMost, dashed, group, problemLines } from "./lines.ts";
import { approvalText } from "./task-plan-text.ts";

/** What one call did to one question. */
export type Taken =
  | { did: "answered" | "skipped" | "cancelled"; asked: Asked }
  /** A text that was approved by who was not shown it. */
  | { did: "unseen"; asked: Asked }
  | { did: "refused"; id: string; why: string };

/** Questions that a reply holds whole; the rest are counted. */
const MAX_WHOLE = 12;
export const MAX_ANSWERED = 40;

/** How the questions of an experiment stand, what the call did to them, and how they are answered. */
export function questionsReply(given: {
  id: string;
  all: Replayed;
  taken: readonly Taken[];
  /** What was reported before is left out. */
  onlyNew?: boolean;
  /** The questions that stand whole in the reply. */
  shown: readonly Asked[];
  /** Whether every open question is shown, and not only what the call changed. */
  isStatus: boolean;
  /** Other experiments with open questions. */
  elsewhere: readonly { id: string; open: number }[];
  /** Where the page is, as a sentence or a block; null where there is none. */
  page: Markdown | null;
  /** The question by which a plan is approved; null where none is planned. */
  approval: string | null;
  /** What leads on from here. */
  next: readonly Sentence[];
}): Markdown {
  const { id, all, taken, shown, isStatus, elsewhere, onlyNew = false, page, approval, next } = given;
  const asked = shown.find(({ state }) => state === "open");
  const open = all.questions.filter(({ state }) => state === "open");
  const { notTaken, understood: came } = takenTexts(taken);
  const said = dashed([...notTaken.map((each) => md`**not taken** ${each}`), ...came]);
  const answered = answersShown(all, taken, onlyNew);
  const [leads, ...more] = open.length === 0 ? next : [];
  return framedText(
    [
      ...problemLines(all.problems),
      ...group(said),
      drawn(standSaid(id, { asked: all.questions.length, open: open.length, ended: all.ended !== null })),
      ...(leads === undefined ? [] : [drawn(nowSaid(leads))]),
      ...shown.map(({ question }) => (question.id === approval ? approvalText(question, id) : textOf(question))),
      ...(isStatus && open.length > MAX_WHOLE ? [drawn(moreWait(id, open.length - MAX_WHOLE))] : []),
      ...(isStatus && open.length > 0
        ? [...(page === null ? [] : [page]), drawn(howToAnswer(id, open[0]?.id ?? "q1"))]
        : []),
      ...(isStatus || asked === undefined ? [] : [drawn(answerNext(id, asked.id))]),
      ...(elsewhere.length > 0 ? [drawn(openElsewhereText(elsewhere))] : []),
      ...(answered.length > 0 ? [answersText(answered)] : []),
    ],
    { next: leads === undefined ? next : more },
  );
}

/**
 * The questions that stand whole in a reply: what was approved unseen, and what is open, as many as it holds. A reply to
 * answers shows the next open one only.
 */
export function wholeIn(
  { questions }: Pick<Replayed, "questions">,
  taken: readonly Taken[],
  isStatus: boolean,
): readonly Asked[] {
  const unseen = new Set(taken.flatMap((each) => (each.did === "unseen" ? each.asked.id : [])));
  const open = questions.filter(({ id, state }) => state === "open" && !unseen.has(id));
  const first = questions.filter(({ id }) => unseen.has(id));
  if (!isStatus) return first.length > 0 ? first : open.slice(0, 1);
  return [...first, ...open].slice(0, MAX_WHOLE);
}

/** The answers that a reply says back, of which it holds the first 40: a reply to answers repeats none. */
export function answersShown(
  { questions }: Pick<Replayed, "questions">,
  taken: readonly Taken[],
  onlyNew: boolean,
): readonly Asked[] {
  if (onlyNew || taken.length > 0) return [];
  return questions.filter(({ state }) => state === "answered");
}

/** Each answer said back, in the order in which it was asked. */
export function answersText(answered: readonly Asked[]): Markdown {
  return join([md`Answered:`, ...group(atMost(answered.map(answerLine), MAX_ANSWERED))], "\n\n");
}

function answerLine({ id, question, answer }: Asked): Markdown {
  const said = answer === null ? md`No answer.` : understood(question, answer);
  return md`- **${inline(id)}** ${inline(question.text, 160)} ${said}`;
}

/** What came of each answer of a call. */
export function takenTexts(taken: readonly Taken[]): { notTaken: Markdown[]; understood: Markdown[] } {
  const refused = taken.flatMap((each) => {
    if (each.did === "unseen") return drawn(unseenSaid(each.asked.id));
    return each.did === "refused" ? prose(each.why) : [];
  });
  const came = taken.flatMap((each): Markdown | Markdown[] => {
    if (each.did === "refused" || each.did === "unseen") return [];
    const { id, question, answer } = each.asked;
    const said = each.did === "answered" && answer !== null ? md` ${understood(question, answer)}` : md` ${each.did}.`;
    return md`**${inline(id)}**${said}`;
  });
  return { notTaken: refused, understood: came };
}
