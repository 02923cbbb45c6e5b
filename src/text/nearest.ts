import { distance } from "fastest-levenshtein";

/** Past this share of changed letters two names have nothing to do with each other. */
const CUT_OFF = 0.4;
const LONGEST = 200;

/**
 * The candidates that someone who wrote `word` may have meant, nearest first, at most `limit`, none when all are far.
 * Case is ignored. Of a model id (provider/model) the part after the slash counts too, and so do a shared beginning,
 * a part of the name and the same words with other separators: "gpt5" finds "openai/gpt-5".
 */
export function nearest(word: string, candidates: readonly string[], limit = 3): string[] {
  const wanted = forms(word);
  return [...new Set(candidates)]
    .map((name) => ({ name, far: remoteness(wanted, forms(name)) }))
    .filter(({ far }) => far <= CUT_OFF)
    .sort((a, b) => a.far - b.far || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

type Forms = { whole: string; tail: string; tight: string; tightTail: string; words: string[] };

function forms(text: string): Forms {
  const whole = text.slice(0, LONGEST).toLowerCase().trim();
  const tail = whole.slice(whole.indexOf("/") + 1);
  return { whole, tail, tight: squeeze(whole), tightTail: squeeze(tail), words: wordsOf(tail) };
}

/** 0 for the same name, 1 for nothing in common. */
function remoteness(a: Forms, b: Forms): number {
  if (a.whole === "" || b.whole === "") return 1;
  if (a.whole === b.whole) return 0;
  if (a.tight !== "" && (a.tight === b.tight || a.tight === b.tightTail)) return 0.05;
  return Math.min(
    changed(a.whole, b.whole),
    0.1 + changed(a.tail, b.tail),
    0.1 + changed(a.whole, b.tail),
    0.15 + contained(a.tightTail, b.tight),
    0.2 + shared(a.words, b.words),
  );
}

function changed(a: string, b: string): number {
  return distance(a, b) / Math.max(a.length, b.length, 1);
}

/** Small when one holds the other, from three letters on; it grows with what is left over. */
function contained(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3 || !long.includes(short)) return 1;
  return 0.2 * (1 - short.length / long.length);
}

/** Small when every word asked for stands in the candidate. */
function shared(asked: readonly string[], offered: readonly string[]): number {
  if (asked.length === 0 || !asked.every((word) => offered.includes(word))) return 1;
  return 0.2 * (1 - asked.length / Math.max(offered.length, asked.length));
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}{2,}|\p{N}+/gu) ?? [];
}

/**
 * The names of which `word` is a slip of the keyboard, nearest first: a letter too many, too few or another, two such
 * from six letters on, or letters in another order. Stricter than nearest(): ordinary words are to stay what they are.
 */
export function slipsOf(word: string, names: readonly string[]): string[] {
  const wanted = squeeze(word.slice(0, LONGEST).toLowerCase());
  return names
    .map((name) => ({ name, plain: squeeze(name.toLowerCase()) }))
    .map(({ name, plain }) => ({ name, plain, far: distance(wanted, plain) }))
    .filter(({ plain, far }) => {
      if (wanted.length < 3 || far === 0) return wanted.length >= 3;
      return far <= (plain.length >= 6 ? 2 : 1) || (far === 2 && sorted(wanted) === sorted(plain));
    })
    .sort((a, b) => a.far - b.far)
    .map(({ name }) => name);
}

const sorted = (text: string): string => [...text].sort().join("");
