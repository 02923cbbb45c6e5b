/** What is said wherever a result waits for a person's vote, inside a sentence and at its beginning. */
export const WITHHELD = "held back until you have judged";
export const IS_WITHHELD = "Held back until you have judged";
/** In place of a model's name, and of a title, by which who judges would know whose it is. */
export const HIDDEN = "hidden until you have judged";
export const HIDDEN_AUTHOR = `an author who is ${HIDDEN}`;
