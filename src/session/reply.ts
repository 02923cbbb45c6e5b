import type { Static, TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { jsonrepair } from "jsonrepair";

/** A model's text as a value of the schema, or what is wrong with it, in sentences that the model can act on. */
export type Reply<T> = { ok: true; value: T; dropped: string[] } | { ok: false; errors: string[] };

const MAX_ERRORS = 12;
const MAX_CANDIDATES = 40;
/** Repair works on the whole text; past this a model is rambling and the text is not worth it. Characters. */
const MAX_REPAIRED = 400_000;

/**
 * Reads one JSON object out of a model's text: as it stands, out of a code fence or the prose around it, and last
 * with a library's repair (trailing commas, single quotes, comments). Keys beside the schema are dropped and named.
 * `check` adds what a schema cannot say; it gets only values that fit the schema.
 */
export function readReply<S extends TSchema>(
  text: string,
  schema: S,
  check: (value: Static<S>) => string[] = () => [],
): Reply<Static<S>> {
  if (text.trim() === "") return { ok: false, errors: ["the answer was empty; a JSON object is needed"] };
  let best: string[] | null = null;
  for (const group of readings(text)) {
    const fitting = new Map<string, Reply<Static<S>>>();
    for (const candidate of group) {
      if (candidate === null || typeof candidate !== "object" || Array.isArray(candidate)) continue;
      const reply = fit(candidate, schema, check);
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

function fit<S extends TSchema>(candidate: object, schema: S, check: (value: Static<S>) => string[]): Reply<Static<S>> {
  const before = keyPaths(candidate);
  const value: unknown = Value.Clean(schema, structuredClone(candidate));
  const kept = new Set(keyPaths(value));
  const dropped = before.filter((path) => !kept.has(path));
  if (!Value.Check(schema, value)) {
    const errors = describeErrors(Value.Errors(schema, value));
    const extra = dropped.slice(0, 3).map((path) => `${path} is not asked for`);
    return { ok: false, errors: [...errors, ...extra] };
  }
  const errors = check(value as Static<S>);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: value as Static<S>, dropped };
}

/** One sentence for each place, "scores.clarity: expected number, found "high"", at most twelve. */
export function describeErrors(errors: Iterable<ValueError>): string[] {
  const byPath = new Map<string, string>();
  for (const { path, message, value } of errors) {
    const where = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~") || "the answer";
    if (!byPath.has(where)) byPath.set(where, `${where}: ${lowerFirst(message)}, found ${show(value)}`);
    if (byPath.size >= MAX_ERRORS) break;
  }
  return [...byPath.values()];
}

/**
 * What the answer may be, the likeliest first: the whole text; the objects and fences in it, each repaired where it
 * needs that; the whole text repaired.
 */
function* readings(text: string): Generator<unknown[]> {
  const whole = parse(text);
  if (whole !== undefined) yield [whole];
  const parts = [...new Set([...spansOf(text), ...fencesOf(text)])];
  const repairable = text.length <= MAX_REPAIRED;
  yield parts.map((part) => parse(part) ?? (repairable ? repaired(part) : undefined));
  const start = text.indexOf("{");
  if (start < 0 || !repairable) return;
  const end = text.lastIndexOf("}");
  yield [repaired(end > start ? text.slice(start, end + 1) : text.slice(start))];
}

function spansOf(text: string): string[] {
  return objectSpans(text).slice(0, MAX_CANDIDATES);
}

function fencesOf(text: string): string[] {
  return [...text.matchAll(/```[a-z]*\s*\n([\s\S]*?)\n\s*```/gi)].flatMap(([, inside]) => inside ?? []);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
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

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
