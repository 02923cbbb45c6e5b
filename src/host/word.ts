import { setTimeout as sleep } from "node:timers/promises";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import type { Home } from "../store/private.ts";
import { openWords } from "../store/words.ts";
import { clean } from "../text/clean.ts";

/** How long a terminal may take to show that it is there, and how long a person may take, milliseconds. */
export const PATIENCE = { shown: 3_000, said: 600_000 };
const LOOK_EVERY = 150;

const NOBODY =
  "no terminal of OpenCode with the lab's part is open here to ask the person in. Open one (OpenCode 1 loads the part " +
  "from tui.json), use the page in a browser, or type opencode-designlab in a terminal of your own";

/**
 * Asks for the person's own word in a dialog of the plugin's part in the terminal: whoever reaches the host, and a rule
 * or a flag of the host's, can answer what the host itself asks.
 */
export async function askForWord(
  place: Home & { directory: string },
  { pattern, question }: PermissionRequest,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<Permission> {
  const words = openWords(place, Date.now);
  const sentence = clean(question).text.replace(/\s+/gu, " ");
  const word = await words.ask({ about: clean(pattern).text, sentence }, patience.said).catch(() => null);
  if (word === null) return { allowed: false, why: `${NOBODY}; the person's private folder cannot be written` };
  try {
    let seen = false;
    for (let at = Date.now(); at <= word.until; at = Date.now()) {
      if (signal.aborted) return { allowed: false, why: "the call was stopped" };
      const said = await words.said(word);
      if (said !== null) return said ? { allowed: true, door: "host" } : { allowed: false, why: "the person said no" };
      seen ||= await words.isSeen(word);
      if (!seen && at > word.asked_at + patience.shown) return { allowed: false, why: NOBODY };
      await sleep(LOOK_EVERY);
    }
    return { allowed: false, why: `nobody answered within ${patience.said / 60_000} minutes` };
  } finally {
    await words.end(word);
  }
}
