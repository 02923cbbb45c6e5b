import { type TSchema, Type } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType, ValuePointer } from "@sinclair/typebox/value";
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Criterion } from "../artifacts/criterion.ts";
import { type LabError, UsageError } from "../errors.ts";
import { cleanValue } from "../text/clean.ts";
import { lookOf } from "../text/fold.ts";
import { isObject } from "../text/is-object.ts";
import { nearest } from "../text/nearest.ts";
import { found, foundBeside, mismatch, need, type PatternWords, pathText, pointerPath } from "../text/wording.ts";
import { assertionProblems } from "./assertions.ts";
import { Config, ConfigFile, ModelId } from "./schema.ts";

/** One place that configuration came from, before it is checked. */
export type Source = {
  /** The file's path, or what a person calls it. */
  label: string;
  value: unknown;
  /** Of a file: where it really lies, past every link, and the SHA-256 of its bytes, 64 hexadecimal digits. */
  file?: { path: string; sha256: string };
  /** How a path of the configuration is called in it, where it holds a part of that alone. */
  shown?(path: Path): Path;
  /** Where the value at a path stands; the key itself for an unknown field. Null where there are no lines. */
  positionOf(path: readonly (string | number)[], part: "key" | "value"): Position | null;
};

/** A source that was read, or what kept it from being read. */
export type SourceReading = { source: Source | null; problems: SourceProblem[] };

/** A value handed over by the host or by a call: it has no lines. Undefined fields count as absent. */
export function valueSource(label: string, value: unknown): Source {
  return { label, value: present(value), positionOf: () => null };
}

function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, field] of Object.entries(value)) if (field !== undefined) copy[key] = present(field);
  return copy;
}

/** The text of a configuration file (JSON with comments and trailing commas) as a source that knows its lines. */
export function parseSource(label: string, text: string): SourceReading {
  const at = positionsIn(text);
  const failed = (problem: string, offset?: number): SourceReading => ({
    source: null,
    problems: [{ source: label, text: problem, position: offset === undefined ? null : at(offset) }],
  });
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (error) {
    if (error instanceof RangeError) return failed("it must be an object of a few levels, found one nested too deeply");
    throw error;
  }
  if (errors.length > 0) {
    const problems = errors.map(({ error, offset }) => ({
      source: label,
      text: `it must be JSON with comments, found ${jsonTrouble(error)}`,
      position: at(offset),
    }));
    return { source: null, problems };
  }
  if (!root) return failed("it must be a JSON object, found an empty file");
  if (root.type !== "object") return failed(`it must be a JSON object, found ${article(root.type)}`, root.offset);

  const tree = root;
  const problems: SourceProblem[] = [];
  const value = readValue(tree, [], (path, node) =>
    problems.push({
      source: label,
      text: `${pathText(path)} must stand once, found again`,
      position: at(node.offset),
    }),
  );
  return {
    problems,
    source: {
      label,
      value,
      positionOf(path, part) {
        const node = findNodeAtLocation(tree, [...path]);
        if (!node) return path.length > 0 ? this.positionOf(path.slice(0, -1), "value") : null;
        return at(part === "key" ? (node.parent?.offset ?? node.offset) : node.offset);
      },
    },
  };
}

/** The value of a node, with a key like __proto__ kept as a key, and with every repeated key reported. */
function readValue(node: Node, path: (string | number)[], repeated: (path: (string | number)[], node: Node) => void) {
  if (node.type === "array") {
    return (node.children ?? []).map((child, index): unknown => readValue(child, [...path, index], repeated));
  }
  if (node.type !== "object") return node.value as unknown;
  const value: Record<string, unknown> = Object.create(null);
  for (const { children } of node.children ?? []) {
    const [key, field] = children ?? [];
    if (!key || !field) continue;
    const name = String(key.value);
    if (name in value) repeated([...path, name], key);
    value[name] = readValue(field, [...path, name], repeated);
  }
  return value;
}

/** Tells lines and columns by offset; the text is looked through once, for it may hold as many mistakes as letters. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)];
  return (offset) => {
    let line = 0;
    for (let past = starts.length; past - line > 1; ) {
      const middle = (line + past) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else past = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

function article(type: string): string {
  return type === "null" ? "null" : type === "array" ? "a list" : `a ${type}`;
}

/** One thing wrong in one source. */
export type SourceProblem = {
  /** The file's path, or the name of a source that is no file. */
  source: string;
  /** What is needed and what was found, beginning with the field's path where there is one. */
  text: string;
  /** 1-based; null where the source has no lines. */
  position: Position | null;
};
export type Position = { line: number; column: number };

const SHOWN = 10;

