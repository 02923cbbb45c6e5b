import type { TSchema } from "@sinclair/typebox";
import { Criterion } from "../schemas/criterion.ts";
import { ModelId } from "./model-id.ts";

/** What a schema asks for, in words that follow "must be". */
export function need(schema: TSchema): string {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(need).join(" or ");
  if ("const" in schema) return JSON.stringify(schema.const);
  switch (schema.type) {
    case "null":
      return "null";
    case "boolean":
      return "true or false";
    case "number":
    case "integer":
      return numberNeed(schema);
    case "string":
      return stringNeed(schema);
    case "array":
      return schema.minItems ? `a list of at least ${schema.minItems}` : "a list";
    default:
      return "an object";
  }
}

/** A value as an error shows it: short, on one line, with nothing invisible in it. */
export function found(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? quote(value) : String(value);
}

/** A path as a person writes it: review.quantitative.criteria[2].max; names with other characters in brackets. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[$\w-]{1,64}$/.test(part)) return `${text}[${quote(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

function numberNeed(schema: TSchema): string {
  const noun = schema.type === "integer" ? "a whole number" : "a number";
  if (schema.exclusiveMinimum !== undefined) return `${noun} above ${schema.exclusiveMinimum}`;
  if (schema.minimum === undefined) return noun;
  return schema.maximum === undefined
    ? `${noun} of at least ${schema.minimum}`
    : `${noun} from ${schema.minimum} to ${schema.maximum}`;
}

function stringNeed(schema: TSchema): string {
  if (schema.pattern === ModelId.pattern) return 'a model as "provider/model", without hidden characters';
  if (schema.pattern === Criterion.properties.name.pattern)
    return "a name of 1 to 64 characters without control characters, quotes, backticks, | or \\";
  if (schema.pattern !== undefined) return "text without control characters";
  return schema.minLength ? "text that is not empty" : "text";
}

function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short).replace(
    /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
