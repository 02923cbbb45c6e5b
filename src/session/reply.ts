import { type Static, type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import { cleanValue } from "../text/clean.ts";
import { isObject } from "../text/is-object.ts";
import { mismatch, type PatternWords, pathText, pointerPath } from "../text/wording.ts";
import { asMeant } from "./lenient-json.ts";
import { type Candidate, readings } from "./readings.ts";
import { withoutThinking } from "./thinking.ts";

/**
 * A model's text as a value of the schema, or what is wrong with it, in sentences that the model can act on. `doubts`
 * are such sentences about a value that can be read in two ways; absent where there are none.
 */
export type ParsedReply<T> =
  | { ok: true; value: T; dropped: string[]; doubts?: string[] }
  | { ok: false; errors: string[] };

const MAX_ERRORS = 12;
/** Objects of one key around an answer. */
const MAX_WRAPPED = 3;
/** Parts with doubtful backslashes that are named. */
const MAX_DOUBTS = 3;
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
  given = "",
): ParsedReply<Static<S>> {
  const filled = (value: unknown): unknown => Value.Default(least, value);
  return readReply(text, least, check, { given, prepare: (value) => filled(withoutMisfits(least, filled(value))) });
}

/**
 * Reads one JSON object out of a model's text: as it stands, out of a code fence, the prose or the thinking around it,
 * and last as models misspell it (trailing commas, single quotes, comments); `asMeant` reads its empty fields and its
 * words. An object of one key around it is taken off. Keys beside the schema are dropped and named.
 * A value beyond `BOUNDS.answer` is refused before anything walks it. Time grows with the length of the text.
 * `check` adds what a schema cannot say; it gets only values that fit the schema.
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
  const { given = "", reasoned = false } = how;
  if (text.trim() === "") return { ok: false, errors: [reasoned ? ONLY_REASONING : EMPTY] };
  let best: { errors: string[]; candidate: Candidate } | null = null;
  const fits = (candidates: readonly Candidate[]): ParsedReply<Static<S>>[] => {
    const fitting = new Map<string, ParsedReply<Static<S>>>();
    for (const candidate of candidates) {
      const reply = fit(candidate, schema, check, how);
      if (reply.ok) fitting.set(JSON.stringify(reply.value), reply);
      else if (best === null || reply.errors.length < best.errors.length) best = { errors: reply.errors, candidate };
    }
    return [...fitting.values()];
  };
  for (const group of readings(text, given)) {
    const objects = group.filter(({ value }) => isObject(value));
    const [reply, ...others] = fits(objects);
    // One of them may be quoted from what the model was given, where somebody planted it.
    if (others.length > 0)
      return { ok: false, errors: [`${others.length + 1} different objects in the answer fit; answer with one`] };
    const [inner] = reply || objects.length !== 1 ? [] : objects.flatMap((object) => fits(unwrapped(object)));
    const taken = reply ?? inner;
    if (taken) return taken;
  }
  const nearest = best as { errors: string[]; candidate: Candidate } | null;
  if (nearest !== null) return { ok: false, errors: isSchema(nearest.candidate.value) ? [REPEATED] : nearest.errors };
  return { ok: false, errors: [withoutThinking(text, given).thought ? ONLY_REASONING : NO_OBJECT] };
}

const EMPTY = "the answer was empty; a JSON object is needed";
const NO_OBJECT = "no JSON object was found in the answer; answer with one JSON object and nothing else";
const REPEATED = "the answer repeats the schema; write what it asks for, as values of its fields";
const ONLY_REASONING = "only reasoning, no answer; write the JSON object as the answer, after the reasoning";

type Place = (string | number)[];
type Reading = {
  /** Gets the value first. */
  prepare?: (value: unknown) => unknown;
  /** Names a place of the value where something is wrong. */
  called?: ((path: Place) => string) | undefined;
  /** What the model was given: it may quote that. */
  given?: string;
  /** Whether the host tells of reasoning beside the text. */
  reasoned?: boolean | undefined;
};

/** What an object of one key holds, and what that holds; of an answer in the form of a schema, its properties. */
function unwrapped({ value, doubts }: Candidate): Candidate[] {
  if (isSchema(value)) {
    const isAnswer = Object.values(value.properties).some((each) => !isObject(each) || hasNoType(each));
    return isAnswer ? [{ value: value.properties, doubts }] : [];
  }
  const found: Candidate[] = [];
  for (let outer = value; found.length < MAX_WRAPPED; outer = found.at(-1)?.value) {
    const inner = isObject(outer) ? Object.values(outer) : [];
    if (inner.length !== 1 || !isObject(inner[0])) break;
    found.push({ value: inner[0], doubts });
  }
  return found;
}

/** Whether an object is no part of a schema. */
const hasNoType = (value: object): boolean => !["type", "anyOf", "const", "enum"].some((key) => key in value);

const isSchema = (value: unknown): value is { properties: object } =>
  isObject(value) && value.type === "object" && isObject(value.properties);

const placeOf = (path: Place): string => shortened(pathText(path));

function fit<S extends TSchema>(
  { value: candidate, doubts }: Candidate,
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
  if (errors.length > 0) return { ok: false, errors };
  const reply = { ok: true, value: value as Static<S>, dropped: named(dropped) } as const;
  return doubts.length === 0 ? reply : { ...reply, doubts: doubts.slice(0, MAX_DOUBTS).map(describeDoubt) };
}

function describeDoubt(part: string): string {
  return `\`${part}\` can be read in two ways; in a JSON string write \\\\ for every backslash, and \\n only for a line break`;
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

function keyPaths(value: unknown, prefix = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => keyPaths(item, `${prefix}[${index}]`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    return [path, ...keyPaths(item, path)];
  });
}

/**
 * A value without what is wrong with it and can be spared: parts that are optional or have a default and do not fit their
 * schema, each by itself, texts of a list, and items of a list that has a default. What is left need not fit.
 */
function withoutMisfits(schema: TSchema, value: unknown): unknown {
  if (TypeGuard.IsArray(schema) && Array.isArray(value)) {
    const items = value.map((item) => withoutMisfits(schema.items, item));
    const spares = TypeGuard.IsString(schema.items) || schema.default !== undefined;
    return spares ? items.filter((item) => fits(schema.items, item)) : items;
  }
  if (!TypeGuard.IsObject(schema) || typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const part = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (part === undefined) return [[key, item]];
    const kept = withoutMisfits(part, item);
    return (TypeGuard.IsOptional(part) || part.default !== undefined) && !fits(part, kept) ? [] : [[key, kept]];
  });
  return Object.fromEntries(parts);
}

/** Whether it fits also without its invisible characters, as it would be stored. */
function fits(schema: TSchema, value: unknown): boolean {
  return Value.Check(schema, cleanValue(value).value);
}