/**
 * All problems in one error, in the order they stand: a sentence for one, a list for more, ten at most and the number of
 * the rest that was looked for. @param read What was read, and the page that lists its fields.
 */
export function configError(
  unsorted: readonly SourceProblem[],
  read = { what: "the configuration", page: "docs/configuration.md" },
): LabError {
  const sources = [...new Set(unsorted.map((problem) => problem.source))];
  const problems = sources.flatMap((source) =>
    unsorted.filter((problem) => problem.source === source).sort((a, b) => order(a.position, b.position)),
  );
  const advice = `Correct ${sources.join(" and ")}; no model was called. ${read.page} lists every field.`;
  const [first] = problems;
  if (problems.length === 1 && first) return new UsageError(`Cannot read ${line(first)}`, { advice });
  const lines = problems.slice(0, SHOWN).map((problem) => `- ${line(problem)}`);
  if (problems.length > SHOWN) lines.push(`- and ${problems.length - SHOWN} more`);
  return new UsageError(`Cannot read ${read.what}, ${problems.length} problems:\n${lines.join("\n")}`, { advice });
}

function order(a: Position | null, b: Position | null): number {
  return a && b ? a.line - b.line || a.column - b.column : 0;
}

function line({ source, text, position }: SourceProblem): string {
  return `${source}: ${text}${position ? ` (line ${position.line}, column ${position.column})` : ""}`;
}

/** Objects merge field by field, anything else is replaced by the later value; the arguments stay as they are. */
export function merge(earlier: unknown, later: unknown): unknown {
  if (later === undefined) return earlier;
  if (!isObject(earlier) || !isObject(later)) return later;
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) merged[key] = merge(merged[key], value);
  return merged;
}

/** What each of the parser's errors finds, as the end of "…, found". */
const FOUND: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that JSON does not have",
  InvalidNumberFormat: "a number that is not written as JSON writes it",
  PropertyNameExpected: "no name of a field in double quotes where one is needed",
  ValueExpected: "no value where one is needed",
  ColonExpected: "no colon where one is needed",
  CommaExpected: "no comma where one is needed",
  CloseBraceExpected: "no closing brace } where one is needed",
  CloseBracketExpected: "no closing bracket ] where one is needed",
  EndOfFileExpected: "more text after its end",
  InvalidCommentToken: "a comment that does not begin as one",
  UnexpectedEndOfComment: "a comment that does not end",
  UnexpectedEndOfString: "a text of which the closing quote is missing",
  UnexpectedEndOfNumber: "a number that breaks off",
  InvalidUnicode: "a \\u that no four digits follow",
  InvalidEscapeCharacter: "a backslash before a letter that takes none",
  InvalidCharacter: "a control character inside a text",
};

/** What keeps a text from being JSON, by the parser's number for it: "no comma where one is needed". */
export function jsonTrouble(code: number): string {
  return FOUND[printParseErrorCode(code)] ?? "something else";
}

export type Path = (string | number)[];

/** What is wrong with one source, a hundred things at most: fields against the schema, then what no schema can say. */
export function problemsOf(source: Source): SourceProblem[] {
  const problems = fieldProblems(source, ConfigFile);
  if (problems.length > 0) return problems;
  return [...rubricProblems(source.value), ...assertionsSaid(source.value)]
    .slice(0, MAX_PROBLEMS)
    .map(([path, text]) => problemAt(source, path, text));
}

/**
 * What of a source is not as its schema has it, a hundred things at most. @param patterns What a pattern of the schema
 * asks for that is none of the configuration's.
 */
export function fieldProblems(source: Source, schema: TSchema, patterns: PatternWords = {}): SourceProblem[] {
  const shown = (path: Path): string => pathText(source.shown?.(path) ?? path);
  return firstOfEachPlace(schema, source.value).map((error) => {
    const path = pointerPath(error.path, source.value);
    return error.type === ValueErrorType.ObjectAdditionalProperties
      ? problemAt(source, path, unknownKey(path, error.schema, { shown, whole: schema }), "key")
      : problemAt(source, path, mismatch(error, { ...PATTERNS, ...patterns }));
  });
}

/** A problem of one field of a source. @param text What follows the field's path. */
export function problemAt(source: Source, path: Path, text: string, part: "key" | "value" = "value"): SourceProblem {
  return {
    source: source.label,
    text: `${pathText(source.shown?.(path) ?? path)} ${text}`.trimStart(),
    position: source.positionOf(path, part),
  };
}

