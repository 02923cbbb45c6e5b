import { type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { clean, isBlank } from "../text/clean.ts";

/**
 * A value as a model means it that fills in every field of a schema: an optional field in which nothing stands (null, a
 * blank text, an empty list or object) is absent where the schema has no such value, null where it has that, and a word
 * of a list of words is read without its case and the blanks around it. Whatever else does not fit stays as it is. Goes
 * as deep as the schema; the value itself is not changed.
 */
export function asMeant(schema: TSchema, value: unknown): unknown {
  if (TypeGuard.IsArray(schema) && Array.isArray(value)) return value.map((item) => asMeant(schema.items, item));
  if (TypeGuard.IsObject(schema) && isObject(value)) {
    const parts = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const part = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
      if (part === undefined) return [[key, item]];
      const meant = asMeant(part, item);
      return TypeGuard.IsOptional(part) && isNothing(meant) && !Value.Check(part, bare(meant)) ? [] : [[key, meant]];
    });
    return Object.fromEntries(parts);
  }
  if (Value.Check(schema, bare(value))) return value;
  if (isNothing(value) && Value.Check(schema, null)) return null;
  return wordOf(schema, value) ?? value;
}

/** Whether nothing is said in a value, however deep. */
function isNothing(value: unknown): boolean {
  if (typeof value === "string") return isBlank(value);
  if (value === null) return true;
  return typeof value === "object" && Object.values(value).every(isNothing);
}

/** A blank text as the empty one that it is. */
const bare = (value: unknown): unknown => (typeof value === "string" && isBlank(value) ? "" : value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The word of a schema that a text is but for its case and its blanks. */
function wordOf(schema: TSchema, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const options: TSchema[] = TypeGuard.IsUnion(schema) ? schema.anyOf : [schema];
  const folded = clean(value).text.trim().toLowerCase();
  return options
    .map((option) => option.const)
    .find((word) => typeof word === "string" && word.toLowerCase() === folded);
}
