import { type TArray, type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { clean, isBlank } from "../text/clean.ts";
import { isObject } from "../text/is-object.ts";
import { readString } from "./escapes.ts";

/**
 * Reads JSON as models write it: comments, trailing, doubled and missing commas, single and typographic quotes,
 * unquoted keys and words, line breaks and quotation marks inside strings, Python's words, closing brackets that are
 * missing at the end, backslashes that are not escaped. Undefined for what it cannot make sense of. `doubts` takes the
 * parts of strings in which a backslash may mean two things.
 *
 * The text is spelled anew piece by piece, and JSON.parse judges the whole. One pass that never goes back: time grows
 * with the length, whatever the text is. Libraries for this go back over what they have written at each repair, or read
 * a bracket that does not fit as one that does.
 */
export function parseLenient(text: string, doubts: string[] = []): unknown {
  const spelled = respelled(text, doubts);
  if (spelled === null) return undefined;
  try {
    return JSON.parse(spelled);
  } catch {
    return undefined;
  }
}

/** Lists and objects inside one another; deeper is no answer. */
const MAX_DEPTH = 64;
/** How far after a quotation mark is looked for what tells whether it ends the string. Characters. */
const LOOK_AHEAD = 100;

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Each opening quotation mark with the marks that may close it. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["\u201C", '\u201D"'],
  ["\u2018", "\u2019'"],
]);

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
  ["undefined", null],
]);

/** The text as JSON, as far as its pieces go; null where one of them stands where none of its kind can. */
function respelled(text: string, doubts: string[]): string | null {
  const pieces: string[] = [];
  const open: string[] = [];
  /** What the last piece is; of a string or a word its text, for it may turn out to be a key. */
  let last: "start" | "colon" | "value" | { text: string } = "start";
  for (let at = skip(text, 0); at < text.length; at = skip(text, at)) {
    const char = text[at] ?? "";
    if (char === ",") {
      // They are set anew between values.
      if (last === "colon" || open.length === 0) return null;
      if (last !== "start") last = "value";
      at++;
    } else if (char === ":") {
      if (typeof last === "string") return null;
      pieces.splice(-1, 1, JSON.stringify(last.text), char);
      last = "colon";
      at++;
    } else if (char === "}" || char === "]") {
      if (open.pop() !== char) return null;
      pieces.push(char);
      last = "value";
      at++;
    } else {
      if (last !== "start" && last !== "colon") pieces.push(",");
      const closing = CLOSING[char];
      if (closing === undefined) {
        const read = QUOTES.has(char) ? stringAt(text, at) : wordAt(text, at);
        if (read === null) return null;
        if (read.doubt) doubts.push(read.doubt);
        pieces.push(JSON.stringify(read.value));
        last = { text: read.text };
        at = read.end;
      } else {
        if (open.push(closing) > MAX_DEPTH) return null;
        pieces.push(char);
        last = "start";
        at++;
      }
    }
  }
  return [...pieces, ...open.reverse()].join("");
}

/** The place of the first character from there on that is neither white space nor in a comment. */
function skip(text: string, from: number): number {
  for (let at = from; ; ) {
    while (isSpace(text.charCodeAt(at))) at++;
    if (!startsComment(text, at)) return at;
    const mark = text[at + 1] === "*" ? "*/" : "\n";
    const end = text.indexOf(mark, at + 2);
    at = end < 0 ? text.length : end + mark.length;
  }
}

function startsComment(text: string, at: number): boolean {
  const char = text[at];
  if (char === "#") return text[at + 1] === " ";
  return char === "/" && (text[at + 1] === "/" || text[at + 1] === "*");
}

/** NaN, past the end of the text, is no space. */
function isSpace(code: number): boolean {
  return (code <= 32 && code >= 9) || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029;
}

type Read = { value: unknown; text: string; end: number; doubt?: string | null };

/** A mark that is followed by nothing that could follow a string stands for itself. */
function stringAt(text: string, from: number): Read {
  const closing = QUOTES.get(text[from] ?? "") ?? "";
  let at = from + 1;
  for (; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\") at++;
    else if (closing.includes(char) && endsString(text, at + 1)) break;
  }
  const read = readString(text.slice(from + 1, at), closing);
  return { value: read.text, end: at + 1, ...read };
}

/** After a string comes a separator, a closing bracket, a comment or the end, or on another line the next string. */
function endsString(text: string, from: number): boolean {
  let at = from;
  let line = false;
  while (at < from + LOOK_AHEAD && isSpace(text.charCodeAt(at))) line = text[at++] === "\n" || line;
  const char = text[at];
  return char === undefined || ",:}]/".includes(char) || at >= from + LOOK_AHEAD || (line && QUOTES.has(char));
}

/** A number or a word without quotation marks, up to a comment or the next mark of JSON's own; any other word is a text. */
function wordAt(text: string, from: number): Read | null {
  let end = from;
  while (end < text.length && !',:{}[]\n"'.includes(text[end] ?? "") && !startsComment(text, end)) end++;
  const word = text.slice(from, end).trim();
  const number = Number(word);
  const value = WORDS.has(word) ? WORDS.get(word) : Number.isFinite(number) ? number : word;
  return word === "" ? null : { value, text: word, end };
}

/**
 * A value as a model means it: an optional field in which nothing stands (null, a blank text, an empty list or object) is
 * absent where the schema has no such value, null where it has that; a word of a list of words is read without its case
 * and the blanks around it. Where the schema wants a text, a list or an object of texts is read as one; where it wants a
 * list of texts, a text is read as a list of one. Whatever else does not fit stays as it is. Goes as deep as the schema;
 * the value itself is not changed.
 */
export function asMeant(schema: TSchema, value: unknown): unknown {
  if (TypeGuard.IsArray(schema)) {
    const items = itemsOf(schema, value);
    if (items !== null) return items.map((item) => asMeant(schema.items, item));
  }
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
  return wordOf(schema, value) ?? (TypeGuard.IsString(schema) ? textOf(value) : undefined) ?? value;
}

/** A value as a list; null for one that is none. A text stands for a list of it. */
function itemsOf({ items }: TArray, value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  return TypeGuard.IsString(items) && typeof value === "string" && !isBlank(value) ? [value] : null;
}

/** A list or an object of texts as one text: a line for each item, and the names of all but an object's first field. */
function textOf(value: unknown): string | undefined {
  const list = Array.isArray(value);
  // A part of a schema says what a text is to be.
  if (!list && (!isObject(value) || "type" in value)) return undefined;
  const said = Object.entries(value).filter(([, item]) => !isNothing(item));
  if (said.length === 0 || said.some(([, item]) => typeof item !== "string" && typeof item !== "number"))
    return undefined;
  if (list) return said.map(([, item]) => item).join("\n");
  return said.map(([key, item], at) => (at === 0 ? item : `${key}: ${item}`)).join("; ");
}

/** Whether nothing is said in a value, however deep. */
function isNothing(value: unknown): boolean {
  if (typeof value === "string") return isBlank(value);
  if (value === null) return true;
  return typeof value === "object" && Object.values(value).every(isNothing);
}

/** A blank text as the empty one that it is. */
const bare = (value: unknown): unknown => (typeof value === "string" && isBlank(value) ? "" : value);

/** The word of a schema that a text is but for its case and its blanks. */
function wordOf(schema: TSchema, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const options: TSchema[] = TypeGuard.IsUnion(schema) ? schema.anyOf : [schema];
  const folded = clean(value).text.trim().toLowerCase();
  return options
    .map((option) => option.const)
    .find((word) => typeof word === "string" && word.toLowerCase() === folded);
}
