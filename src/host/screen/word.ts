import { randomInt } from "node:crypto";
import type { Home } from "../../store/private.ts";
import { codeShown, screenCodes } from "../../store/screen-codes.ts";
import { type AskedWord, openWords, NO as REFUSED, YES } from "../../store/words.ts";
import { ownWordAsked, pageOfCode, SCREEN, yesByLetters } from "../../story/screen.ts";
import { pagesOf } from "../../text/pages.ts";
import type { ScreenPlaces } from "./ledgers.ts";
import type { Dialogs } from "./questions.ts";

/** How often it is looked whether a word is asked for, milliseconds. */
const LOOK_EVERY = 400;
/** Columns of a sentence that a dialog shows at once on the smallest terminal. */
export const DIALOG_ROOM = 360;

const NO = { value: "no", title: "No", description: "Nothing happens" };
const MORE = { value: "more", title: "Read on" };

/**
 * Asks the person for each word that a host of this project waits for, one dialog after the other, until the function
 * that it returns is called. Esc says no, and a key that was meant for something else approves nothing.
 */
export function askForWords(
  place: () => Home & { directory: string },
  dialogs: Pick<Dialogs, "select" | "prompt" | "say">,
): () => void {
  let asking = false;
  let looking = false;
  /** What was asked here is asked once, whatever a look that began before still saw. */
  const asked = new Set<string>();
  const ask = async (word: AskedWord): Promise<void> => {
    asking = true;
    asked.add(word.id);
    try {
      const words = openWords(place(), Date.now);
      if (word.answers?.length === 0) {
        dialogs.say(word.sentence);
        return words.end(word);
      }
      const said = await askWhole(word, dialogs);
      const taken = await words.say(word, said);
      if (!taken && said !== REFUSED) dialogs.say(SCREEN.late);
    } finally {
      asking = false;
    }
  };
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const waiting = await openWords(place(), Date.now).waiting();
      const first = waiting.find(({ id }) => !asked.has(id));
      if (first !== undefined && !asking) void ask(first).catch(() => undefined);
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY);
  return () => clearInterval(timer);
}

/** What the person says to all of the sentence. */
async function askWhole(
  { about, sentence, answers }: AskedWord,
  dialogs: Pick<Dialogs, "select" | "prompt">,
): Promise<string> {
  const pages = pagesOf(ownWordAsked(about, sentence), DIALOG_ROOM);
  for (const page of pages.slice(0, -1)) if ((await dialogs.select(`${page} …`, [MORE, NO])) !== "more") return REFUSED;
  const last = pages.at(-1) ?? "";
  if (answers === undefined) return (await typesLetters(dialogs, last)) ? YES : REFUSED;
  const chosen = await dialogs.select(last, [...answers, NO]);
  const answer = answers.find(({ value }) => value === chosen);
  if (answer === undefined) return REFUSED;
  return (await typesLetters(dialogs, `${answer.title}.`)) ? answer.value : REFUSED;
}

/** Letters that are told apart in every typeface, and how many of them a dialog shows. */
const LETTERS = "ACDEFHJKLMNPQRTUVWXY";
const MOST = 4;
/** How often a person may mistype. */
const TRIES = 3;

/**
 * Whether the person types the letters that this dialog alone shows; Esc and no say no. A list is no proof: whoever reaches the
 * host can have its screen choose and press what stands there.
 */
export async function typesLetters({ prompt }: Pick<Dialogs, "prompt">, sentence: string): Promise<boolean> {
  for (let tries = TRIES; tries > 0; tries--) {
    const letters = Array.from({ length: MOST }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    const typed = await prompt(yesByLetters(sentence, letters), letters);
    const said = typed?.trim().toUpperCase() ?? "";
    if (said === letters) return true;
    if (["", "N", "NO"].includes(said)) return false;
  }
  return false;
}

/** Shows the codes that pages of the project wait for, until the person leaves them: a message would be gone too soon. */
export async function showCodesOnScreen(places: ScreenPlaces, { select, say }: Dialogs): Promise<void> {
  const codes = await screenCodes(places, Date.now());
  if (codes.length === 0) return say(SCREEN.noCode);
  await select(
    SCREEN.codes,
    codes.map(({ code, port }) => ({ value: code, title: codeShown(code), description: pageOfCode(port) })),
  );
}
