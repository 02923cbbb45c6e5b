import { setTimeout as sleep } from "node:timers/promises";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import type { Home } from "../store/private.ts";
import { NO, openWords, type WordAnswer } from "../store/words.ts";
import { clean } from "../text/clean.ts";

/** How long a terminal may take to show that it is there, and how long a person may take, milliseconds. */
export const PATIENCE = { shown: 3_000, said: 600_000 };
const LOOK_EVERY = 150;

const NOBODY =
  "no terminal of OpenCode with the lab's part is open here to ask the person in. Open one (OpenCode 1 loads the part " +
  "from tui.json), use the page in a browser, or type opencode-designlab in a terminal of your own";

/** What was said, or why nothing was. */
type HeardWord = { said: string } | { why: string };

/**
 * Asks for the person's own word in a dialog of the plugin's part in the terminal: whoever reaches the host, and a rule
 * or a flag of the host's, can answer what the host itself asks.
 */
export async function askForWord(
  place: Home & { directory: string },
  request: PermissionRequest,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Permission> {
  const heard = await hearWord(place, request, signal, patience);
  if ("why" in heard) return { allowed: false, why: heard.why };
  return heard.said === NO ? { allowed: false, why: "the person said no" } : { allowed: true, door: "host" };
}

/** Has the person choose one of several answers in the same dialog, or say no; what was said, or why nothing was. */
export async function hearWord(
  place: Home & { directory: string },
  { pattern, question, answers }: Pick<PermissionRequest, "pattern" | "question"> & { answers?: WordAnswer[] },
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<HeardWord> {
  const words = openWords(place, Date.now);
  const sentence = clean(question).text.replace(/\s+/gu, " ");
  const asked = { about: clean(pattern).text, sentence, ...(answers && { answers }) };
  const word = await words.ask(asked, patience.said).catch(() => null);
  if (word === null) return { why: `${NOBODY}; the person's private folder cannot be written` };
  try {
    let seen = false;
    for (let at = Date.now(); at <= word.until; at = Date.now()) {
      if (signal.aborted) return { why: "the call was stopped" };
      const said = await words.said(word);
      if (said !== null) return { said };
      seen ||= await words.isSeen(word);
      if (!seen && at > word.asked_at + patience.shown) return { why: NOBODY };
      await sleep(LOOK_EVERY);
    }
    return { why: `nobody answered within ${patience.said / 60_000} minutes` };
  } finally {
    await words.end(word);
  }
}
