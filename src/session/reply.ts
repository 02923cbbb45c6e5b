import { type Static, type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import { cleanValue } from "../text/clean.ts";
import { mismatch, type PatternWords, pathText, pointerPath } from "../text/wording.ts";
import { asMeant, parseLenient } from "./lenient-json.ts";

/** A model's text as a value of the schema, or what is wrong with it, in sentences that the model can act on. */
export type ParsedReply<T> = { ok: true; value: T; dropped: string[] } | { ok: false; errors: string[] };

const MAX_ERRORS = 12;
const MAX_CANDIDATES = 40;
/** A text beyond this is not read; with white space and escapes it is several times what an answer may hold. */
const MAX_TEXT = 10 * BOUNDS.answer.characters;
/** Keys beside the schema that are named, and how much of each; the rest is counted. */
const MAX_DROPPED = 50;
const MAX_PATH = 120;

/**
 * What of a text is enough where no repair is left: read as `readReply` reads, and without what is optional in `least`
 * and does not fit.
 */
export function readUsable<S extends TSchema>(
  text: string,
  least: S,
  check: (value: Static<S>) => string[],
): ParsedReply<Static<S>> {
  return readReply(text, least, check, { prepare: (value) => withoutMisfits(least, value) });
}

/**
 * Reads one JSON object out of a model's text: as it stands, out of a code fence or the prose around it, and last
 * as models misspell it (trailing commas, single quotes, comments); `asMeant` reads its empty fields and its words.
 * Keys beside the schema are dropped and named.
 * A value beyond `BOUNDS.answer` is refused before anything walks it. Time grows with the length of the text.
 * `check` adds what a schema cannot say; it gets only values that fit the schema. `prepare` gets the value first; `called`
 * names a place of it where something is wrong.
 */
export function readReply<S extends TSchema>(
  text: string,
  schema: S,
  check: (value: Static<S>) => string[] = () => [],
  how: Reading = {},
): ParsedReply<Static<S>> {
  if (text.length > MAX_TEXT) {
    return { ok: false, errors: [`the answer may have ${MAX_TEXT} characters at most, found ${text.length}`] };
  }
  if (text.trim() === "") return { ok: false, errors: ["the answer was empty; a JSON object is needed"] };
  let best: string[] | null = null;
  for (const group of readings(text)) {
    const fitting = new Map<string, ParsedReply<Static<S>>>();
    for (const candidate of group) {
      if (candidate === null || typeof candidate !== "object" || Array.isArray(candidate)) continue;
      const reply = fit(candidate, schema, check, how);
      if (reply.ok) fitting.set(JSON.stringify(reply.value), reply);
      else if (best === null || reply.errors.length < best.length) best = reply.errors;
    }
    const [reply] = fitting.values();
    if (reply && fitting.size === 1) return reply;
    // One of them may be quoted from what the model was given, where somebody planted it.
    if (reply) return { ok: false, errors: [`${fitting.size} different objects in the answer fit; answer with one`] };
  }
  return {
    ok: false,
    errors: best ?? ["no JSON object was found in the answer; answer with one JSON object and nothing else"],
  };
}

type Place = (string | number)[];
type Reading = {
  prepare?: (value: unknown) => unknown;
  called?: ((path: Place) => string) | undefined;
};

const placeOf = (path: Place): string => shortened(pathText(path));

function fit<S extends TSchema>(
  candidate: object,
  schema: S,
  check: (value: Static<S>) => string[],
  { prepare = (value) => value, called = placeOf }: Reading,
): ParsedReply<Static<S>> {
  const tooMuch = exceededBound(candidate, BOUNDS.answer);
  if (tooMuch !== null) return { ok: false, errors: [tooMuch] };
  const meant = asMeant(schema, candidate);
  const before = keyPaths(meant);
  const value = prepare(Value.Clean(schema, structuredClone(meant)));
  const kept = new Set(keyPaths(value));
  const dropped = before.filter((path) => !kept.has(path));
  if (!Value.Check(schema, value)) {
    const errors = describeErrors(Value.Errors(schema, value), value, called);
    const extra = dropped.slice(0, 3).map((path) => `${shortened(path)} is not asked for`);
    return { ok: false, errors: [...errors, ...extra] };
  }
  const errors = check(value as Static<S>);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: value as Static<S>, dropped: named(dropped) };
}

