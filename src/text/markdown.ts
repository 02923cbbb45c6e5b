import { clean } from "./clean.ts";
import { fencesInLine } from "./fences.ts";
import { patternOf } from "./pattern.ts";
import { truncate } from "./truncate.ts";

declare const brand: unique symbol;

/**
 * Text of which nothing takes effect but what our own code wrote as Markdown. It comes from this file alone: data is
 * escaped by `inline`, `cell`, `prose`, `code` or `block` for where it will stand, and what our code says stands in `md`.
 */
export type Markdown = string & { readonly [brand]: "Markdown" };

/** What may stand in `md` as it is: Markdown, numbers, and words that our own code lists; never a plain string. */
type Safe<V> = V extends string ? (string extends V ? never : V) : V extends number ? V : never;

/**
 * Markdown as our own code writes it: md`**${inline(name)}** has ${count} designs`. A plain string does not compile. A full
 * stop behind a value that has ended its sentence is left out.
 */
export function md<const V extends readonly unknown[]>(
  parts: TemplateStringsArray,
  ...values: { [I in keyof V]: Safe<V[I]> }
): Markdown {
  return parts.reduce((text, part, at) => {
    const value = String(values[at - 1] ?? "");
    return `${text}${value}${behindStop(part, () => value)}`;
  }) as Markdown;
}

/** Several pieces as one, with white space and punctuation of our own between them. */
export function join<const V extends readonly unknown[]>(
  pieces: { [I in keyof V]: Safe<V[I]> },
  separator: "" | " " | ", " | "; " | "\n" | "\n\n",
): Markdown {
  return pieces.join(separator) as Markdown;
}

/**
 * One safe line of Markdown prose from any text: invisible characters gone, white space folded, cut to `max` columns
 * (of the text, before escaping), and escaped so that it shows as it was written. Balanced `code spans` stay, an
 * address becomes a code span so that no viewer makes a link of it, and nothing else of Markdown or HTML takes effect.
 */
export function inline(text: string, max = Number.POSITIVE_INFINITY): Markdown {
  return escapeStart(escapeFragment(oneLine(text, max))) as Markdown;
}

/** As `inline`, for one cell of a table: "|" is escaped too, also inside code spans. */
export function cell(text: string, max = Number.POSITIVE_INFINITY): Markdown {
  return inCell(inline(text, max));
}

/** Markdown of one line for one cell of a table. */
export function inCell(line: Markdown): Markdown {
  // An odd number of backslashes before "|" whichever way a parser pairs them; a run before anything else stays.
  return line.replace(/(\\*)\||\\+/g, (run: string, before: string | undefined) =>
    before === undefined ? run : `${before}${before.length % 2 ? "\\\\" : "\\"}|`,
  ) as Markdown;
}