/** A part of a source as one of its own, whose paths and lines are those of the whole. */
export function sourceWithin(source: Source, at: Path): Source {
  const whole = (path: readonly (string | number)[]): Path => [...at, ...path];
  return {
    label: source.label,
    value: at.reduce<unknown>(
      (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
      source.value,
    ),
    shown: (path) => source.shown?.(whole(path)) ?? whole(path),
    positionOf: (path, part) => source.positionOf(whole(path), part),
  };
}

/** Problems of one source that are looked for; more say nothing new, and each takes a search for what was meant. */
const MAX_PROBLEMS = 100;

/** The first thing that is wrong with each value, in the order of the schema. */
function firstOfEachPlace(schema: TSchema, value: unknown): ValueError[] {
  const found = new Map<string, ValueError>();
  for (const error of Value.Errors(schema, value)) {
    if (found.size >= MAX_PROBLEMS) break;
    if (!found.has(error.path)) found.set(error.path, error);
  }
  return [...found.values()];
}

/** The nearest field beside it, else fields of that name elsewhere, else the fields there are. */
function unknownKey(
  path: Path,
  parent: TSchema,
  { shown, whole }: { shown: (path: Path) => string; whole: TSchema },
): string {
  const name = String(path.at(-1));
  if (parent.patternProperties) return `must have as its name ${need(ModelId, PATTERNS)}, found ${found(name)}`;
  const here = Object.keys(parent.properties ?? {});
  const near = nearest(name, here, 1)[0];
  const beside = shown(path.slice(0, -1));
  if (near) return `must be a known field, found ${found(name)}; nearest: ${beside ? `${beside}.` : ""}${near}`;
  const elsewhere = fieldPaths(whole).filter((field) => field.split(".").at(-1) === name);
  if (elsewhere.length > 0) return `must be a known field, found ${found(name)}; nearest: ${elsewhere.join(", ")}`;
  return `must be a known field, found ${found(name)}; known here: ${here.join(", ")}`;
}

/** Every field of the configuration as a dotted path, sections included. */
export function fieldPaths(schema: TSchema, prefix = ""): string[] {
  return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, field]) => [
    prefix + name,
    ...fieldPaths(field, `${prefix}${name}.`),
  ]);
}

function assertionsSaid(value: unknown): [Path, string][] {
  const { review } = merge({ review: { assertions: [] } }, value) as { review: { assertions: string[] } };
  return assertionProblems(review.assertions).map(({ at, text }) => [["review", "assertions", at], text]);
}

/** Characters of what a criterion asks, and of an anchor. */
const MAX_MEANING = 2_000;

function rubricProblems(value: unknown): [Path, string][] {
  const { review } = merge({ review: { quantitative: { criteria: [] } } }, value) as {
    review: { quantitative: { criteria: Criterion[] } };
  };
  const { criteria } = review.quantitative;
  const at = ["review", "quantitative", "criteria"];
  const problems: [Path, string][] = [];
  // An experiment keeps what is left of a text without its invisible letters.
  for (const { path, schema } of firstOfEachPlace(Type.Array(Criterion), cleanValue(criteria).value)) {
    const value = ValuePointer.Get(criteria, path);
    problems.push([[...at, ...pointerPath(path, criteria)], mismatch({ schema, value }, PATTERNS)]);
  }
  const first = new Map<string, number>();
  for (const [index, { name, description, min, max, anchors }] of criteria.entries()) {
    const texts = Object.entries(anchors ?? {}).map(([end, text]) => [["anchors", end], text] as const);
    for (const [path, { length }] of [[["description"], description] as const, ...texts]) {
      if (length > MAX_MEANING)
        problems.push([[...at, index, ...path], `must have at most ${MAX_MEANING} characters, found ${length}`]);
    }
    const look = lookOf(name);
    const earlier = first.get(look);
    const other = criteria[earlier ?? index]?.name ?? "";
    if (earlier === undefined) first.set(look, index);
    else
      problems.push([
        [...at, index, "name"],
        `must look different from ${foundBeside(other, name)} (criteria[${earlier}].name), found ${foundBeside(name, other)}`,
      ]);
    if (max <= min) problems.push([[...at, index, "max"], `must be above min ${min}, found ${max}`]);
  }
  if (criteria.length > 0 && criteria.every(({ weight }) => weight === 0)) {
    problems.push([at, "must have a weight above 0 for at least one criterion, found 0 for all"]);
  }
  return problems;
}

/** What the patterns and constants of the configuration's schema ask for, in words that follow "must be". */
const PATTERNS: PatternWords = {
  [String(ModelId.pattern)]: 'a model as "provider/model", as `opencode models` prints it, without hidden characters',
  [String(Criterion.properties.name.pattern)]:
    "a name of 1 to 64 characters without control characters, quotes, backticks, | or \\",
  [Config.properties.output.properties.format.const]:
    '"json", for artifacts are data that any program reads and hold no comments',
};
