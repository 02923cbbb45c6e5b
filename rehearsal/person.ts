import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { textOf, understood } from "../src/questions/check.ts";
import { openJournal } from "../src/questions/journal.ts";
import { type Asked, isApproval } from "../src/questions/replay.ts";
import type { Home } from "../src/store/private.ts";

/** Milliseconds between two looks, and in which an answer is thought of. */
const THINKS = 400;

/** What a scripted person says to a question, by its text and by how many were asked before; null skips it. */
export type Answering = (question: string, before: number) => string | null;

/**
 * Answers every question of the experiments in a base folder as somebody on the page would, and approves the brief,
 * until `ended`. Says what was asked and answered.
 */
export async function playPerson(
  base: string,
  person: Home,
  { answering, ended, say }: { answering: Answering; ended: AbortSignal; say: (...lines: string[]) => void },
): Promise<void> {
  let answered = 0;
  while (!ended.aborted) {
    await Bun.sleep(THINKS);
    const names = existsSync(base) ? readdirSync(base).filter((name) => /^\d/u.test(name)) : [];
    for (const name of names) {
      const journal = openJournal(join(base, name), () => new Date(), person);
      const { questions } = await journal.read();
      const open = questions.find(({ state }) => state === "open");
      if (open === undefined) continue;
      say(asText(open));
      const answer = isApproval(open) ? "approve" : answering(open.question.text, answered++);
      const done = answer === null ? journal.skip(open.id, "page") : journal.answer(open.id, answer, "page");
      const after = await done;
      const said = after.answer === null ? "skipped" : understood(after.question, after.answer);
      say(`  The scripted person: ${answer ?? "skip"} (${said})`, "");
    }
  }
}

/** The question as a terminal reads it, a little to the right; of a document to approve what it is about. */
function asText(asked: Asked): string {
  const { question } = asked;
  return textOf(question)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `  ${line}`)
    .join("\n");
}
