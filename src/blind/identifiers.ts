import { fold, skeletonOf } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";
import { SERIES } from "./head-keys.ts";
import type { HeadEntry } from "./heads.ts";
import { addName, emptyLexicon, type FoundName, findNames, type Lexicon } from "./names.ts";
import { isWordToo } from "./ordinary-names.ts";
import { isParticle, readPeople, wordsOfName } from "./people.ts";
import { titlesIn } from "./titles.ts";

/**
 * What a document can be told by, as its head says it: names of people, handles ("@ann"), addresses, links, and numbers
 * of a series ("rfc 12"). Plain strings, so that a plan can keep them.
 */
export function identifiersOf(entries: readonly HeadEntry[]): string[] {
  const all = entries.flatMap(({ kind, key, value }): string[] => {
    if (kind === "author" || kind === "person") return readPeople(value).people;
    // A part of an organisation is called by an ordinary word.
    if (kind === "group") return readPeople(value).people.filter((name) => /[\s@]/u.test(name));
    if (kind === "number") return numbersIn(key, value);
    if (kind !== "link" || OTHERS.test(fold(key).text)) return [];
    return [...linksIn(value), ...(ABOUT.test(fold(key).text) ? [] : numbersIn(key, value))];
  });
  return [...new Set(all)].filter((each) => each.length <= MAX_IDENTIFIER).slice(0, MAX_IDENTIFIERS);
}

/** Identifiers that are kept of one document, and characters of one. */
export const [MAX_IDENTIFIERS, MAX_IDENTIFIER] = [200, 200];

