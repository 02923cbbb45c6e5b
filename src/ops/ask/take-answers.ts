import { LabError, UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { readAnswer } from "../../questions/check.ts";
import type { Journal } from "../../questions/journal.ts";
import { type Asked, type By, isApproval, isApproved } from "../../questions/replay.ts";
import { isYourYes } from "../../story/person-asked.ts";
import { clean } from "../../text/clean.ts";
import { truncate } from "../../text/truncate.ts";
import { typedCode } from "../../text/typed.ts";
import type { Taken } from "../../views/markdown/questions-text.ts";
import type { OpContext } from "../op.ts";
import { wasApprovalShown } from "../person/shown.ts";
import type { Place } from "./asked.ts";
import { answerWithFile } from "./given-file.ts";

/** What a call answers: by id, or what waits for approval. */
type Given = {
  answers?: Readonly<Record<string, unknown>> | undefined;
  approve?: true | undefined;
  reject?: string | undefined;
};

/** Answers of one call; a person has no more questions. */
const MAX_ANSWERS = 500;

/** Takes in what can be taken, each by itself: one that is refused costs none of the others. */
export async function takeAll(lab: Lab, at: Place, given: Given, context: OpContext): Promise<Taken[]> {
  const { journal, id: place } = at;
  const answers = await answersOf(journal, given, place);
  if (answers.length > MAX_ANSWERS) {
    throw new UsageError(`Cannot take ${answers.length} answers: at most ${MAX_ANSWERS}. Nothing was changed.`);
  }
  const taken = await oneByOne(answers, async ([id, answer]) =>
    answer === null
      ? { did: "skipped", asked: await journal.skip(id, byOf(context)) }
      : answerOne(lab, at, id, asTyped(answer), context),
  );
  if (taken.some(({ did }) => did !== "refused")) await lab.renewMemory();
  return taken;
}

/** Takes questions back, each by itself. What asks for approval stays: it is the person's to answer. */
export async function cancelAll(journal: Journal, ids: readonly string[]): Promise<Taken[]> {
  const each = [...new Set(ids)].map((id) => [id] as const);
  return oneByOne(each, async ([id]) => {
    if (isApproval({ id })) {
      throw new UsageError(
        `Cannot cancel ${id}: it waits for a person, who approves it or sends it back. Nothing was changed.`,
      );
    }
    return { did: "cancelled", asked: await journal.cancel(id, "text") };
  });
}

/** Acts on questions in turn, the id of each first; what cannot be done to one is kept as why. */
async function oneByOne<T extends readonly [id: string, ...unknown[]]>(
  all: readonly T[],
  act: (each: T) => Promise<Taken>,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const each of all) {
    try {
      taken.push(await act(each));
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      const why = [error.message, error.advice].filter((part) => part !== "").join(" ");
      taken.push({ did: "refused", id: each[0], why });
    }
  }
  return taken;
}

/** Models write a number or a truth as such where a person would type it. */
function asTyped(answer: unknown): unknown {
  if (typeof answer === "number") return String(answer);
  return typeof answer === "boolean" ? (answer ? "yes" : "no") : answer;
}

/** What the call answers, by id; approving and sending back are answers to the question that waits for it. */
async function answersOf(journal: Journal, given: Given, place: string): Promise<[string, unknown][]> {
  const answers = Object.entries(given.answers ?? {});
  if (given.approve === undefined && given.reject === undefined) return answers;
  const { questions } = await journal.read();
  const waiting = questions.findLast(isWaiting) ?? questions.findLast(isUndecided);
  if (waiting === undefined)
    throw new UsageError(`Nothing waits for approval in ${place}. Nothing was changed.`, {
      advice: `${typedCode("ask", place)} says what is open.`,
    });
  const answer = given.approve
    ? { decision: "approve", annotations: {} }
    : { decision: "revise", annotations: {}, feedback: given.reject };
  return [...answers, [waiting.id, answer]];
}

export const isWaiting = (asked: Asked): boolean => isApproval(asked) && asked.state === "open";

/** Sent back, or approved by an agent: the person may still say something else of it. */
export const isUndecided = (asked: Asked): boolean =>
  isApproval(asked) && asked.state === "answered" && !asked.closed && !isApproved(asked);

const byOf = ({ typed: own }: OpContext): By => (own ? "command" : "text");

/**
 * An agent that says that something is approved is no person: the person is asked. What a person typed is the person's
 * own word, of what was asked by then and shown to them.
 */
async function answerOne(lab: Lab, at: Place, id: string, given: unknown, context: OpContext): Promise<Taken> {
  const { journal, id: place } = at;
  const take = async (by: By, as = given): Promise<Taken> => ({
    did: "answered",
    asked: await journal.answer(id, as, by),
  });
  const { questions } = await journal.read();
  const asked = questions.find((each) => each.id === id);
  // What is said of a file is true of one that lies there: its bytes are read, and no facts that a call says.
  if (asked?.question.type === "ask_file" || asked?.question.type === "ask_image")
    return typeof given === "string"
      ? { did: "answered", asked: await answerWithFile(lab, context, at, asked, given) }
      : take(byOf(context), JSON.stringify(given));
  if (asked === undefined || !isApproval(asked)) return take(byOf(context));
  const read = readAnswer(asked.question, given);
  const approves = read.ok && "decision" in read.answer && read.answer.decision === "approve";
  if (context.typed !== null) {
    const asked_at = Date.parse(asked.asked_at);
    if (asked_at <= context.typed.getTime()) {
      const isUnseen = approves && !(await wasApprovalShown(lab, place, asked));
      return isUnseen ? { did: "unseen", asked } : take("command");
    }
    // Asked later than it is now: a clock was set back, and nobody can say what came first. The person is asked.
    if (asked_at <= lab.now().getTime())
      throw new LabError(`Not taken: ${id} was asked after that line was typed, and may be another text.`, {
        advice: `Read it (${typedCode("ask", place)}), then type ${typedCode("approve", place)} again.`,
      });
  }
  const taken = isApproved(asked);
  if (!read.ok || !(approves || taken)) return take("text");
  const text = truncate(clean(asked.question.text).text, 200);
  const permission = await context.permit({
    permission: "designlab_approve",
    pattern: place,
    question: isYourYes(text, place, taken),
    details: { question: id, experiment: place },
  });
  if (permission.allowed) return take(permission.door ?? "host");
  if (taken)
    throw new LabError(
      `Not taken: a person approved ${id}, and an agent's call takes no person's word back: ${permission.why}.`,
      {
        advice: `The person can type ${typedCode("answer", place, id, "reject: …")}, or change it on the page (${typedCode("open", place)}).`,
      },
    );
  throw new LabError(`Not approved: ${permission.why}. An agent's call is no person's word.`, {
    advice: `Approve it on the page (${typedCode("open", place)}), or type ${typedCode("approve", place)}.`,
  });
}
