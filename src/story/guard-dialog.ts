import type { WordAnswer } from "../store/words.ts";
import { clean } from "../text/clean.ts";
import { listText } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";

/** What a person may say to an edit that was refused twice. */
export const GATE_ANSWERS = {
  once: "Allow this edit",
  until_green: "Allow until green",
  off: "Turn the gate off",
} as const;
export type GateAnswerId = keyof typeof GATE_ANSWERS;

/** What a person is asked when the same edit was refused again: its files, why it was refused, and the answers. */
export function refusedTwice(
  files: readonly string[],
  reasons: readonly string[],
): { pattern: string; question: string; answers: WordAnswer[] } {
  const why = reasons.map((reason) => `“${truncate(clean(reason).text.replace(/\s+/gu, " "), REASON)}”`);
  return {
    pattern: "an edit",
    question: `Your agent wants to change ${listText(files, FILES)}. The gate refused it twice: ${why.join(", then ")}`,
    answers: Object.entries(GATE_ANSWERS).map(([value, title]) => ({ value, title })),
  };
}
const FILES = 3;
/** Characters of a reason that somebody else wrote. */
const REASON = 300;

/** What the agent reads besides, where a person was asked and let nothing through. */
export const refusedByPerson = (message: string): string =>
  `${message}\nThe person was asked just now and said no: do not try this edit again.`;

/** Said where the gate itself failed: it stands in nobody's way. */
export const gateFailed = (why: string): string =>
  `The gate could not look at this edit and let it through: ${why.replace(/\s+/gu, " ").trim()}`;
