import type { Sentence } from "../../story/sentence.ts";
import { OUTCOME_TITLE } from "../../story/work-done.ts";
import { drawn } from "./drawn.ts";

const HEADING = `## ${OUTCOME_TITLE}`;

/** A record with one more line at its end on how it turned out, with the bullet of its other lists, all before it as it was. */
export function withOutcome(text: string, said: Sentence): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const whole = text === "" || text.endsWith("\n") ? text : `${text}${end}`;
  const last = whole.lastIndexOf(HEADING);
  const isLast = last >= 0 && !whole.slice(last + HEADING.length).includes(`${end}#`);
  const bullet = text.match(/^[*-](?= )/gmu)?.at(-1) ?? "-";
  return `${whole}${isLast ? "" : `${end}${HEADING}${end}${end}`}${bullet} ${drawn(said)}${end}`;
}
