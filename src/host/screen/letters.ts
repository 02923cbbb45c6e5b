import { randomInt } from "node:crypto";
import type { Dialogs } from "./questions.ts";

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
    const typed = await prompt(`${sentence} To say yes, type ${letters}; Esc says no.`, letters);
    const said = typed?.trim().toUpperCase() ?? "";
    if (said === letters) return true;
    if (["", "N", "NO"].includes(said)) return false;
  }
  return false;
}
