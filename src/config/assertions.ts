import { clean, isBlank } from "../text/clean.ts";

/** Characters of one assertion. */
const MAX_ASSERTION = 300;

/** Assertions in one line each, without what nobody sees; one that differs in case or white space alone is merged with the first. */
export function tidyAssertions(texts: readonly string[]): string[] {
  const lines = texts.map(tidy);
  const keys = lines.map((line) => line.normalize("NFKC").toLowerCase());
  return lines.filter((line, at) => line !== "" && keys.indexOf(keys[at] ?? "") === at);
}

/** What is wrong with each that cannot be asked, by its place: what is needed and what was found. */
export function assertionProblems(texts: readonly string[]): { at: number; text: string }[] {
  return texts.flatMap((text, at) => {
    const { length } = tidy(text);
    if (!isBlank(text) && length <= MAX_ASSERTION) return [];
    const found = isBlank(text) ? "none that is seen" : length;
    return [{ at, text: `must have 1 to ${MAX_ASSERTION} characters, found ${found}` }];
  });
}

const tidy = (text: string): string => clean(text).text.replace(/\s+/gu, " ").trim();
