import type { ComponentChildren } from "preact";
import { fencesInLine } from "../../text/fences.ts";
import { truncate } from "../../text/truncate.ts";
import { languageOf } from "./language.ts";

/** Words of somebody else inside a sentence: their direction does not touch what is around, `code` looks like code. */
export function TheirWords({ of, max }: { of: string; max?: number }) {
  const line = fencesInLine(of);
  const text = (max === undefined ? line : truncate(line, max)).replace(/\s+/g, " ").trim();
  return <bdi lang={languageOf(text)}>{coded(text)}</bdi>;
}

const MARKED =
  /(?<!`)`([^`\n]+)`(?!`)|\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*|(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}])([^*\n]*[\p{L}\p{N}.!?])\*(?![\p{L}\p{N}*])/u;

/** Words in which `code` looks like code, and **words** and *words* as meant. */
export function coded(text: string): ComponentChildren {
  const parts = text.split(MARKED);
  if (parts.length === 1) return withFigures(text);
  return parts.map((part, at) => {
    if (at % 4 === 0) return part && withFigures(part);
    if (part === undefined) return null;
    if (at % 4 === 1) return <code>{part}</code>;
    return at % 4 === 2 ? <strong>{part}</strong> : <em>{part}</em>;
  });
}

/** A figure and its unit, with the space between them at which no line is to end. */
const FIGURE = /((?<![\p{L}\p{N}])\d[\d.,]{0,20} (?:%|[kMG]?B(?![\p{L}\p{N}])))/u;

/** A text in which no figure is torn from its unit at the end of a line. */
export function withFigures(text: string): ComponentChildren {
  const parts = text.split(FIGURE);
  return parts.length === 1
    ? text
    : parts.map((part, at) => (at % 2 === 0 ? part : <span class="figure">{part}</span>));
}
