import { stemmer } from "stemmer";
import { wordsOfStart } from "./words.ts";

/** Characters that are compared: a text without blanks is divided in a time that grows with their square. */
const COMPARED = 1_000;
/** Letters from which on a word of a script with blanks says something. */
const LONG = 4;
const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;

/** Words that two texts share at least, and their share of all words of both, where they are about the same. */
const SHARED = 2;
const SHARE = 0.7;

/** The words of a text by which it is compared, whatever form they stand in. */
export function contentWords(text: string): Set<string> {
  return new Set(
    wordsOfStart(text, COMPARED)
      .filter((word) => DENSE.test(word) || word.length >= LONG)
      .map(stemmer),
  );
}

/** How much two texts are about the same by their words alone, from 0 to 1 (Dice's coefficient); 0 below what is much. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const share = (2 * shared) / Math.max(1, one.size + other.size);
  return shared >= SHARED && share >= SHARE ? share : 0;
}