/** One line for behind the signs of a heading, where no list begins; signs at its end would be taken off. */
export function headingText(text: string, max = Number.POSITIVE_INFINITY): Markdown {
  return escapeFragment(oneLine(text, max)).replace(/#(?=#{0,99}$)/gu, "\\#") as Markdown;
}

/** A link to a file by its path with "/"; what would end its text or its address early is left out or encoded. */
export function link(text: string, path: string): Markdown {
  const shown = oneLine(text.replace(/[[\]`\\<>&*_~|!]/gu, ""), MAX_LINK) || "record";
  const address = path.split("/").map((name) => encodeURIComponent(name).replace(/[()']/gu, encoded));
  return `[${shown}](${address.join("/")})` as Markdown;
}
const MAX_LINK = 120;
const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`;

/**
 * A name as a value in front matter, which some readers take for Markdown: letters, digits and the signs of names alone,
 * in quotes, as YAML reads JSON.
 */
export function frontName(text: string): Markdown {
  const plain = oneLine(text.replace(/[^\p{L}\p{M}\p{N} .,'’()&+-]/gu, " "), MAX_FRONT);
  return JSON.stringify(plain) as Markdown;
}
const MAX_FRONT = 400;

/** What stands before a value in a list, a line or front matter: letters, blanks and signs of emphasis alone. */
export const headKey = (before: string): Markdown => before.replace(/[^\p{L}\p{M} _*:-]/gu, "") as Markdown;

/** A label of a table in a document of the project: as `headKey`, and "(s)". */
export const tableLabel = (label: string): Markdown => label.replace(/[^\p{L}\p{M} _*:()-]/gu, "") as Markdown;

/** A cell of the row under the labels of a table, such as ":--". */
export const tableRule = (rule: string): Markdown => rule.replace(/[^:-]/gu, "") as Markdown;

/** A path or an id, to be copied: as it is where nothing of it would take effect, else as a code span. */
export function literal(text: string): Markdown {
  const line = inline(text);
  return line === text ? line : code(text);
}

/** A code span of one line that shows a text letter by letter: a path, an id, a call. White space is folded. */
export function code(text: string): Markdown {
  const body = clean(text).text.replace(/\s+/g, " ") || " ";
  const fence = "`".repeat(longestRun(body) + 1);
  // A reader takes a backtick at an end for the fence, and one space off both ends where there are two.
  const ends = ["`", " "].some((end) => body.startsWith(end) && (end === "`" || body.endsWith(end)));
  const padded = (ends && body.trim() !== "") || body.endsWith("`") ? ` ${body} ` : body;
  return `${fence}${padded}${fence}` as Markdown;
}

/**
 * Several lines of Markdown prose from any text: paragraphs and lists stay, all else shows as it was written: no
 * headings, tables, quotes, rules, HTML, links or images. Stands at the left margin, not inside a list or a table.
 */
export function prose(text: string): Markdown {
  return (
    clean(text)
      .text.replaceAll("\t", "  ")
      // What some readers of Markdown take for a space must be one for all of them.
      .replace(/[^\S\n ]/g, " ")
      .split("\n")
      .map((line) => {
        const [start = ""] = /^ *(?:(?:[-+*]|\d{1,9}[.)]) +)*/.exec(line) ?? [];
        const rest = line.slice(start.length).trimEnd();
        return rest === "" ? "" : markersOf(start) + escapeLine(rest);
      })
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim() as Markdown
  );
}

/** The list markers that a line starts with: indented by three spaces at most, and one space after each, or it would be code. */
function markersOf(start: string): string {
  const markers = start.split(" ").filter(Boolean);
  const indent = Math.min(3, start.length - start.trimStart().length);
  return markers.length === 0 ? "" : `${" ".repeat(indent)}${markers.join(" ")} `;
}

/** A fenced block that holds the text as it stands, cleaned; the fence is longer than any run of backticks inside. */
export function block(text: string, language = ""): Markdown {
  const body = trimmed(clean(text).text, "\n");
  const fence = "`".repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}${language.replace(/[^\w+-]/g, "")}\n${body}\n${fence}` as Markdown;
}

/** Backticks in the longest run of them. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Any text on one line, without what is invisible and cut to `max` columns; not escaped yet. */
export function oneLine(text: string, max: number): string {
  return truncate(fencesInLine(clean(text).text).replace(/\s+/g, " ").trim(), max);
}

/**
 * A code span of single backticks, or what a reader of Markdown would turn into a link by itself: an address with a
 * scheme or with slashes alone, from these on, one that begins with "www.", and one of mail from its "@" on, wherever in
 * a word it begins.
 */
const ATOM = patternOf(
  [
    "(?<![`\\\\])`([^`]+)`(?!`)",
    "\\/\\/[^\\s`<>]+",
    "(?:www\\.|mailto:|xmpp:)[^\\s`<>]+",
    "@[^\\s`<>@.]*\\.[^\\s`<>@]+",
  ],
  "gi",
);
/** Punctuation that ends a sentence or a formatting rather than an address. */
const TRAILING = ")].,;:!?'\"*_~\\";

