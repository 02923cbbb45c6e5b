import { type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { cleanValue } from "../text/clean.ts";

/**
 * A value without what is wrong with it and can be spared: optional parts that do not fit their schema, each by itself,
 * and texts of a list. What is left need not fit.
 */
export function withoutMisfits(schema: TSchema, value: unknown): unknown {
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
