import type { Vote } from "../artifacts/vote.ts";
import { design, listed, type Sentence, say, words } from "./sentence.ts";

/** Designs that are named before the rest is counted. */
const MAX_DESIGNS = 6;

/** Letters of a person's own that these words name, and whose they are. */
export function lettersIn(
  text: string,
  { shown }: Pick<Vote, "shown"> = { shown: [] },
): { letter: string; design_id: string }[] {
  const named = new Set(text.match(/(?<!\p{L})[A-Z]{1,3}(?!\p{L})/gu));
  return shown.filter(({ letter }) => named.has(letter));
}

/** " (N is B and O is C)" behind such words; nothing where they name none. */
export function calledSo(letters: readonly { letter: string; design_id: string }[]): Sentence {
  if (letters.length === 0) return [];
  const each = letters.map(({ letter, design_id }) => say`${words(letter)} is ${design(design_id)}`);
  return say` (${listed(each, MAX_DESIGNS)})`;
}
