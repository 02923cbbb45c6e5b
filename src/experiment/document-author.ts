import { authorSaid, isAuthorKey } from "../blind/documents.ts";
import { clean, isBlank } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";
import { yamlDocument } from "../text/yaml.ts";

/** Characters of an author's name. */
const MAX_AUTHOR = 100;
/** Lines of a text that are its head, and characters of one that are looked at. */
const [HEAD, MAX_LINE] = [30, 300];

/** Who wrote a document by its front matter, else by a line of its head: "Author: Ann Smith", in any language that is masked. */
export function authorToldIn(text: string): string | undefined {
  const [, front = ""] = /^---[ \t]*\n((?:[^\n]{0,1000}\n){0,60}?)---[ \t]*(?:\n|$)/u.exec(text) ?? [];
  return authorIn(namedIn(frontOf(front))) ?? authorInHead(text);
}

/** A name on one line; undefined where nothing is named. */
export function authorIn(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const name = clean(given).text.replace(/\s+/gu, " ").trim();
  return isBlank(name) ? undefined : truncate(name, MAX_AUTHOR);
}

function authorInHead(text: string): string | undefined {
  for (const line of text.split("\n", HEAD)) {
    const author = authorIn(authorSaid(line.slice(0, MAX_LINE)));
    if (author !== undefined) return author;
  }
  return undefined;
}

/** What a front matter holds for the first key of an author that names one; a list's names as one. */
function namedIn(front: Record<string, unknown>): string | undefined {
  const keys = Object.keys(front).filter(isAuthorKey);
  const all = keys.map((key) => [front[key]].flat().filter((each) => typeof each === "string"));
  return all.find((names) => names.length > 0)?.join(", ");
}

function frontOf(front: string): Record<string, unknown> {
  try {
    const read: unknown = yamlDocument(front).toJS({ maxAliasCount: 0 });
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
