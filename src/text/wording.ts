import type { TSchema } from "@sinclair/typebox";

/** What a value must be that matches a pattern or is a constant: words that follow "must be", by the one or the other. */
export type PatternWords = Readonly<Record<string, string>>;

/** What a schema asks for, in words that follow "must be". */
export function need(schema: TSchema, patterns: PatternWords = {}): string {
  if (Array.isArray(schema.anyOf)) return either(schema.anyOf.map((option) => need(option, patterns)));
  if ("const" in schema) return patterns[schema.const] ?? JSON.stringify(schema.const);
  switch (schema.type) {
    case "null":
      return "null";
    case "boolean":
      return "true or false";
    case "number":
    case "integer":
      return numberNeed(schema);
    case "string":
      return stringNeed(schema, patterns);
    case "array":
      return schema.minItems ? `a list of at least ${schema.minItems}` : "a list";
    default:
      return schema.minProperties ? "an object that is not empty" : "an object";
  }
}

/** "must be …, found …" for a value that does not fit its schema. */
export function mismatch({ schema, value }: { schema: TSchema; value: unknown }, patterns?: PatternWords): string {
  if (typeof value === "string" && value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) {
    return `must be text of at most ${schema.maxLength} characters, found ${value.length}`;
  }
  if (Array.isArray(value) && schema.type === "array" && value.length > 0) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length < minItems) return `must be a list of at least ${minItems}, found ${value.length}`;
    if (value.length > maxItems) return `must be a list of at most ${maxItems}, found ${value.length}`;
  }
  return `must be ${need(schema, patterns)}, found ${found(value)}`;
}

/** A value as an error shows it: short, on one line, with nothing invisible in it. */
export function found(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null)
    return Object.keys(value).length === 0 ? "an empty object" : "an object";
  return typeof value === "string" ? quote(value) : String(value);
}

/** As `found`, for a name that looks like another: each letter beyond ASCII that the other has not stands by its number. */
export function foundBeside(name: string, other: string): string {
  return found(name).replace(/[^\p{ASCII}]/gu, (letter) => (other.includes(letter) ? letter : numbered(letter)));
}

/** A path as a person writes it: review.quantitative.criteria[2].max; names with other characters in brackets. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[$\w-]{1,64}$/.test(part)) return `${text}[${quote(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** A JSON pointer as a path: a part is an index where the value there is a list. */
export function pointerPath(pointer: string, root: unknown): (string | number)[] {
  let value = root;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = Array.isArray(value) ? Number(name) : name;
      value = (value as Record<string | number, unknown> | undefined)?.[step];
      return step;
    });
}

function either(needs: readonly string[]): string {
  return needs.length < 3 ? needs.join(" or ") : `${needs.slice(0, -1).join(", ")} or ${needs.at(-1)}`;
}

function numberNeed(schema: TSchema): string {
  const noun = schema.type === "integer" ? "a whole number" : "a number";
  if (schema.exclusiveMinimum !== undefined) return `${noun} above ${schema.exclusiveMinimum}`;
  if (schema.minimum === undefined) return noun;
  return schema.maximum === undefined
    ? `${noun} of at least ${schema.minimum}`
    : `${noun} from ${schema.minimum} to ${schema.maximum}`;
}

function stringNeed(schema: TSchema, patterns: PatternWords): string {
  if (schema.pattern !== undefined) return patterns[schema.pattern] ?? "text without control characters";
  return schema.minLength ? "text that is not empty" : "text";
}

function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short).replace(/(?! )[\p{DI}\p{Cf}\p{Cc}\p{Z}\p{Cs}]/gu, numbered);
}

/** A letter by its number: \u200b, \u{e0041}. */
function numbered(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
  return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
}
