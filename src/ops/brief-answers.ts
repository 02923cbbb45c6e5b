import { LabError, UsageError } from "../errors.ts";
import { readAnswer, understood } from "../questions/check.ts";
import type { Journal } from "../questions/journal.ts";
import { isApproval } from "../stages/brief/standing.ts";
import { join, type Markdown, md, prose } from "../text/markdown.ts";
import { found } from "../text/wording.ts";

/** What came of answers: what was understood of each that was taken, and why the others were not. */
export type Taken = { taken: Markdown[]; refused: Markdown[] };

/** Answers of one call; a person has no more questions. */
const MAX_ANSWERS = 500;

/** Takes answers in, each for itself: one that cannot be taken loses no other. Throws UsageError for what holds none. */
export async function takeAnswers(journal: Journal, given: unknown): Promise<Taken> {
  const answers = Object.entries(asObject(given));
  if (answers.length > MAX_ANSWERS)
    throw new UsageError(`Cannot take ${answers.length} answers: at most ${MAX_ANSWERS}.`);
  const came: Taken = { taken: [], refused: [] };
  for (const [id, answer] of answers) {
    try {
      came.taken.push(await take(journal, id, answer));
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      came.refused.push(join([prose(error.message), ...(error.advice === "" ? [] : [prose(error.advice)])], " "));
    }
  }
  return came;
}

async function take(journal: Journal, id: string, given: unknown): Promise<Markdown> {
  if (given === null) {
    await journal.skip(id, "text");
    return md`${prose(id)}: skipped.`;
  }
  const typed = typeof given === "number" || typeof given === "boolean" ? (WORDS.get(given) ?? String(given)) : given;
  await refuseApproval(journal, id, typed);
  const { question, answer } = await journal.answer(id, typed, "text");
  return md`${prose(id)}: ${answer === null ? "" : understood(question, answer)}`;
}

const WORDS = new Map<unknown, string>([
  [true, "yes"],
  [false, "no"],
]);

/** An agent may carry a person's no, whose words are taken up, but nobody's yes. */
async function refuseApproval(journal: Journal, id: string, given: unknown): Promise<void> {
  if (!isApproval(id)) return;
  const { questions } = await journal.read();
  const asked = questions.find((each) => each.id === id);
  const read = asked && readAnswer(asked.question, given);
  if (!read?.ok || !("decision" in read.answer) || read.answer.decision !== "approve") return;
  throw new UsageError(
    "Cannot approve the brief by a call: an agent's call is no person's word. Nothing was changed.",
    {
      advice: "The person types /design-lab approve, or approves it on the page.",
    },
  );
}

function asObject(given: unknown): Record<string, unknown> {
  if (given === undefined) return {};
  const value = typeof given === "string" ? parsed(given) : given;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`Cannot take the answers: needed is an object such as {"q1": "b"}, found ${found(given)}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