/** The text without the characters of `ending` at its end; linear, which a pattern anchored there is not. */
function trimmed(text: string, ending: string): string {
  let end = text.length;
  while (end > 0 && ending.includes(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** Where an address begins that was found at its slashes or its "@": with its scheme, or who gets the mail. */
function startOf(line: string, at: number, from: number): number {
  const pattern = BEFORE[line[at] ?? ""];
  return at - (pattern?.exec(line.slice(Math.max(from, at - MAX_BEFORE), at))?.[0].length ?? 0);
}

const BEFORE: Readonly<Record<string, RegExp>> = { "/": /[a-z][a-z0-9+.-]{0,20}:$/i, "@": /[\w.+-]{0,64}$/ };
const MAX_BEFORE = 64;

/** Escapes one line, its first characters included but for markers of lists. */
function escapeLine(line: string): string {
  return escapeBlock(escapeFragment(line));
}

/** Escapes what stands inside a line of Markdown. */
export function escapeFragment(line: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: found, 1: code } of line.matchAll(ATOM)) {
    const start = startOf(line, index, from);
    const atom = code ?? trimmed(line.slice(start, index + found.length), TRAILING);
    const before = escapeText(line.slice(from, start));
    // Two spans that touch would read as one run of two backticks.
    const touching = before === "" ? pieces.length > 0 : before.endsWith("`");
    pieces.push(before, `${touching ? " " : ""}\`${atom}\``);
    from = code === undefined ? start + atom.length : index + found.length;
  }
  return pieces.join("") + escapeText(line.slice(from));
}

/** Escapes what makes a line of Markdown more than words: also a marker of a list. */
export function escapeStart(line: string): string {
  return escapeBlock(line).replace(LIST_START, escapeMarker);
}

function escapeText(text: string): string {
  return (
    text
      .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
      .replace(/`/g, "\\`")
      // A bracket makes a link or an image before one of these, or before what may stand after this text.
      .replace(/\](?=[([:]|$)/g, "\\]")
      .replace(/&(?=#?\w{1,32};)/g, "&amp;")
      .replace(/<(?=[a-z/!?])/gi, "&lt;")
      .replace(/(?<! )\*+|\*+(?! )/g, (run) => run.replaceAll("*", "\\*"))
      .replace(/_+/g, (run, at: number, whole: string) =>
        WORD.test(whole[at - 1] ?? "") && WORD.test(whole[at + run.length] ?? "") ? run : run.replaceAll("_", "\\_"),
      )
      .replace(/~~+/g, (run) => run.replaceAll("~", "\\~"))
  );
}

const escapeBlock = (line: string): string => line.replace(BLOCK_START, "\\$&");

const WORD = /[\p{L}\p{N}]/u;

/** What makes a line a heading, a quote, a rule, an underline of a heading or the second row of a table. */
const BLOCK_START = /^(?:#{1,6}(?= |$)|>|[-=|:](?=[-=|: ]*$)|\|)/;
const LIST_START = /^(?:[-+*](?= |$)|\d{1,9}[.)](?= |$))/;

function escapeMarker(marker: string): string {
  return `${marker.slice(0, -1)}\\${marker.slice(-1)}`;
}

/** A paragraph in lines of at most 80 columns, broken between words. */
export function wrapped(text: Markdown): Markdown {
  const lines: Markdown[] = [];
  for (const word of text.split(" ") as Markdown[]) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 80) lines[lines.length - 1] = md`${last} ${word}`;
    else lines.push(word);
  }
  return join(lines, "\n");
}

/** A full stop at the beginning of words, behind quotation marks and emphasis; no point that begins a name. */
const STOP = /^(["'*_\\»’“”」』]{0,9})\.(?![\w.])/u;
/** What has ended its sentence, with quotation marks and emphasis behind it. */
const ENDED = /[.!?…。！？]["'*_\\»’“”」』]{0,9}$/u;
/** Characters of the end of a text in which it stands. */
const END = 12;

/** Words of our own behind a text: without the full stop at their beginning where that text has ended its sentence. */
export function behindStop<W extends string>(words: W, before: () => string): W {
  const [stop, closing = ""] = STOP.exec(words) ?? [];
  if (stop === undefined || !ENDED.test(before().slice(-END))) return words;
  return `${closing}${words.slice(stop.length)}` as W;
}
