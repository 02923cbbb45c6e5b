import { createHash } from "node:crypto";
import type { Brief } from "../../artifacts/brief.ts";
import { approvalId, briefSha256 } from "../../artifacts/hashes.ts";
import type { AnswersSeen, Turn } from "../../artifacts/interview.ts";
import { type Asked, isApproval, type Replayed } from "../../questions/replay.ts";
import type { NewQuestion } from "../../questions/types.ts";
import { type Common, type Remarks, verdictOn } from "../proposal/approval.ts";

/** An interview as its files stand. */
export type Standing = { turns: readonly Turn[]; journal: Replayed; brief: Brief | null };

export type Writing = Extract<Turn, { kind: "write" | "revise" }>;

/** What a person said to a brief that was not approved. */
export type Rejection = { approval: string; remarks: Remarks | null };

/** What is to be done next. */
export type Step =
  | Common
  /** A model is asked. `rejection`: null where answers were changed since it was written. */
  | { do: "make"; what: "first" | "probe" | "write"; left: number }
  | { do: "revise"; brief: Brief; rejection: Rejection | null; left: number }
  /** What was paid for and has not come to where it belongs: questions to the person, and a text. */
  | { do: "settle"; questions: readonly NewQuestion[] }
  | { do: "settle"; turn: Writing }
  | { do: "write"; approval: Asked };

/** The questions that are no approvals. */
export const talkOf = ({ questions }: Replayed): Asked[] => questions.filter((each) => !isApproval(each));

/** What a model that is asked now is told of answers. */
export function seenOf(journal: Replayed): AnswersSeen {
  const settled = talkOf(journal).filter(({ state }) => state !== "open");
  const said = settled.map(({ id, state, answer }) => [id, state, answer]);
  return {
    answers: settled.map(({ id }) => id),
    sha256: createHash("sha256").update(JSON.stringify(said)).digest("hex"),
  };
}

/** Questions of turns as the journal has them; no two of an interview have the same text. */
export function askedOf(turns: readonly Turn[], { questions }: Replayed): Asked[] {
  const wanted = new Set(turns.flatMap((turn) => turn.questions.map(key)));
  return questions.filter(({ question }) => wanted.has(key(question)));
}

const key = ({ type, text }: Record<string, unknown>): string => JSON.stringify([type, text]);

/** @param most Questions of one interview. */
export function nextStep({ turns, journal, brief }: Standing, most: number): Step {
  const written = turns.findLast((turn): turn is Writing => "brief" in turn && turn.brief !== null);
  if (written !== undefined && isToCome(written, brief, journal)) return { do: "settle", turn: written };
  const last = turns.at(-1);
  const placed = askedOf(last === undefined ? [] : [last], journal);
  const missing = (last?.questions ?? []).filter((each) => !placed.some(({ question }) => key(question) === key(each)));
  const left = Math.max(0, most - turns.reduce((sum, { questions }) => sum + questions.length, 0));
  const ended = journal.ended !== null;
  const put: Step | null =
    missing.length > 0 && !ended ? { do: "settle", questions: missing as unknown as NewQuestion[] } : null;
  if (brief !== null) return withBrief({ turns, journal, brief }, { last, placed, put, left, written });
  if (ended) return { do: "make", what: "write", left };
  if (put !== null) return put;
  if (last === undefined) return { do: "make", what: "first", left };
  const open = askedOf(turns, journal).filter(({ state }) => state === "open").length;
  const over = left === 0 || (last.kind === "probe" && last.end !== null);
  const news = last.saw.sha256 !== seenOf(journal).sha256;
  if (!over && open < 2 && news) return { do: "make", what: "probe", left };
  return open > 0 ? { do: "wait", for: "answers" } : { do: "make", what: "write", left };
}

/** Whether a text was written and has not come to brief.json: the one that it replaces stands there, or none. */
function isToCome({ brief: body, replaces }: Writing, there: Brief | null, { questions }: Replayed): boolean {
  if (body === null) return false;
  if (there === null) return true;
  const stands = briefSha256(there);
  // Once it was shown, what stands there was put there by a person.
  const shown = questions.some(({ id }) => id === approvalId(body));
  return stands === replaces && stands !== briefSha256(body) && !shown;
}

type Known = {
  last: Turn | undefined;
  placed: readonly Asked[];
  put: Step | null;
  left: number;
  written: Writing | undefined;
};

function withBrief({ journal, brief }: Standing & { brief: Brief }, known: Known): Step {
  const { last, placed, put, written } = known;
  const id = approvalId(brief);
  const verdict = verdictOn(id, journal);
  if (verdict.do === "write" || (verdict.do === "wait" && verdict.for === "person")) return verdict;
  const remarks = verdict.do === "revise" ? verdict.remarks : null;
  const isMute = verdict.do === "wait" && verdict.for === "words";
  const rejection = remarks !== null || isMute ? { approval: id, remarks } : null;
  // What was to be known before this very text is changed.
  if (last?.kind === "revise" && last.brief === null && last.rejects === (rejection && id)) {
    if (put !== null) return put;
    const open = journal.ended === null && placed.some(({ state }) => state === "open");
    return open ? { do: "wait", for: "answers" } : { do: "revise", brief, rejection, left: 0 };
  }
  if (verdict.do === "revise") return { do: "revise", brief, rejection, left: journal.ended === null ? known.left : 0 };
  const stale = written !== undefined && written.saw.sha256 !== seenOf(journal).sha256;
  return stale && rejection === null ? { do: "revise", brief, rejection, left: 0 } : verdict;
}
