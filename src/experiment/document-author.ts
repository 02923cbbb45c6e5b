import { authorSaid, identifiersIn } from "../blind/documents.ts";
import { clean, isBlank } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";

/** Characters of an author's name. */
const MAX_AUTHOR = 100;
/** Lines of a text in which it says who wrote it. */
const HEAD = 60;

/** Who wrote a document by its head, in any form and language that is masked. */
export const authorToldIn = (text: string): string | undefined =>
  authorIn(authorSaid(text.split("\n", HEAD).join("\n")));

/** A name on one line; undefined where nothing is named. */
export function authorIn(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const name = clean(given).text.replace(/\s+/gu, " ").trim();
  return isBlank(name) ? undefined : truncate(name, MAX_AUTHOR);
}

/** The people and numbers that the head of a document names, and the number in its file's name; each is masked. */
export const findDocumentIdentifiers = (text: string, file: string): string[] => identifiersIn(text, file);
