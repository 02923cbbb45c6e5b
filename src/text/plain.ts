import type { Markdown } from "./markdown.ts";

/**
 * Markdown of one line as a page shows it that is not made of Markdown: without what only escapes and without bold;
 * code spans keep their backticks, and what stands in them stays.
 */
export function plain(line: Markdown): string {
  return line
    .split(CODE)
    .map((part, at) => (at % 2 === 1 ? part : unescaped(part)))
    .join("");
}

/** Spans as `inline` and `code` write them: a run of backticks that no backslash escapes, up to the next such run. */
const CODE = /(?<![\\`])((?:`[^`]+`)|(?:``[^\n]{1,2000}?``))(?!`)/;

function unescaped(text: string): string {
  return text
    .replace(/(?<!\\)\*\*/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
