/**
 * Reads JSON as models write it: comments, trailing, doubled and missing commas, single and typographic quotes,
 * unquoted keys and words, line breaks and quotation marks inside strings, Python's words, closing brackets that are
 * missing at the end. Undefined for what it cannot make sense of.
 *
 * One pass that never goes back: time grows with the length, whatever the text is. Libraries for this go back over
 * what they have written at each repair, so that 30 kB of the wrong kind take 20 seconds.
 */
export function parseLenient(text: string): unknown {
  const reader: Reader = { text, at: 0 };
  try {
    const value = readValue(reader, 0);
    skip(reader);
    return reader.at >= text.length ? value : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

type Reader = { readonly text: string; at: number };

/** Lists and objects inside one another; deeper is no answer. */
const MAX_DEPTH = 64;
/** How far after a quotation mark is looked for what tells whether it ends the string. Characters. */
const LOOK_AHEAD = 100;

function readValue(reader: Reader, depth: number): unknown {
  skip(reader);
  const char = reader.text[reader.at];
  if (char === undefined || depth > MAX_DEPTH) throw new Unreadable();
  if (char === "{") return readObject(reader, depth);
  if (char === "[") return readList(reader, depth);
  return QUOTES.has(char) ? readString(reader) : readWord(reader);
}

function readObject(reader: Reader, depth: number): unknown {
  const entries: [string, unknown][] = [];
  reader.at++;
  for (let char = next(reader); char !== "}" && char !== undefined; char = next(reader)) {
    if (char === ",") {
      reader.at++;
      continue;
    }
    const key = QUOTES.has(char) ? readString(reader) : readKey(reader);
    if (next(reader) !== ":") throw new Unreadable();
    reader.at++;
    entries.push([key, readValue(reader, depth + 1)]);
  }
  reader.at++;
  return Object.fromEntries(entries);
}

function readList(reader: Reader, depth: number): unknown {
  const items: unknown[] = [];
  reader.at++;
  for (let char = next(reader); char !== "]" && char !== undefined; char = next(reader)) {
    if (char === ",") reader.at++;
    else items.push(readValue(reader, depth + 1));
  }
  reader.at++;
  return items;
}

/** The first character that is neither white space nor in a comment. */
function next(reader: Reader): string | undefined {
  skip(reader);
  return reader.text[reader.at];
}

function skip(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    while (isSpace(text.charCodeAt(reader.at))) reader.at++;
    if (text[reader.at] !== "/") return;
    const kind = text[reader.at + 1];
    if (kind !== "/" && kind !== "*") return;
    const end = kind === "/" ? text.indexOf("\n", reader.at) : text.indexOf("*/", reader.at + 2);
    reader.at = end < 0 ? text.length : end + (kind === "/" ? 1 : 2);
  }
}

/** NaN, past the end of the text, is no space. */
function isSpace(code: number): boolean {
  return (code <= 32 && code >= 9) || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029;
}

/** Each opening quotation mark with the marks that may close it. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["\u201C", '\u201D"'],
  ["\u2018", "\u2019'"],
]);

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\n": "" };

/** A mark that is followed by nothing that could follow a string stands for itself. */
function readString(reader: Reader): string {
  const { text } = reader;
  const closing = QUOTES.get(text[reader.at] ?? "") ?? "";
  const pieces: string[] = [];
  let from = ++reader.at;
  while (reader.at < text.length) {
    const char = text[reader.at] ?? "";
    if (char === "\\") {
      pieces.push(text.slice(from, reader.at), readEscape(reader));
      from = reader.at;
    } else if (closing.includes(char) && endsString(text, reader.at + 1)) {
      break;
    } else {
      reader.at++;
    }
  }
  pieces.push(text.slice(from, reader.at));
  reader.at++;
  return pieces.join("");
}

function readEscape(reader: Reader): string {
  const char = reader.text[reader.at + 1] ?? "";
  const hex = char === "u" ? reader.text.slice(reader.at + 2, reader.at + 6) : "";
  reader.at += 2;
  if (/^[0-9a-f]{4}$/i.test(hex)) {
    reader.at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }
  return ESCAPES[char] ?? char;
}

/** After a string comes a separator, a closing bracket, a comment or the end, or on another line the next string. */
function endsString(text: string, from: number): boolean {
  let at = from;
  let line = false;
  while (at < from + LOOK_AHEAD && isSpace(text.charCodeAt(at))) line = text[at++] === "\n" || line;
  const char = text[at];
  return char === undefined || ",:}]/".includes(char) || at >= from + LOOK_AHEAD || (line && QUOTES.has(char));
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
  ["undefined", null],
]);

/** A number or a word without quotation marks; any other word is a text. */
function readWord(reader: Reader): unknown {
  const token = readToken(reader);
  if (token === "") throw new Unreadable();
  if (WORDS.has(token)) return WORDS.get(token);
  const number = Number(token);
  return Number.isFinite(number) ? number : token;
}

function readKey(reader: Reader): string {
  const token = readToken(reader);
  if (token === "") throw new Unreadable();
  return token;
}

/** What stands up to the next mark of JSON's own, a quotation mark or the end of the line. */
function readToken(reader: Reader): string {
  const from = reader.at;
  while (reader.at < reader.text.length && !',:{}[]\n"'.includes(reader.text[reader.at] ?? "")) reader.at++;
  return reader.text.slice(from, reader.at).trim();
}
