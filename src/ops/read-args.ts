import type { TObject, TSchema } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { type ParseError, parse } from "jsonc-parser";
import type { SpokenTo } from "../artifacts/caller.ts";
import { jsonTrouble } from "../config/source.ts";
import { UsageError } from "../errors.ts";
import { isObject } from "../text/is-object.ts";
import { nearest } from "../text/nearest.ts";
import { listText } from "../text/numbers.ts";
import { sendInstead, typedCode } from "../text/typed.ts";
import { found, mismatch, pathText, pointerPath } from "../text/wording.ts";
import { correctArgs } from "./correct-args.ts";
import { callForm, formOf, type NamedOp } from "./op.ts";

const MAX_PROBLEMS = 6;

/**
 * An op's args from whatever the host passed on: an object, a JSON string that holds one, or nothing. null and empty
 * text stand for an argument that was not given, but for null where it is a value of the argument, as of a limit; an
 * empty task stays, for it is asked after by name. An argument that
 * is an object or a list may be a JSON string too. Throws LabError that names every wrong argument and gives one
 * example.
 *
 * @param voice Who is told what to call, or to type.
 * @param opNamed Loads the op beside it, which may be the one that was meant.
 */
export async function parseArgs(
  op: NamedOp,
  given: unknown,
  opNamed: (name: string) => Promise<NamedOp>,
  voice: SpokenTo = "agent",
): Promise<Record<string, unknown>> {
  const read = asObject(given);
  const args = typeof read === "string" ? {} : present(op.args, read);
  if (typeof read !== "string" && Value.Check(op.args, args)) {
    if (voice === "agent") refuseEmpty(op, args);
    return args;
  }
  const right = correctArgs(op, typeof read === "string" ? given : args);
  const problems = typeof read === "string" ? [read] : wrongArgs(op.args, args, right === null || voice !== "agent");
  if (op.beside !== undefined) refuseElsewhere(op, await opNamed(op.beside), { args, voice });
  throw new UsageError(`Cannot run ${op.name}: ${problems.slice(0, MAX_PROBLEMS).join("; ")}.`, {
    advice: voice !== "agent" ? asTyped(op) : right ? sendInstead(op.name, right) : `Form of the call: ${callForm(op)}`,
  });
}

/** Shows an agent the form of a call that does nothing without args. Throws UsageError. */
function refuseEmpty({ name }: NamedOp, args: Record<string, unknown>): void {
  const form = formOf(name);
  const [needed] = Object.keys(form);
  if (needed === undefined || Object.keys(args).length > 0) return;
  throw new UsageError(
    `Cannot start: a${needed === "idea" ? "n idea" : " task"} is needed, found nothing. No model was called.`,
    {
      advice: `${sendInstead(name, form)}, with the ${needed} in the user's own words. If the user named none, ask.`,
    },
  );
}

/** How an op is typed, each of its words. */
const asTyped = ({ words }: NamedOp): string => `It is typed ${listText(words.map(({ usage }) => typedCode(usage)))}.`;

/** Names the exact call where the op beside it takes what an op does not. Throws UsageError. */
function refuseElsewhere(
  { name, args: own }: NamedOp,
  other: NamedOp,
  { args: given, voice }: { args: Record<string, unknown>; voice: SpokenTo },
): void {
  const takes = (schema: TObject) => (key: string) => Object.hasOwn(schema.properties, key);
  const keys = Object.keys(given);
  const odd = keys.filter((key) => !takes(own)(key));
  const args = Object.fromEntries(Object.entries(given).filter(([key]) => takes(other.args)(key)));
  if (odd.length === 0 || !odd.every(takes(other.args)) || !Value.Check(other.args, args)) return;
  const left = keys.filter((key) => !takes(other.args)(key));
  const without = left.length === 0 ? "" : `, which takes no ${left.join(", ")}`;
  throw new UsageError(
    `Cannot run ${name}: ${listText(odd)} ${odd.length === 1 ? "belongs" : "belong"} to ${other.name}${without}. Nothing was changed.`,
    { advice: voice === "agent" ? sendInstead(other.name, args) : asTyped(other) },
  );
}

