import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import type { Problem } from "../artifacts/problem.ts";
import { Timestamp } from "../artifacts/provenance.ts";
import { checkAnswer, questionIn } from "./check.ts";
import type { Answer, NewQuestion, Question } from "./types.ts";

/** Questions of one experiment; more are no conversation. */
export const MAX_QUESTIONS = 500;
/** Characters of one line; a question of the greatest size takes fewer, however it is escaped. */
export const MAX_LINE = 1_500_000;

/**
 * By which door somebody acted. A person alone answers on the page, to the host's own question, by a command that was
 * typed, and at the command's own terminal; text may have come through an agent.
 */
const BY = ["page", "host", "text", "command", "terminal"] as const;
const By = Type.Union(BY.map((each) => Type.Literal(each)));
export type By = Static<typeof By>;

/** The seals of a line that a person said: its own, and those that no other line of what the writer had read follows. */
const Sealed = Type.Object({
  mac: Type.String({ maxLength: 64 }),
  after: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
});
type Sealed = Static<typeof Sealed>;

const when = { at: Timestamp, by: By, key: Type.String(), seal: Type.Optional(Sealed) };
const about = { ...when, id: Type.String({ minLength: 1, maxLength: 64 }) };

/** One line of questions.jsonl. `key` tells questions apart that two processes gave the same id. */
const EVENTS = {
  asked: Type.Object({ ...about, event: Type.Literal("asked"), question: Type.Unknown() }),
  answered: Type.Object({ ...about, event: Type.Literal("answered"), answer: Type.Unknown() }),
  changed: Type.Object({ ...about, event: Type.Literal("changed"), answer: Type.Unknown() }),
  skipped: Type.Object({ ...about, event: Type.Literal("skipped") }),
  cancelled: Type.Object({ ...about, event: Type.Literal("cancelled") }),
  /** The person wants no further question. */
  ended: Type.Object({ ...when, event: Type.Literal("ended") }),
  /** An agent's call reported how these questions ended, each as it was at that time. */
  reported: Type.Object({ ...when, event: Type.Literal("reported"), ends: Type.Record(Type.String(), Timestamp) }),
  /** What stands on the answer was approved. */
  closed: Type.Object({ ...about, event: Type.Literal("closed") }),
};
const Line = Type.Union(Object.values(EVENTS));
export type Line = Static<(typeof EVENTS)[keyof typeof EVENTS]>;

export type State = "open" | "answered" | "skipped" | "cancelled";

export type Asked = {
  id: string;
  question: Question;
  state: State;
  /** null unless it is answered. */
  answer: Answer | null;
  /** By which door the last answer or skip came; null while there was none. */
  by: By | null;
  /** Whether this machine saw the person say it. */
  seen: boolean;
  /** By which door the file says that it was approved, which this machine did not see: it is asked about still. */
  claimed: By | null;
  /** How often an answer took the place of another. */
  changed: number;
  /** Whether it can be changed no more. */
  closed: boolean;
  /** Whether an agent's call reported how it stands. */
  reported: boolean;
  asked_at: string;
  /** When it came to its state. */
  at: string;
};

export type Replayed = {
  /** In the order in which they were asked. */
  questions: Asked[];
  /** Since when and by which door no further question is wanted; null where one may be asked, or was asked since. */
  ended: { at: string; by: By } | null;
  /** A last line that was cut off while it was written, or a file that cannot be read. */
  problems: Problem[];
  /** Lines that count for nothing: of no known event, that fit no question, or that came too late. */
  left_out: { unknown: number; misfit: number; late: number };
  /** Keys of the lines that count, for whoever wrote one, with the id of their question. */
  taken: ReadonlyMap<string, string>;
  /** Seals that the next line of a person's follows. */
  tips: readonly string[];
};

/** By what a journal's seals are checked. */
export type Witness = {
  /** Whether a seal was made here of what a line says. */
  holds(said: unknown, mac: string): boolean;
  /** The last seals that this machine remembers; all stand in a journal of which nothing was taken out. */
  last: readonly string[];
};

