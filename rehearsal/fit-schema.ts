import { isObject, type JsonObject } from "./json-in-text.ts";

/**
 * The nearest value to `value` that the JSON Schema allows: unknown keys go, missing required ones are made up,
 * numbers are brought inside their bounds. It knows the part of JSON Schema that the lab's prompts use.
 */
export function fitSchema(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? value : schema.enum[0];
  if (Array.isArray(schema.anyOf)) return fitChoice(value, schema.anyOf);
  switch (schema.type) {
    case "object":
      return fitObject(isObject(value) ? value : {}, schema);
    case "array":
      return fitArray(Array.isArray(value) ? value : [], schema);
    case "number":
    case "integer":
      return fitNumber(value, schema);
    case "string":
      return fitString(value, schema);
    case "boolean":
      return value === true;
    default:
      return value ?? null;
  }
}

function fitChoice(value: unknown, choices: unknown[]): unknown {
  const same = choices.find((choice) => JSON.stringify(fitSchema(value, choice)) === JSON.stringify(value));
  return fitSchema(value, same ?? choices[0]);
}

function fitObject(value: JsonObject, schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => key in value || required.includes(key))
      .map(([key, inner]) => [key, fitSchema(value[key], inner)]),
  );
}

function fitArray(value: unknown[], schema: JsonObject): unknown[] {
  const fewest = typeof schema.minItems === "number" ? schema.minItems : 0;
  const most = typeof schema.maxItems === "number" ? schema.maxItems : Number.POSITIVE_INFINITY;
  const items = value.slice(0, most);
  while (items.length < fewest) items.push(undefined);
  return items.map((item) => fitSchema(item, schema.items));
}

function fitNumber(value: unknown, schema: JsonObject): number {
  const low = typeof schema.minimum === "number" ? schema.minimum : Number.NEGATIVE_INFINITY;
  const high = typeof schema.maximum === "number" ? schema.maximum : Number.POSITIVE_INFINITY;
  const number = typeof value === "number" ? value : Number.isFinite(low) ? low : 0;
  const rounded = schema.type === "integer" ? Math.round(number) : number;
  return Math.min(high, Math.max(low, rounded));
}

function fitString(value: unknown, schema: JsonObject): string {
  const about = typeof schema.description === "string" ? schema.description : "Not stated";
  const text = typeof value === "string" && (value !== "" || !schema.minLength) ? value : about;
  return typeof schema.maxLength === "number" ? text.slice(0, schema.maxLength) : text;
}