/** The args that were given, those that came as JSON text read, down through the objects among them. */
function present(schema: TObject, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(args).flatMap(([key, raw]): [string, unknown][] => {
    const field = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const value = field ? fromText(field, raw) : raw;
    if (value === null && field && Value.Check(field, null)) return [[key, null]];
    const absent = value === null || value === undefined || (typeof value === "string" && value.trim() === "");
    if (absent && !(key === "task" && typeof value === "string")) return [];
    // The entries of a map are the op's own affair.
    const known = field?.properties !== undefined && isObject(value);
    return [[key, known ? present(field as TObject, value) : value]];
  });
  return Object.fromEntries(entries);
}

/** An object or a list that a caller wrote as JSON text, and one of several words in its own letters; anything else as it is. */
function fromText(field: TSchema, raw: unknown): unknown {
  if (typeof raw !== "string") return raw;
  const small = raw.trim().toLowerCase();
  const word = literals(field).find((each) => each.toLowerCase() === small);
  if (word !== undefined) return word;
  const value = json(raw).value;
  if (field.type === "object") return isObject(value) ? value : raw;
  const takesList = (field.anyOf as TSchema[] | undefined)?.some(({ type }) => type === "array");
  return takesList && Array.isArray(value) ? value : raw;
}

/** @param isListed Whether the arguments that there are stand beside one that there is not. */
function wrongArgs(schema: TObject, args: Record<string, unknown>, isListed: boolean): string[] {
  const wrong = new Map<string, string>();
  for (const error of Value.Errors(schema, args)) {
    if (!wrong.has(error.path)) wrong.set(error.path, trouble(error, args, isListed));
  }
  return [...wrong.values()];
}

function trouble(error: ValueError, args: unknown, isListed: boolean): string {
  const path = pointerPath(error.path, args);
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return unknownArg(path, error.schema, isListed);
  // Of "a list or text" a list that is wrong inside is told by what is wrong inside.
  const list = (error.schema.anyOf as TSchema[] | undefined)?.find(({ type }) => type === "array");
  const inner = list && Array.isArray(error.value) ? Value.Errors(list, error.value).First() : undefined;
  const { schema, value } = inner ?? error;
  const where = pathText(["args", ...path, ...(inner ? pointerPath(inner.path, error.value) : [])]);
  const near = typeof value === "string" ? nearest(value, literals(schema), 1) : [];
  return `${where} ${mismatch({ schema, value })}${near.length > 0 ? `, the nearest: "${near[0]}"` : ""}`;
}

function unknownArg(path: readonly (string | number)[], parent: TSchema, isListed: boolean): string {
  const known = Object.keys(parent.properties ?? {});
  const beside = (name: string) => pathText([...path.slice(0, -1), name]);
  const near = nearest(String(path.at(-1)), known).map(beside);
  const all = isListed ? `; there are ${known.map(beside).join(", ")}` : "";
  const others = near.length > 0 ? `, the nearest: ${near.join(", ")}` : all;
  return `there is no argument ${found(path.join("."))}${others}`;
}

function literals(schema: TSchema): string[] {
  return ((schema.anyOf ?? []) as TSchema[]).flatMap((option) =>
    typeof option.const === "string" ? [option.const] : [],
  );
}

/** The object, or what is wrong with what was given in its place. */
function asObject(given: unknown): Record<string, unknown> | string {
  if (given === undefined || given === null) return {};
  if (typeof given !== "string") return isObject(given) ? given : `args must be an object, found ${found(given)}`;
  if (given.trim() === "") return {};
  const { value, problem } = json(given);
  if (problem !== null && /^\s*[{[]/u.test(given)) return `args must be JSON, found ${problem}`;
  return isObject(value) ? value : `args must be an object, found ${found(problem === null ? value : given)}`;
}

/** The value of a JSON text; comments and trailing commas, which models write, are no mistake. */
function json(text: string): { value: unknown; problem: string | null } {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first === undefined) return { value, problem: null };
    return {
      value: undefined,
      problem: `${jsonTrouble(first.error)} at character ${first.offset + 1} of ${text.length}`,
    };
  } catch (error) {
    if (error instanceof RangeError) return { value: undefined, problem: "one nested too deeply" };
    throw error;
  }
}