const NOBODY: Witness = { holds: () => false, last: [] };

/** What a seal stands for: the line, the seals that it follows, and the question that it is about. */
export const saidBy = ({ seal, ...line }: Line, question: Question | null) => [line, seal?.after ?? [], question];

/** How all questions stand after the lines of a file. The same beginning of a file always gives the same ids. */
export function replay(text: string, path: string, witness: Witness = NOBODY): Replayed {
  const valid = new Map<string, Sealed>();
  const first = replayed(text, path, ({ seal, ...line }, question) => {
    if (seal === undefined || !seal.after.every((each) => valid.has(each))) return false;
    if (!witness.holds(saidBy({ seal, ...line }, question), seal.mac)) return false;
    valid.set(seal.mac, seal);
    return true;
  });
  const seen = seenOf(valid, witness.last);
  const all =
    seen.size === valid.size ? first : replayed(text, path, ({ seal }) => seal !== undefined && seen.has(seal.mac));
  const followed = new Set([...seen].flatMap((mac) => valid.get(mac)?.after ?? []));
  return { ...all, tips: [...seen].filter((mac) => !followed.has(mac)) };
}

/**
 * The seals of lines of which none was taken out: those that the last ones follow, and what follows these in turn. Where
 * one of the last is not there, what was said after the others is unknown: none is.
 */
function seenOf(valid: ReadonlyMap<string, Sealed>, last: readonly string[]): ReadonlySet<string> {
  if (last.length === 0) return new Set(valid.keys());
  if (!last.every((mac) => valid.has(mac))) return new Set();
  const seen = new Set(last);
  for (const mac of seen) for (const before of valid.get(mac)?.after ?? []) seen.add(before);
  for (const { mac, after } of valid.values())
    if (after.length > 0 && after.every((before) => seen.has(before))) seen.add(mac);
  return seen;
}

type IsSeen = (line: Line, question: Question | null) => boolean;

function replayed(text: string, path: string, isSeen: IsSeen): Omit<Replayed, "tips"> {
  const questions = new Map<string, Asked>();
  const taken = new Map<string, string>();
  const left_out = { unknown: 0, misfit: 0, late: 0 };
  const problems: Problem[] = [];
  let ended: Replayed["ended"] = null;
  const lines = text.split("\n");
  for (const [at, each] of lines.entries()) {
    const line = each.endsWith("\r") ? each.slice(0, -1) : each;
    if (line === "") continue;
    const value = line.length > MAX_LINE ? null : json(line);
    if (value === undefined && at === lines.length - 1) problems.push(torn(path, at + 1));
    else if (value === undefined || value === null || exceededBound(value, BOUNDS.question_line)) left_out.misfit++;
    else if (!isKnown(value)) left_out.unknown++;
    else if (!Value.Check(Line, value)) left_out.misfit++;
    else if (taken.has(value.key)) left_out.late++;
    else if (value.event === "ended") {
      isSeen(value, null);
      ended = { at: value.at, by: value.by };
      taken.set(value.key, "");
    } else if (value.event === "reported") {
      for (const [id, at] of Object.entries(value.ends)) {
        const ended = questions.get(id);
        if (ended?.at === at) ended.reported = true;
      }
      taken.set(value.key, "");
    } else {
      const about = value.event === "asked" ? null : (questions.get(value.id)?.question ?? null);
      const came = apply(questions, value, value.by !== "text" && isSeen(value, about));
      if (came === null) taken.set(value.key, questions.has(value.id) ? value.id : "");
      else if (came === "misfit" || came === "late") left_out[came]++;
      else {
        taken.set(value.key, came.id);
        // Whether a text is approved is no further question.
        if (!isApproval(came)) ended = null;
      }
    }
  }
  return { questions: [...questions.values()], ended, problems, left_out, taken };
}

