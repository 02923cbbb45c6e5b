import type { TSchema } from "@sinclair/typebox";
import { patternOf } from "./pattern.ts";

/** A string of an experiment, and what kind it is, as an error names it: "a model's name". */
export type Known = { kind: string; text: string };

/** What a file has that it must not have; never the text itself. */
export type Leak = { file: string; kind: string };

/** Below so many characters a string says nothing by itself. */
const SHORTEST = 4;

/** Every key and every enumerated word of a schema, and which texts it allows beside them. */
export function vocabularyOf(schema: TSchema): { words: ReadonlySet<string>; patterns: readonly RegExp[] } {
  const words = new Set<string>();
  const patterns: RegExp[] = [];
  const visit = (each: TSchema): void => {
    if (typeof each.const === "string") words.add(each.const);
    if (typeof each.pattern === "string") patterns.push(patternOf(each.pattern, "u"));
    for (const [key, inner] of Object.entries((each.properties ?? {}) as Record<string, TSchema>)) {
      words.add(key);
      visit(inner);
    }
    for (const inner of [each.anyOf ?? [], each.items ?? []].flat() as TSchema[]) visit(inner);
  };
  visit(schema);
  return { words, patterns };
}

/** Every string and key of a JSON value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}

/**
 * What files hold that must not be in them: a word that is none of ours, or a string of what they are made of. `own` is
 * what they would say of anything: a name that is a word of it tells nothing. `foreign` is told of a word that is none of
 * the schema's.
 */
export function leaksIn(
  files: ReadonlyMap<string, string>,
  {
    value,
    schema,
    own,
    known,
    foreign: odd,
  }: { value: unknown; schema: TSchema; own: string; known: readonly Known[]; foreign: Leak },
): Leak[] {
  const { words, patterns } = vocabularyOf(schema);
  const isOurs = (text: string): boolean => words.has(text) || patterns.some((pattern) => pattern.test(text));
  const foreign = stringsIn(value).some((text) => !isOurs(text));
  const ours = folded([own, ...words].join("\n"));
  const kinds = new Map(known.map(({ kind, text }) => [folded(text), kind]));
  const told = [...kinds].filter(([text]) => isTelling(text) && !ours.includes(text));
  const found = [...files].flatMap(([file, text]) => {
    const searched = folded(text);
    return told.filter(([secret]) => searched.includes(secret)).map(([, kind]) => ({ file, kind }));
  });
  const all = [...(foreign ? [odd] : []), ...found];
  return all.filter((leak, at) => all.findIndex(({ file, kind }) => file === leak.file && kind === leak.kind) === at);
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/** Long enough, and no number alone: numbers are what the files are made of. */
const isTelling = (text: string): boolean => text.length >= SHORTEST && /\p{L}/u.test(text);

const KINDS: readonly [RegExp, string][] = [
  [/model|vendor|provider/u, "a model's name"],
  [/(?:^|_)ids?$|session|sha256|mac$/u, "an id"],
  [/^(?:by|name)$/u, "a name"],
  [/path|directory|target/u, "a path"],
  [/(?:^|_)at$|timestamp/u, "a time"],
  [/quote/u, "a quote"],
];

/** Every string in what is stored, with what kind it is by its key; names of models and paths also in their parts. */
export function knownIn(value: unknown, key = ""): Known[] {
  if (typeof value === "string") {
    const kind = KINDS.find(([pattern]) => pattern.test(key))?.[1] ?? "a text";
    const parts = /^[^\s]{1,400}$/u.test(value) ? value.split(/[/\\]/u) : kind === "a name" ? value.split(/\s+/u) : [];
    return [value, ...parts].map((text) => ({ kind, text }));
  }
  if (Array.isArray(value)) return value.flatMap((each) => knownIn(each, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [{ kind: "a name", text: name }, ...knownIn(inner, name)]);
}
