import type { Entrant } from "../artifacts/entrant.ts";
import { fold, foldSource } from "../text/fold.ts";
import { mapTexts } from "../text/map-texts.ts";
import { patternOf } from "../text/pattern.ts";
import { MASK } from "./blind.ts";
import { SERIES } from "./head-keys.ts";
import { STATUS_WORDS } from "./head-values.ts";
import { authorEntry, headsIn } from "./heads.ts";
import { collectIdentifiers, findIdentifiers, identifiersOf, type TextSpan, titleNumbers } from "./identifiers.ts";
import { readPeople } from "./people.ts";
import { revisionClaims } from "./revisions.ts";
import { titlesIn } from "./titles.ts";

/** What is known of documents beside a text: identifiers of those that join, and the words that everybody was given. */
export type DocumentContext = { identifiers?: readonly string[] | undefined; exempt?: string | undefined };

/**
 * Replaces by the mask of authors what a text says of itself as documents do: author, reviewers, approval, status, dates,
 * links, its own version and number, and that it is a revision or a merge. Whoever and whatever its head names is masked
 * in the whole text, but for words that are ordinary in it. `masked` holds each thing once.
 */
export function maskDocument(text: string, beside: DocumentContext = {}): { text: string; masked: string[] } {
  const { value, masked } = maskDocumentValue({ text }, beside);
  return { text: value.text, masked };
}

/** The same for every string inside a JSON value: what one of them names is masked in all. */
export function maskDocumentValue<T>(
  value: T,
  { identifiers = [], exempt }: DocumentContext = {},
): { value: T; masked: string[] } {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  const { title } = (value ?? {}) as { title?: unknown };
  const isTitle = (text: string): boolean => text === title || texts.length === 1;
  const heads = new Map(texts.map((text) => [text, headsIn(text)]));
  const own = identifiersOf([...heads.values()].flat());
  const numbers = texts.flatMap((text) => titleNumbers(text, isTitle(text)));
  const known = collectIdentifiers(texts, [...new Set([...identifiers, ...own, ...numbers])], exempt);
  const told = exempt === undefined ? texts : [...texts, exempt];
  const masked = new Set<string>();
  const change = (text: string): string => {
    const claims = revisionClaims(text, { title: isTitle(text), texts: told });
    const spans = joined(text, [
      ...(heads.get(text) ?? []),
      ...phrases(text, isTitle(text)),
      ...claims,
      ...findIdentifiers(text, known, isTitle(text)),
    ]);
    for (const { start, end } of spans) masked.add(text.slice(start, end));
    return replaced(text, spans);
  };
  return { value: mapTexts(value, change), masked: [...masked] };
}

function replaced(text: string, spans: readonly TextSpan[]): string {
  let masked = "";
  let from = 0;
  for (const { start, end } of spans) {
    masked += `${text.slice(from, start)}${MASK}`;
    from = end;
  }
  return masked + text.slice(from);
}

/** Names, handles, addresses, links and numbers by which the head of a document, and its file's name, tell which it is. */
export function identifiersIn(text: string, file = ""): string[] {
  const own = [...identifiersOf(headsIn(text)), ...titleNumbers(text, true)];
  return [...new Set([...own, ...numbersOfFile(file, own)])];
}

/** The number of a file or its folder in a series: "docs/adr/0007-use-postgres.md", "keps/753-sidecars/README.md". */
function numbersOfFile(file: string, own: readonly string[]): string[] {
  const parts = file.split("/").slice(-8);
  const name = parts.findLast((part) => NUMBERED.test(part)) ?? "";
  const [, kind = "", number = ""] = NUMBERED.exec(name) ?? [];
  const plain = number.replace(/^0{1,5}(?=\d)/u, "");
  if (plain === "") return [];
  const folder = parts.map((part) => FOLDER.exec(part)?.[1]).findLast((part) => part !== undefined);
  const series = (kind || folder || "").toLowerCase();
  const isOwn = own.some((each) => each.endsWith(` ${plain}`));
  // An RFC of four digits that nothing else in the head confirms is more likely a standard of the internet.
  return series !== "" && (isOwn || series !== "rfc" || plain.length < 4) ? [`${series} ${plain}`] : [];
}