/** q1, q2 and on: the id of the question after so many, or the first behind it that is not taken. */
export function freeId(before: number, taken: { has(id: string): boolean }): string {
  let number = before + 1;
  while (taken.has(`q${number}`)) number++;
  return `q${number}`;
}

/** What a line came to: a question that was asked, null where it changed one, or why it counts for nothing. */
function apply(
  questions: Map<string, Asked>,
  line: Exclude<Line, { event: "ended" | "reported" }>,
  seen: boolean,
): Asked | null | "misfit" | "late" {
  const { at, by, event } = line;
  if (event === "asked") {
    const question = questions.size < MAX_QUESTIONS ? questionIn(line.question) : [];
    return Array.isArray(question) ? "misfit" : asked(questions, line, question);
  }
  const found = questions.get(line.id);
  if (found === undefined) return "misfit";
  if (late(found, event) !== null) return "late";
  if (event === "closed") found.closed = true;
  else if (event === "cancelled") Object.assign(found, { state: "cancelled", reported: false, at });
  else if (event === "skipped") Object.assign(found, { state: "skipped", answer: null, by, seen, reported: false, at });
  else {
    const checked = checkAnswer(found.question, line.answer);
    if (!checked.ok) return "misfit";
    // What a file alone says is approved is asked about still.
    if (by !== "text" && !seen && isApproval(found) && decisionOf(checked) === "approve") {
      found.claimed = by;
      return null;
    }
    const changed = found.changed + (found.state === "answered" ? 1 : 0);
    const { answer } = checked;
    Object.assign(found, { state: "answered", answer, by, seen, claimed: null, changed, reported: false, at });
  }
  return null;
}

/**
 * An id that another question has is free for neither of two that were asked at once: the later one gets the next. An
 * approval that is over is asked anew under its id.
 */
function asked(
  questions: Map<string, Asked>,
  { id: wanted, at }: { id: string; at: string },
  question: NewQuestion,
): Asked {
  const before = questions.get(wanted);
  const id = before === undefined || isOver(before) ? wanted : freeId(questions.size, questions);
  questions.delete(id);
  const open = {
    state: "open",
    answer: null,
    by: null,
    seen: false,
    claimed: null,
    changed: 0,
    closed: false,
    reported: false,
    asked_at: at,
    at,
  } as const;
  const made = { ...open, id, question: { ...question, id } };
  questions.set(id, made);
  return made;
}

/** Why an event comes too late for a question, as words that follow "found"; null where it does not. */
export function late({ state, closed, question }: Asked, event: Line["event"]): string | null {
  if (event === "closed" || event === "asked") return null;
  if (closed) return "that what stands on it was approved";
  if (state === "cancelled") return "that it was cancelled";
  if (event === "cancelled" && state === "answered") return "that it is answered";
  return event === "skipped" && question.required === true ? "that its answer is needed" : null;
}

const torn = (path: string, number: number): Problem => ({
  kind: "not-json",
  path,
  reason: `its last line (${number}) was cut off while it was written; it is left out, and all before it counts`,
});

const isKnown = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.hasOwn(EVENTS, String((value as { event?: unknown }).event));

/** undefined for what is no JSON. */
function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whether a question asks for approval of a text, of which its id holds the hash; nobody else may ask under such an id. */
export const isApproval = ({ id }: Pick<Asked, "id">): boolean => /^approve-[0-9a-f]{12}$/u.test(id);

/** Whether a person approved the text: what came as text may have come through an agent, whose call is no person's word. */
export const isApproved = (asked: Asked): boolean =>
  isApproval(asked) && asked.state === "answered" && asked.by !== "text" && decisionOf(asked) === "approve";

/** Whether an approval was taken back or sent back for another text: it is asked anew where its text stands again. */
export const isOver = (asked: Asked): boolean =>
  isApproval(asked) && (asked.state === "cancelled" || (asked.closed && !isApproved(asked)));

export const decisionOf = ({ answer }: Pick<Asked, "answer">): string | null =>
  answer !== null && "decision" in answer ? answer.decision : null;