/** Links to documents other than this one, and to what was said about it. */
const OTHERS = /supersed|replac|obsolet|amend|ersetz|remplac|reempla|previous|prior|original|former/u;
const ABOUT = /resolution|discussion|thread|announcement|notes|pitch/u;
const URL = /https?:\/\/[^\s<>()[\]"'`|]{1,400}/giu;
const MAIL = /[\w.+%-]{1,64}(?:@| at )[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/giu;
const HANDLE = /(?<![\w@])(?:@|(?:github|gitlab|twitter|codeberg)\.(?:com|org)\/)[\p{L}\p{N}][\p{L}\p{N}_-]{0,40}/giu;
/** A word with a number behind it, as documents of a series are called: "RFC 12", "rfcs#12", "/pull/12", ":pep:`12`". */
const NUMBERED = /(?<![a-z])[a-z]{2,20}[-_ #/:`"]{0,4}\d{1,6}(?![\d.]\d|\d)/gu;
const COUNTED = /(?<![\w/#&])#\d{2,6}(?!\w)/gu;
const TITLE_NUMBER = patternOf(
  `^(?:title: {0,2})?["']?(?:(?:${SERIES})[ #_-]{0,2}\\d{1,6}\\b(?:[ ]?(?::|\\)|--?|\\.))?|0{0,4}\\d{1,6}(?=[-_.: ][^\\d]))`,
  "u",
);

const linksIn = (value: string): string[] => [...value.matchAll(URL)].map(([url]) => trimmed(url));

const trimmed = (url: string): string => url.replace(/[.,;:!?/]{1,4}$/u, "");

/** "rfc 12" for "RFC-0012", "rfcs#12" and the like. */
function numberOf(found: string): string {
  const [, word = "", number = ""] = /^([a-z]{1,20}?)s?[^a-z\d]{0,4}0{0,5}(\d{1,6})$/u.exec(found) ?? [];
  return `${word} ${number}`;
}

function numbersIn(key: string, value: string): string[] {
  const text = fold(value).text;
  const found = [...text.matchAll(NUMBERED)].flatMap(([each]) => (LINKED.test(each) ? [numberOf(each)] : []));
  const word = /^[a-z]{2,8}/u.exec(fold(key).text)?.[0] ?? "";
  const [bare] = /(?<![\w.])\d{1,6}(?![\w.])/u.exec(text) ?? [];
  const pulled = found.find((each) => /^(?:pull|rfc|pr) \d/u.test(each))?.replace(/^\w{1,4} /u, "");
  const number = pulled ?? bare?.replace(/^0{1,5}(?=\d)/u, "");
  if (number === undefined || !OWN_SERIES.test(word)) return found;
  return [
    ...found,
    `${word} ${number}`,
    ...(/pr|pull/u.test(fold(key).text) ? [`pr ${number}`, `pull ${number}`] : []),
  ];
}

/** A series with its number, or what stands for one in a link; any other word with a number names something else ("utf-8"). */
const LINKED = patternOf(`[a-z](?:#|/)\\d{1,6}$|^(?:${SERIES}|pr|pull|issue)s?[^a-z]`, "u");
const OWN_SERIES = patternOf(`^(?:${SERIES}|pr|pull|proposal)$`, "u");

/** The numbers that titles of a text begin with, where they are plainly those of a document: "RFC 2000: Generics". */
export const titleNumbers = (text: string, title: boolean): string[] =>
  titlesIn(fold(text).text, title).flatMap(({ line }) => {
    const [, series = "", number = "", sign = ""] = TITLED.exec(line) ?? [];
    return number !== "" && (sign !== "" || number.length < 4 || number.startsWith("0"))
      ? [`${series} ${withoutZeros(number)}`]
      : [];
  });

const withoutZeros = (number: string): string => number.replace(/^0{1,5}(?=\d)/u, "");

const TITLED = patternOf(
  `^(?:title: {0,2})?["']?(${SERIES})[ #_-]{0,2}(\\d{1,6})\\b[ ]?(:|\\)|--?|\\.(?!\\d)|$)?`,
  "u",
);

/** Identifiers as they are looked for in texts, with the words that are ordinary in these. */
export type KnownIdentifiers = {
  lexicon: Lexicon;
  /** Each name or word of one by its key, as it is written. */
  written: ReadonlyMap<string, readonly string[]>;
  plain: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  links: readonly string[];
  ordinary: ReadonlySet<string>;
  told: ReadonlySet<string>;
};

/** Prepares identifiers for texts that are masked together. `exempt`: words that everybody was given. */
export function collectIdentifiers(
  texts: readonly string[],
  identifiers: readonly string[],
  exempt = "",
): KnownIdentifiers {
  const lexicon = emptyLexicon();
  const written = new Map<string, string[]>();
  const [plain, numbers, links] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const add = (name: string, kind: "bare" | "ambiguous"): void => {
    addName(lexicon, name, { kind, spaced: true });
    const key = keyOf(name);
    written.set(key, [...(written.get(key) ?? []), name]);
  };
  for (const one of identifiers) {
    if (one.includes("://")) links.add(fold(one).text);
    else if (/^[a-z]{2,20} \d{1,6}$/u.test(one)) numbers.add(one);
    else if (one.startsWith("@")) addHandle(one, plain, add);
    else if (/@| at \S{1,80}\.|\[at\]|\(at\)/u.test(one)) plain.add(fold(one).text.replace(" at ", "@"));
    else for (const [name, kind] of formsOf(one)) add(name, kind);
  }
  const told = new Set(findNames(lexicon, skeletonOf(exempt)).map(({ key }) => key));
  return { lexicon, written, plain, numbers, links: [...links], ordinary: smallWords([...texts, exempt]), told };
}

function addHandle(handle: string, plain: Set<string>, add: (name: string, kind: "bare") => void): void {
  plain.add(fold(handle).text);
  // Letters and digits, or words joined by a hyphen, are no word of a text.
  const bare = handle.slice(1);
  if (bare.length >= MIN_HANDLE && /\p{L}\d|\d\p{L}|\p{L}[-_]\p{L}/u.test(bare)) add(bare, "bare");
}

const MIN_HANDLE = 5;

const keyOf = (name: string): string => (skeletonOf(name).text.match(/\p{L}+|\p{N}+/gu) ?? []).join("");

/** A name as a whole, without its initials, from its particle on, and its words. */
function formsOf(name: string): [string, "bare" | "ambiguous"][] {
  const words = name.split(/\s/u);
  const own = wordsOfName(name);
  const isUnspaced = /^\p{Lo}/u.test(name);
  const forms: [string, "bare" | "ambiguous"][] = words.length > 1 || isUnspaced ? [[name, "bare"]] : [];
  if (isUnspaced) return name.length > 1 ? forms : [];
  if (own.length > 1 && own.length < words.length) forms.push([own.join(" "), "bare"]);
  const particle = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word));
  if (particle > 0) forms.push([words.slice(particle).join(" "), "bare"]);
  return [...forms, ...own.map((word): [string, "ambiguous"] => [word, "ambiguous"])];
}

/** Words that stand in small letters in some text, folded. */
function smallWords(texts: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of texts) for (const [word] of text.matchAll(SMALL)) found.add(fold(word).text);
  return found;
}

const SMALL = /(?<![\p{L}\p{N}@/._-])\p{Ll}[\p{L}'’]{1,40}/gu;

export type TextSpan = { start: number; end: number };

/** Where a text names what is known of documents. `title`: it is a title, and a number that begins it may be its document's. */
export function findIdentifiers(text: string, known: KnownIdentifiers, title: boolean): TextSpan[] {
  const spans: TextSpan[] = [];
  const folded = fold(text);
  const add = (from: number, to: number): void => {
    spans.push({ start: folded.at[from] ?? 0, end: folded.at[to] ?? text.length });
  };
  if (known.links.length > 0)
    for (const { index, 0: url } of folded.text.matchAll(URL))
      if (known.links.some((link) => url.startsWith(link) && !/[\w-]/u.test(url.charAt(link.length))))
        add(index, index + trimmed(url).length);
  if (known.numbers.size > 0) {
    const values = new Set([...known.numbers].map((each) => each.split(" ")[1] ?? ""));
    for (const { index, 0: found } of folded.text.matchAll(NUMBERED))
      if (known.numbers.has(numberOf(found))) add(index, index + found.length);
    for (const { index, 0: found } of folded.text.matchAll(COUNTED))
      if (values.has(found.slice(1))) add(index, index + found.length);
    for (const { from, line } of titlesIn(folded.text, title)) {
      const [found = ""] = TITLE_NUMBER.exec(line) ?? [];
      const [number = ""] = /\d{1,6}/u.exec(found) ?? [];
      if (values.has(withoutZeros(number)))
        add(from + found.search(/(?<!\w)(?:[a-z]{2,4}[ #_-]{0,2})?\d/u), from + found.length);
    }
  }
  if (known.plain.size > 0) {
    for (const { index, 0: mail } of folded.text.matchAll(MAIL))
      if (known.plain.has(mail.replace(" at ", "@"))) add(index, index + mail.length);
    for (const { index, 0: handle } of folded.text.matchAll(HANDLE))
      if (known.plain.has(`@${handle.replace(/^@|^.*\//u, "")}`)) add(index, index + handle.length);
  }
  return known.written.size === 0 ? spans : [...spans, ...findPeople(text, known)];
}

function findPeople(text: string, known: KnownIdentifiers): TextSpan[] {
  const skeleton = skeletonOf(text);
  return findNames(known.lexicon, skeleton).flatMap((name) => {
    const start = skeleton.at[name.start] ?? 0;
    const end = (skeleton.at[name.end - 1] ?? 0) + 1;
    if (name.kind !== "bare" && isOfAnother(text.slice(end, end + MAX_NEXT), known)) return [];
    return isNamed(text.slice(start, end), name, known) ? [{ start, end }] : [];
  });
}

/** Whether a word of a name goes on as the name of somebody else: "Michael Hudson" where Michael Smith wrote it. */
function isOfAnother(rest: string, { written }: KnownIdentifiers): boolean {
  const [, next] = /^ (\p{Lu}[\p{Ll}'’-]{2,30})/u.exec(rest) ?? [];
  return next !== undefined && !written.has(keyOf(next)) && !isParticle(next.toLowerCase());
}

const MAX_NEXT = 40;

/** Whether what stands in a text is a person rather than a word that is ordinary in it. */
function isNamed(found: string, { key, kind }: FoundName, { ordinary, written, told }: KnownIdentifiers): boolean {
  if (told.has(key)) return false;
  const isSmall = /^\p{Ll}/u.test(found) && !/^\p{Ll}{1,5}\s/u.test(found);
  const names = written.get(key) ?? [];
  if (kind === "bare") {
    const words = (names[0] ?? "").split(/\s/u).map((word) => fold(word).text);
    return !(isSmall && words.length > 1 && words.every((word) => ordinary.has(word)));
  }
  if (isSmall || ordinary.has(key) || isWordToo(key)) return false;
  const isLoud = /^\p{Lu}+$/u.test(found);
  return !isLoud || found.length >= MIN_LOUD || names.some((name) => /^\p{Lu}+$/u.test(name));
}

/** Letters of a word in capitals that is hardly short for something. */
const MIN_LOUD = 6;
