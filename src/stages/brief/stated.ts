import type { RequirementLists } from "../../artifacts/requirement.ts";
import { comparable, passageFinder, type Span } from "../../blind/quotes.ts";
import { clean } from "../../text/clean.ts";

/** What a task says in its own words, and what somebody held to stand in it that does not. */
export type Stated = { lists: RequirementLists; invented: string[] };

/** Requirements of one kind that are taken. */
const MOST = 20;

/**
 * What of the sentences that a model lists really stands in the task: each in the task's own words and from the
 * beginning of its clause to the end, so that no "not" is left out; what is listed twice is taken once.
 */
export function statedIn(task: string, listed: Partial<RequirementLists>): Stated {
  const text = clean(task).text;
  const find = passageFinder(text);
  const clauses = clausesOf(text);
  const whole = clauseFinder(text, clauses);
  const taken: Span[] = [];
  const invented: string[] = [];
  const take = (sentences: readonly string[] = []): string[] =>
    sentences.slice(0, MOST).flatMap((sentence) => {
      const found = find(sentence) ?? whole(sentence);
      if (found === null) invented.push(sentence);
      if (found === null) return [];
      const passage = widened(found, clauses);
      if (taken.some(({ start, end }) => passage.start < end && start < passage.end)) return [];
      taken.push(passage);
      return tidy(text.slice(passage.start, passage.end));
    });
  return {
    lists: {
      requirements: take(listed.requirements),
      constraints: take(listed.constraints),
      non_functional_requirements: take(listed.non_functional_requirements),
    },
    invented,
  };
}

/** Whether a task may state anything beside what is to be designed: one of a single clause does not. */
export function mayState(task: string): boolean {
  return clausesOf(clean(task).text).length > 1;
}

/** Words under which a text is short, and of a further clause that states something. */
const FEW = 40;
const STATES = 3;
/** Characters past which no text is short; a text without blanks is divided in a time that grows with their square. */
const SHORT = 1_000;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** Whether a text has few words, and after its first clause none that states anything. */
export function saysLittle(text: string): boolean {
  const wordsIn = (part: string): number => [...WORDS.segment(part)].filter(({ isWordLike }) => isWordLike).length;
  if (text.length > SHORT || wordsIn(text) >= FEW) return false;
  return !clausesOf(text)
    .slice(1)
    .some(({ start, end }) => wordsIn(text.slice(start, end)) >= STATES);
}

/** Ends of clauses: signs before white space, those of scripts without it, a dash in between, and lines that begin anew. */
const ENDS =
  /[.!?;:,]["'\u201D\u2019)\]]{0,3}(?=\s|$)|[\u3002\uFF01\uFF1F\uFF1B\uFF1A\uFF0C\u3001]|[ \t](?=[-\u2013\u2014][ \t])|\n(?=[ \t]{0,40}(?:\n|[-*+#\u2022]|\d{1,3}[.)]|\p{Lu}|\p{Lo}))/gu;

function clausesOf(text: string): Span[] {
  const ends = [...Array.from(text.matchAll(ENDS), ({ index, 0: end }) => index + end.length), text.length];
  return ends
    .map((end, at) => ({ start: ends[at - 1] ?? 0, end }))
    .filter(({ start, end }) => /[\p{L}\p{N}]{2}|\p{Lo}/u.test(text.slice(start, end)));
}

/** Finds a sentence that is too short to be looked for anywhere where it is a whole clause. */
function clauseFinder(text: string, clauses: readonly Span[]): (sentence: string) => Span | null {
  const bare = (part: string): string => comparable(tidy(part)).replace(/\p{P}$/u, "");
  let known: Map<string, Span> | null = null;
  return (sentence) => {
    known ??= new Map(clauses.map((clause) => [bare(text.slice(clause.start, clause.end)), clause]));
    return known.get(bare(sentence)) ?? null;
  };
}

function widened({ start, end }: Span, clauses: readonly Span[]): Span {
  const touched = clauses.filter((clause) => clause.start < end && start < clause.end);
  return { start: touched[0]?.start ?? start, end: touched.at(-1)?.end ?? end };
}

/** A passage in one line, without what marks an item of a list or leads on to the next clause. */
function tidy(passage: string): string {
  const line = passage.replace(/\s+/gu, " ").trim();
  return line
    .replace(/^(?:[-\u2013\u2014*+#>\u2022]+|\d{1,3}[.)]) /u, "")
    .replace(/[,;:\uFF0C\u3001\uFF1B\uFF1A]$/u, "");
}
