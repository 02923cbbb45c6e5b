import { clean } from "./clean.ts";
import { truncate } from "./truncate.ts";

/**
 * One safe line of Markdown prose from any text: invisible characters gone, white space folded, cut to `max` columns
 * (of the text, before escaping), and escaped so that it shows as it was written. Balanced `code spans` stay, an
 * address becomes a code span so that no viewer makes a link of it, and nothing else of Markdown or HTML takes effect.
 */
export function inline(text: string, max = Number.POSITIVE_INFINITY): string {
  return escapeLine(fold(text, max)).replace(LIST_START, escapeMarker);
}

/** As `inline`, for one cell of a table: "|" is escaped too, also inside code spans. */
export function cell(text: string, max = Number.POSITIVE_INFINITY): string {
  // An odd number of backslashes before "|" whichever way a parser pairs them.
  return inline(text, max).replace(/(\\*)\|/g, (_, before: string) => `${before}${before.length % 2 ? "\\\\" : "\\"}|`);
}

/**
 * Several lines of Markdown prose from any text: paragraphs and lists stay, all else shows as it was written: no
 * headings, tables, quotes, rules, HTML, links or images. Stands at the left margin, not inside a list or a table.
 */
export function prose(text: string): string {
  return clean(text)
    .text.replaceAll("\t", "  ")
    .split("\n")
    .map((line) => {
      const [start = ""] = /^ *(?:(?:[-+*]|\d{1,9}[.)]) +)*/.exec(line) ?? [];
      const rest = line.slice(start.length).trimEnd();
      // At most three spaces, or it would be code; a marker with nothing after it would underline a heading.
      const kept = start.trim() === "" ? "" : start.replace(/^ {4,}/, "   ").replace(/ +$/, " ");
      return rest === "" ? "" : kept + escapeLine(rest);
    })
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** A fenced block that holds the text as it stands, cleaned; the fence is longer than any run of backticks inside. */
export function block(text: string, language = ""): string {
  const body = clean(text).text.replace(/\n+$/, "");
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language.replace(/[^\w+-]/g, "")}\n${body}\n${fence}`;
}

function fold(text: string, max: number): string {
  return truncate(clean(text).text.replace(/\s+/g, " ").trim(), max);
}

/** A code span of single backticks, or what GitHub's Markdown would turn into a link by itself. */
const ATOM =
  /(?<![`\\])`([^`]+)`(?!`)|(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s`<>|]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi;
const TRAILING = /[)\].,;:!?'"*_~\\]+$/;

/** Escapes one line, its first characters included. */
function escapeLine(line: string): string {
  let out = "";
  let from = 0;
  for (const match of line.matchAll(ATOM)) {
    const atom = match[1] === undefined ? match[0].replace(TRAILING, "") : match[0].slice(1, -1);
    out += escapeText(line.slice(from, match.index), from === 0);
    // Two spans that touch would read as one run of two backticks.
    out += `${out.endsWith("`") ? " " : ""}\`${atom}\``;
    from = match.index + (match[1] === undefined ? atom.length : match[0].length);
  }
  return out + escapeText(line.slice(from), from === 0);
}

function escapeText(text: string, atStart: boolean): string {
  const escaped = text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
    .replace(/[`[\]]/g, "\\$&")
    .replace(/&(?=#?\w{1,32};)/g, "&amp;")
    .replace(/<(?=[a-z/!?])/gi, "&lt;")
    .replace(/(?<! )\*+|\*+(?! )/g, (run) => run.replaceAll("*", "\\*"))
    .replace(/_+/g, (run, at: number, whole: string) =>
      WORD.test(whole[at - 1] ?? "") && WORD.test(whole[at + run.length] ?? "") ? run : run.replaceAll("_", "\\_"),
    )
    .replace(/~~+/g, (run) => run.replaceAll("~", "\\~"));
  return atStart ? escaped.replace(BLOCK_START, "\\$&") : escaped;
}

const WORD = /[\p{L}\p{N}]/u;

/** What makes a line a heading, a quote, a rule, an underline of a heading or the second row of a table. */
const BLOCK_START = /^(?:#{1,6}(?= |$)|>|[-=|:](?=[-=|: ]*$)|\|)/;
const LIST_START = /^(?:[-+*](?= |$)|\d{1,9}[.)](?= |$))/;

function escapeMarker(marker: string): string {
  return `${marker.slice(0, -1)}\\${marker.slice(-1)}`;
}
