import { parseLenient } from "./lenient-json.ts";
import { objectSpans, objectStart } from "./objects.ts";
import { withoutThinking } from "./thinking.ts";

/** A value that a text may stand for, and the parts of its strings in which a backslash may mean two things. */
export type Candidate = { value: unknown; doubts: string[] };

const MAX_CANDIDATES = 40;
/** How often an answer may have been made a string of JSON. */
const MAX_ENCODED = 3;

/**
 * What an answer may be, the likeliest first: the whole text; without its thinking the objects and fences in it, each
 * read leniently where it needs that; the whole of that read leniently. `given` is what the model was given.
 */
export function* readings(text: string, given: string): Generator<Candidate[]> {
  const { inner, value } = decoded(text);
  if (value !== undefined) yield [reading(inner, value)];
  const { answer } = withoutThinking(inner, given);
  const parts = [...new Set([...objectSpans(answer).slice(0, MAX_CANDIDATES), ...fencesOf(answer), answer.trim()])];
  yield parts.flatMap((part) => {
    const { inner, value } = decoded(part);
    if (part !== answer.trim()) return [value === undefined ? leniently(inner) : reading(inner, value)];
    return value === undefined ? [] : [reading(inner, value)];
  });
  const start = objectStart(answer);
  if (start < 0) return;
  const end = answer.lastIndexOf("}");
  yield [leniently(end > start ? answer.slice(start, end + 1) : answer.slice(start))];
}

/** A text as JSON, undefined where it is none; where it is a string of JSON, the text in that. */
function decoded(text: string): { inner: string; value: unknown } {
  let inner = text;
  let value = parse(inner);
  for (let encoded = 0; typeof value === "string" && encoded < MAX_ENCODED; encoded++) {
    inner = value;
    value = parse(inner);
  }
  return { inner, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value of JSON as it is meant: an escape of JSON may be a backslash that was not escaped. */
function reading(text: string, value: unknown): Candidate {
  if (!ESCAPE.test(text)) return { value, doubts: [] };
  const meant = leniently(text);
  return meant.value === undefined ? { value, doubts: [] } : meant;
}

function leniently(text: string): Candidate {
  const spelled = ENCODED.test(text) ? parse(`"${text.replace(/\r?\n/g, "\\n")}"`) : text;
  const doubts: string[] = [];
  return { value: parseLenient(typeof spelled === "string" ? spelled : text, doubts), doubts };
}

const ESCAPE = /\\[bfnrt]/;
/** An object that was made a string of JSON, without the quotation marks of that string. */
const ENCODED = /^\{(?:\s|\\[nrt]){0,100}\\"/;

/** What stands between a fence with no more than a word after it on its line, and the next line that starts with one. */
function fencesOf(text: string): string[] {
  const found: string[] = [];
  OPENING.lastIndex = 0;
  for (let open = OPENING.exec(text); open !== null && found.length < MAX_CANDIDATES; open = OPENING.exec(text)) {
    const from = OPENING.lastIndex;
    // The line break before the closing fence may be the one that ends the opening line.
    CLOSING.lastIndex = from - 1;
    const close = CLOSING.exec(text);
    // Where no line after this one closes a fence, none closes a later one.
    if (close === null) break;
    if (close.index > from) found.push(text.slice(from, close.index));
    OPENING.lastIndex = CLOSING.lastIndex;
  }
  return found;
}

const OPENING = /```[a-z]{0,20}[ \t\r]{0,20}\n/gi;
/** A line that starts with a fence. */
const CLOSING = /\n[ \t]{0,100}```/g;
