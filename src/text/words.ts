const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text's first characters in small letters, of any script, of those that put no blanks between them too. */
export function wordsOfStart(text: string, most: number): string[] {
  const start = text.slice(0, most).normalize("NFKC").toLowerCase();
  return [...WORDS.segment(start)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
}