function named(dropped: readonly string[]): string[] {
  const left = dropped.length - MAX_DROPPED;
  const shown = dropped.slice(0, MAX_DROPPED).map(shortened);
  return left > 0 ? [...shown, `and ${left} more`] : shown;
}

function shortened(path: string): string {
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}...` : path;
}

/** One sentence for each place, "scores.clarity must be a number from 0 to 10, found "high"", at most twelve. */
function describeErrors(errors: Iterable<ValueError>, root: unknown, called: (path: Place) => string): string[] {
  const byPath = new Map<string, string>();
  for (const { path, schema, value } of errors) {
    const where = called(pointerPath(path, root)) || "the answer";
    if (!byPath.has(where)) byPath.set(where, `${where} ${mismatch({ schema, value }, patternWords(schema))}`);
    if (byPath.size >= MAX_ERRORS) break;
  }
  return [...byPath.values()];
}

/** What a pattern asks for, as the model was told it in the schema. */
function patternWords({ pattern, description }: TSchema): PatternWords {
  return pattern !== undefined && description !== undefined ? { [pattern]: `text as asked for: ${description}` } : {};
}

/**
 * What the answer may be, the likeliest first: the whole text; the objects and fences in it, each read leniently where
 * it needs that; the whole text read leniently.
 */
function* readings(text: string): Generator<unknown[]> {
  const whole = parse(text);
  if (whole !== undefined) yield [whole];
  const parts = [...new Set([...objectSpans(text).slice(0, MAX_CANDIDATES), ...fencesOf(text)])];
  yield parts.map((part) => parse(part) ?? parseLenient(part));
  const start = text.indexOf("{");
  if (start < 0) return;
  const end = text.lastIndexOf("}");
  yield [parseLenient(end > start ? text.slice(start, end + 1) : text.slice(start))];
}

/** What stands between a fence with no more than a word after it on its line, and the next line that starts with one. */
function fencesOf(text: string): string[] {
  const found: string[] = [];
  OPENING.lastIndex = 0;
  for (let open = OPENING.exec(text); open !== null && found.length < MAX_CANDIDATES; open = OPENING.exec(text)) {
    const from = OPENING.lastIndex;
    // The line break before the closing fence may be the one that ends the opening line.
    CLOSING.lastIndex = from - 1;
    const close = CLOSING.exec(text);
    // Where no line after this one closes a fence, none closes a later one.
    if (close === null) break;
    if (close.index > from) found.push(text.slice(from, close.index));
    OPENING.lastIndex = CLOSING.lastIndex;
  }
  return found;
}

const OPENING = /```[a-z]{0,20}[ \t\r]{0,20}\n/gi;
/** A line that starts with a fence. */
const CLOSING = /\n[ \t]{0,100}```/g;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every outermost balanced {...} in the text, longest first; braces inside JSON strings do not count. */
function objectSpans(text: string): string[] {
  const spans: string[] = [];
  let depth = 0;
  let start = -1;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === "\\") at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') {
      quoted = depth > 0;
    } else if (char === "{") {
      if (depth++ === 0) start = at;
    } else if (char === "}" && depth > 0 && --depth === 0) {
      spans.push(text.slice(start, at + 1));
    }
  }
  return spans.sort((a, b) => b.length - a.length);
}

function keyPaths(value: unknown, prefix = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => keyPaths(item, `${prefix}[${index}]`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    return [path, ...keyPaths(item, path)];
  });
}

/**
 * A value without what is wrong with it and can be spared: optional parts that do not fit their schema, each by itself,
 * and texts of a list. What is left need not fit.
 */
function withoutMisfits(schema: TSchema, value: unknown): unknown {
  if (TypeGuard.IsArray(schema) && Array.isArray(value)) {
    const items = value.map((item) => withoutMisfits(schema.items, item));
    return TypeGuard.IsString(schema.items) ? items.filter((item) => fits(schema.items, item)) : items;
  }
  if (!TypeGuard.IsObject(schema) || typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const part = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (part === undefined) return [[key, item]];
    const kept = withoutMisfits(part, item);
    return TypeGuard.IsOptional(part) && !fits(part, kept) ? [] : [[key, kept]];
  });
  return Object.fromEntries(parts);
}

/** Whether it fits also without its invisible characters, as it would be stored. */
function fits(schema: TSchema, value: unknown): boolean {
  return Value.Check(schema, cleanValue(value).value);
}
