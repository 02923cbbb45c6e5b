import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Config } from "../config/schema.ts";
import { isObject } from "../text/is-object.ts";
import { nearest } from "../text/nearest.ts";
import { ARG_ALIASES } from "./arg-aliases.ts";
import type { Op } from "./op.ts";

type Args = Record<string, unknown>;

/** What may limit the cost of a call: an unknown argument of this kind is never left out. */
const LIMITS =
  /cost|budget|usd|eur|dollar|cent|money|price|spend|free|cheap|limit|cap|ceiling|quota|token|hour|minute|second|time|max|dry|estimat|preview|simulat|trial|test|confirm/iu;
/** Arguments that begin something anew: never meant by a name that is only near. */
const RESTARTS = new Set(["fresh", "anew", "force"]);

/**
 * The args that a wrong call most likely means. They fit the op's schema, so that the call can be made as it stands.
 * Unknown arguments that mean nothing are left out, but none with others inside. null where a value has no likely meaning, or where nothing is left.
 */
export function correctArgs(op: Pick<Op, "args" | "reshape">, given: unknown): Args | null {
  const args = isObject(given) ? given : bareArgs(op.args, given);
  if (args === null) return null;
  const named = renamed(op.args, op.reshape?.(args) ?? args);
  if (named === null) return null;
  const all = Object.entries(converted(op.args, named) as Args);
  const right = Object.fromEntries(all.filter(([, value]) => !isObject(value) || Object.keys(value).length > 0));
  return Object.keys(right).length > 0 && Value.Check(op.args, right) ? right : null;
}

/** The argument that a value in place of all arguments stands for. */
const BARE = ["op", "task", "idea", "questions", "experiment"];

function bareArgs({ properties }: TObject, given: unknown): Args | null {
  const text = typeof given === "string" && given.trim() !== "" && !/[{}[\]=]/u.test(given);
  const name = BARE.find((each) => Object.hasOwn(properties, each));
  if (name === undefined || !(text || (Array.isArray(given) && name === "questions"))) return null;
  return { [name]: given };
}

/**
 * The args under their own names; null where one that may limit the cost is known by none.
 * @param isWhole Whether nothing may be left out.
 */
function renamed({ properties }: TObject, given: Args, isWhole = false): Args | null {
  const takes = (name: string) => Object.hasOwn(properties, name);
  const args: Args = Object.fromEntries(Object.entries(given).filter(([name]) => takes(name)));
  for (const [name, value] of Object.entries(given).filter(([each]) => !takes(each))) {
    const inner = isObject(value) && /^(?:arguments|params|parameters|input|args)$/iu.test(name) ? value : null;
    if (inner !== null) {
      const more = renamed({ properties } as TObject, inner);
      if (more === null) return null;
      Object.assign(args, { ...more, ...args });
      continue;
    }
    const choice = value === true ? choiceOf(name, properties) : undefined;
    if (choice !== undefined) {
      args[choice] ??= name;
      continue;
    }
    const path = pathFor(name, value, Object.keys(properties), args);
    if (path !== null) setAt(args, path, value);
    else if (isWhole || LIMITS.test(name) || (isObject(value) && Object.keys(value).length > 0)) return null;
  }
  return args;
}

/** The argument of which a name is a value: {quick: true} stands for {preset: "quick"}. */
function choiceOf(name: string, properties: TObject["properties"]): string | undefined {
  const has = ({ anyOf = [] }: TSchema) => (anyOf as TSchema[]).some((each) => each.const === name);
  return Object.keys(properties).find((each) => has(properties[each] as TSchema));
}

/** The free argument, or the path to it, that another name means. */
function pathFor(name: string, value: unknown, known: readonly string[], args: Args): string[] | null {
  const plain = name
    .replace(/(?<=[a-z])(?=[A-Z])/gu, "_")
    .replaceAll(/[-\s]/gu, "_")
    .toLowerCase();
  const free = known.filter((each) => !Object.hasOwn(args, each));
  if (free.includes(plain)) return [plain];
  const isExperiment = typeof value === "string" && /^(?:\d{4}-|latest$)/u.test(value);
  if (isExperiment && free.includes("experiment")) return ["experiment"];
  const path = Object.entries(ARG_ALIASES)
    .filter(([, others]) => others.includes(plain))
    .map(([each]) => each.split("."))
    .find(([head = "", ...rest]) => (rest.length === 0 ? free : known).includes(head));
  if (path !== undefined) return path;
  const mild = free.filter((each) => !RESTARTS.has(each));
  const [near] = nearest(plain, [...mild, ...(known.includes("limits") ? IN_LIMITS : [])], 1);
  if (near === undefined) return null;
  return free.includes(near) ? [near] : ["limits", near];
}

const IN_LIMITS = Object.keys(Config.properties.limits.properties);

function setAt(args: Args, [head = "", inner]: readonly string[], value: unknown): void {
  if (inner === undefined) args[head] = value;
  else args[head] = { [inner]: value, ...(isObject(args[head]) ? args[head] : {}) };
}

/** The value in the shape of its schema where it is that value in another one, such as "2" for 2; else as it is. */
export function converted(schema: TSchema, value: unknown): unknown {
  if (Value.Check(schema, value)) return value;
  const options: TSchema[] = schema.anyOf ?? [schema];
  const words = options.flatMap((option) => (typeof option.const === "string" ? [option.const] : []));
  const [word] = typeof value === "string" ? nearest(value, words, 1) : [];
  if (word !== undefined) return word;
  const found = options.map((option) => convertedTo(option, value)).find((each) => Value.Check(schema, each));
  return found === undefined ? value : found;
}

const YES = /^(?:true|yes|y|on|1)$/iu;
const NO = /^(?:false|no|n|off|0)$/iu;
const NUMBER = /^\$?\s{0,3}(\d{1,15}(?:\.\d{1,9})?)\s{0,3}(?:usd|\$)?$/iu;

function convertedTo(schema: TSchema, value: unknown): unknown {
  const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : null;
  if (schema.const === true) return text !== null && YES.test(text) ? true : undefined;
  switch (schema.type) {
    case "boolean":
      return text === null ? undefined : YES.test(text) ? true : NO.test(text) ? false : undefined;
    case "number":
    case "integer": {
      const number = text === null ? undefined : NUMBER.exec(text)?.[1];
      return number === undefined ? undefined : Number(number);
    }
    case "string":
      return Array.isArray(value) && value.length === 1 ? convertedTo(schema, value[0]) : (text ?? undefined);
    case "array": {
      const list = Array.isArray(value) ? value : parsed(value);
      return (Array.isArray(list) ? list : [list]).map((each) => converted(schema.items ?? Type.Unknown(), each));
    }
    case "object":
      return objectOf(schema as TObject, parsed(value));
    default:
      return undefined;
  }
}

function objectOf(schema: TObject, value: unknown): unknown {
  if (!isObject(value) || schema.properties === undefined) return value;
  const named = renamed(schema, value, true);
  if (named === null) return undefined;
  return Object.fromEntries(
    Object.entries(named).map(([name, each]) => [name, converted(schema.properties[name] ?? Type.Unknown(), each)]),
  );
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
