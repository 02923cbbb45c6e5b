import { clean } from "./clean.ts";

/** Whether a reader would see nothing of a text: white space, what is taken out as invisible, and blank glyphs. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(clean(text).text);
}

/** U+2800 is a Braille cell without a dot: a symbol that is drawn as a space. */
const VISIBLE = /[^\s\p{Z}\p{C}\p{M}\u2800]/u;
