import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { eng } from "stopword";
import { wordsOfStart } from "../text/words.ts";

/** Words that two texts have to share. */
const MIN_SHARED = 2;

/**
 * Those of the texts that share most with what is asked about, at least two words, the best first (BM25+ over stems of
 * words; no word that every text has counts for much).
 */
export function fitting<T>(
  asked: string,
  items: readonly T[],
  { text, most }: { text(item: T): string; most: number },
): T[] {
  const search = new MiniSearch<{ id: number; text: string }>({
    fields: ["text"],
    tokenize: (text) => wordsOfStart(text, MAX_COMPARED),
    processTerm: rootOf,
  });
  search.addAll(items.map((item, id) => ({ id, text: text(item) })));
  return search
    .search(asked, { combineWith: "OR" })
    .filter(({ queryTerms }) => new Set(queryTerms).size >= MIN_SHARED)
    .slice(0, most)
    .flatMap(({ id }) => items[id as number] ?? []);
}

/** Characters of a text whose words are compared. */
const MAX_COMPARED = 20_000;
const COMMON: ReadonlySet<string> = new Set(eng);

const rootOf = (word: string): string | null => (COMMON.has(word) || word.length < 2 ? null : stemmer(word));
