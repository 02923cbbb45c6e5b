import { LabError, UsageError } from "../errors.ts";
import { readAnswer } from "../questions/check.ts";
import type { Journal } from "../questions/journal.ts";
import { type Asked, type By, isApproval } from "../questions/replay.ts";
import { clean } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";
import { typed } from "../text/typed.ts";
import type { Taken } from "../views/markdown/questions-text.ts";
import type { Place } from "./asked.ts";
import type { OpContext } from "./op.ts";

/** What a call answers: by id, or what waits for approval. */
type Given = {
  answers?: Readonly<Record<string, unknown>> | undefined;
  approve?: true | undefined;
  reject?: string | undefined;
};

/** Answers of one call; a person has no more questions. */
const MAX_ANSWERS = 500;

/** Takes in what can be taken, each by itself: one that is refused costs none of the others. */
export async function takeAll(
  { journal, id: place }: Pick<Place, "journal" | "id">,
  given: Given,
  context: OpContext,
): Promise<Taken[]> {
  const answers = await answersOf(journal, given, place);
  if (answers.length > MAX_ANSWERS) {
    throw new UsageError(`Cannot take ${answers.length} answers: at most ${MAX_ANSWERS}. Nothing was changed.`);
  }
  const taken: Taken[] = [];
  for (const [id, answer] of answers) {
    try {
      if (answer === null) taken.push({ did: "skipped", asked: await journal.skip(id, byOf(context)) });
      else taken.push({ did: "answered", asked: await answerOne(journal, id, asTyped(answer), context) });
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      taken.push({ did: "refused", id, why: [error.message, error.advice].filter((each) => each !== "").join(" ") });
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
  const waiting = (await journal.read()).questions.findLast(isWaiting);
  if (waiting === undefined)
    throw new UsageError(`Nothing waits for approval in ${place}. Nothing was changed.`, {
      advice: `${typed("ask", place)} says what is open.`,
    });
  const answer = given.approve
    ? { decision: "approve", annotations: {} }
    : { decision: "revise", annotations: {}, feedback: given.reject };
  return [...answers, [waiting.id, answer]];
}

export const isWaiting = (asked: Asked): boolean => isApproval(asked) && asked.state === "open";

const byOf = ({ typed: own }: OpContext): By => (own ? "command" : "text");

/**
 * An agent that says that something is approved is no person: the person is asked. What a person typed is the person's
 * own word.
 */
async function answerOne(journal: Journal, id: string, given: unknown, context: OpContext): Promise<Asked> {
  const { questions } = await journal.read();
  const asked = questions.find((each) => each.id === id);
  if (asked === undefined || !isApproval(asked) || context.typed) return journal.answer(id, given, byOf(context));
  const read = readAnswer(asked.question, given);
  if (!read.ok || !("decision" in read.answer) || read.answer.decision !== "approve")
    return journal.answer(id, given, "text");
  const { text } = asked.question;
  const permission = await context.permit({
    permission: "designlab_approve",
    pattern: id,
    question: `${truncate(clean(text).text, 200)} An agent says yes. Do you approve it?`,
    details: { question: id },
  });
  if (permission.allowed) return journal.answer(id, given, "host");
  throw new LabError(`Not approved: ${permission.why}. An agent's call is no person's word.`, {
    advice: `Approve it on the page (${typed("open")}), or type ${typed("approve")}.`,
  });
}