const NUMBERED = patternOf(`^(?:(${SERIES})s?[-_ ]{0,2})?(\\d{1,6})(?=[-_. ])`, "iu");
const FOLDER = patternOf(`^(${SERIES})s?$`, "iu");

/** What a document is known by, to be masked as a model's name is: who wrote it, and the number that its file's name has. */
export function namesOfDocument({ file, author }: Pick<Entrant, "file" | "author">): string[] {
  const people = author === undefined ? [] : readPeople(author).people.filter((each) => !each.includes("@"));
  const names = people.length > 0 || author === undefined ? people : [author];
  return [...names, ...numbersOfFile(file, [])];
}

/** Who wrote a document by its head; null where it does not say it. */
export function authorSaid(text: string): string | null {
  const said = authorEntry(text);
  if (said === undefined) return null;
  const { people } = readPeople(said.value);
  const names = people.filter((each) => !each.includes("@"));
  const written = said.value.replace(/[*_|>]/gu, "").trim();
  // One plain line stays as it is; of a list, and beside addresses and links, the names are taken.
  return /[\n@[\]<:"]/u.test(written) && people.length > 0 ? (names.length > 0 ? names : people).join(", ") : written;
}

const SELF = "(?:this|the present|the above)";
const OWN =
  "(?:design doc(?:ument)?|design|proposal|rfc|adr|architecture decision(?: record)?|spec(?:ification)?|document|draft)";
const APPROVED = "(?:pre-?)?(?:approved|accepted|ratified|signed off|endorsed|adopted|agreed(?! (?:to|that|with)\\b))";
const WRITTEN = "(?:written|created|drafted|authored|published|updated|revised|proposed|prepared|reviewed)";

/** Phrases by which a text speaks of itself; what a class or a group of them repeats has a bound. */
const PHRASES: readonly RegExp[] = [
  `\\b${SELF} ${OWN}(?: \\d{1,5})?,? (?:is|was|has been|had been|got)(?: (?:now|already|hereby|first|last|originally|\\w{2,14}ly)){0,2} (?:${APPROVED}\\b[^.!?\\n]{0,120}|${WRITTEN} (?:in|on|at|by|during)\\b[^.!?\\n]{0,100})`,
  `\\b[a-z][^.!?\\n]{0,80} ${APPROVED}(?: on)? ${SELF} ${OWN}\\b[^.!?\\n]{0,80}`,
  `\\bthis (?:${SERIES})\\b`,
].map((source) => patternOf(foldSource(source), "gmu"));

/** A number or a state at the beginning or the end of a title. */
const TITLED: readonly RegExp[] = [
  `^(?:${SERIES})[ #_-]{0,2}(?:(?:0\\d{1,4}|\\d{1,3})\\b(?:[ ]?(?::|\\)|--?|\\.))?|\\d{4,5}[ ]?(?::|\\)|--?|\\.(?= )))`,
  `(?:\\bv\\d{1,3}(?:\\.\\d{1,3}){0,2}[ ]?)?[(\\[](?:${STATUS_WORDS})[)\\]]$`,
].map((source) => patternOf(foldSource(source), "u"));

function phrases(text: string, title: boolean): TextSpan[] {
  const folded = fold(text);
  const spanOf = (from: number, length: number): TextSpan => ({
    start: folded.at[from] ?? 0,
    end: folded.at[from + length] ?? text.length,
  });
  const said = PHRASES.flatMap((pattern) =>
    [...folded.text.matchAll(pattern)].map(({ index, 0: found }) => spanOf(index, found.length)),
  );
  const titled = titlesIn(folded.text, title).flatMap(({ from, line }) =>
    TITLED.flatMap((pattern) => {
      const found = pattern.exec(line);
      return found === null ? [] : [spanOf(from + found.index, found[0].length)];
    }),
  );
  return [...said, ...titled];
}

/** Spans from left to right, those as one between which nothing stands. */
function joined(text: string, spans: readonly TextSpan[]): TextSpan[] {
  const result: TextSpan[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && text.slice(last.end, start).trim() === "") last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
