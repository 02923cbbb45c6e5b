import { fold } from "../text/fold.ts";
import { indentOf, opensLiteral } from "../text/literal-block.ts";
import { findHeadKind, type HeadKind, isHistory, openKey } from "./head-keys.ts";
import { DAYS, looksLikeDate, type Weight, weigh } from "./head-values.ts";

/** One thing that a head says of its document: where it stands, from its key to the end of its value. */
export type HeadEntry = { kind: HeadKind; key: string; start: number; end: number; value: string };

/**
 * Finds what a text says of itself in the form of keys and values, wherever it says it: front matter, heads of mails,
 * items, tables with keys in a column or in a row, lists of definitions, headings with their values below, several on one
 * line. A value that is plainly one of its key counts by itself, another only beside such a one. Code is left out.
 */
export function headsIn(text: string): HeadEntry[] {
  return counted(readLines(text)).filter(({ kind }) => kind !== "plain");
}

/** Who wrote a text by the first of its lines that names somebody; also where it may be no name. */
export const authorEntry = (text: string): HeadEntry | undefined =>
  readLines(text).find(({ kind, value, weight }) => kind === "author" && value.trim() !== "" && weight !== "none");

type Found = HeadEntry & { line: number; last: number; weight: Weight };
type Line = { text: string; at: number; lead: number; indent: number };
type Open = { entry: Found; indent: number; filled: boolean; heading: boolean };

const LEAD =
  /^(?:[ \t>]|[-*+•|][ \t]{1,4}|#\+|<!--|["'](?=\p{L})|:(?=\p{L})|\d{1,2}[.)] |[*_]{1,3}(?=\p{L})|<\/?(?:tr|td|th|dt|dd|dl|li|p|b|strong|table|tbody)>){0,12}/u;
const TAGS = /<\/?(?:tr|td|th|dt|dd|dl|li|p|b|strong|em|i|span|br|table|tbody)(?: [^<>\n]{0,80})?\/?>/giu;
const HEADING = /^ {0,3}(?:#{1,6}|={1,4}) {1,4}(?:\d{1,2}\.? )?([^#\n]{1,40}?)[ #:=]{0,8}$/u;
const UNDERLINE = /^[-=~^"']{3,200}\s{0,4}$/u;
const FENCE = /^ {0,3}(?:```|~~~)/u;
const DELIMITERS =
  /^[ \t]{0,8}\|?[ \t]{0,4}:?-{1,200}:?(?:[ \t]{0,4}\|[ \t]{0,200}:?-{1,200}:?){0,20}[ \t]{0,4}\|?[ \t]{0,8}$/u;
/** Lines that say what a document is before its text begins, and characters of one that are read. */
const [EARLY, MAX_LINE] = [16, 4_000];

function linesOf(text: string): Line[] {
  let at = 0;
  return text.split("\n").map((whole) => {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    const lead = LEAD.exec(line.slice(0, 80))?.[0].length ?? 0;
    const made = { text: line.slice(0, MAX_LINE), at, lead, indent: indentOf(line) };
    at += whole.length + 1;
    return made;
  });
}

function readLines(text: string): Found[] {
  const lines = linesOf(text);
  const found: Found[] = [];
  const begin = lines.findIndex(({ text: line }) => line.trim() !== "");
  const front = frontEnd(lines, begin);
  let open: Open | null = null;
  let history = false;
  let fenced = false;
  let literal: number | null = null;
  let seen = 0;
  for (let line = 0; line < lines.length; line++) {
    const one = lines[line] as Line;
    if (one.text.trim() === "") {
      if (open?.filled && !open.heading) open = null;
      continue;
    }
    seen++;
    if (FENCE.test(one.text)) {
      // A head may stand in a fence of its own where the text begins.
      fenced = !fenced && seen > 2;
      open = null;
      continue;
    }
    if (literal !== null && one.indent <= literal) literal = null;
    if (fenced || literal !== null) continue;
    if (opensLiteral(one.text)) literal = one.indent;
    const early = line <= front || seen <= EARLY;
    const heading = line <= front ? null : headingAt(lines, line);
    if (heading !== null) {
      history = isHistory(heading);
      const kind = findHeadKind(heading);
      const entry = kind && kind !== "plain" ? entryAt(kind, heading, one, 0, line) : null;
      open = entry === null ? null : { entry, indent: -1, filled: false, heading: true };
      if (UNDERLINE.test(lines[line + 1]?.text ?? "") && !one.text.startsWith("#")) {
        line++;
        if (entry) entry.last = line;
      }
      continue;
    }
    if (line > front && line + 1 < lines.length && DELIMITERS.test(lines[line + 1]?.text ?? "")) {
      const rows = readColumns(lines, line);
      if (rows !== null) {
        found.push(...rows.found);
        line = rows.last;
        open = null;
        continue;
      }
    }
    const isDeeper: boolean =
      open !== null && !open.heading && open.entry.last === line - 1 && one.indent > open.indent;
    if (open !== null && isDeeper && ((open.filled && early) || line <= front || continues(open.entry, one))) {
      extend(open, one, line);
      if (line <= front || open.entry.weight !== "sure") reweigh(open.entry);
      continue;
    }
    const own: Found[] =
      one.indent >= CODE_INDENT && line > front && !near(found, line)
        ? []
        : keysOn(one, line, early || near(found, line));
    if (own.length > 0) {
      found.push(...own);
      const last: Found = own.at(-1) as Found;
      open = { entry: last, indent: one.indent, filled: last.value.trim() !== "", heading: false };
      if (line <= front) for (const each of own) if (each.weight === "beside") each.weight = "sure";
      continue;
    }
    const alone = findHeadKind(bare(one.text.slice(one.lead)));
    const next = lines[line + 1];
    if (alone !== undefined && alone !== "plain" && next !== undefined && isDefinition(next, one)) {
      const entry = entryAt(alone, bare(one.text), one, 0, line);
      open = { entry, indent: one.indent, filled: false, heading: false };
      extend(open, next, ++line);
      reweigh(entry);
      // A list of definitions explains words too.
      if (entry.weight === "sure") found.push(entry);
      else open = null;
      continue;
    }
    if (open !== null && !open.filled && line - open.entry.last <= 2 && continues(open.entry, one)) {
      if (open.heading && open.entry.value === "") found.push(open.entry);
      extend(open, one, line);
      open.entry.weight = "sure";
      open.filled = false;
      if (open.heading && !/^\s{0,8}(?:[-*+•]|\d{1,2}[.)])\s/u.test(one.text) && open.entry.kind !== "author")
        open = null;
      continue;
    }
    if (history && looksLikeDate(fold(withoutMarks(one.text)).text.slice(0, MAX_DATED))) {
      const entry = entryAt("date", "history", one, one.indent, line);
      found.push({ ...entry, value: one.text, weight: "sure", end: dayEnd(one) });
    }
    open = null;
  }
  return found;
}

/** Columns from which a line is code, where no head goes on. */
const CODE_INDENT = 4;
const MAX_DATED = 400;

/** The line that closes a front matter; -1 without one. */
function frontEnd(lines: readonly Line[], begin: number): number {
  const mark = lines[begin]?.text.trim();
  if (mark !== "---" && mark !== "+++") return -1;
  return lines.findIndex(({ text }, line) => line > begin && line < begin + MAX_FRONT && text.trim() === mark);
}

const MAX_FRONT = 200;

function headingAt(lines: readonly Line[], line: number): string | null {
  const text = lines[line]?.text ?? "";
  const marked = HEADING.exec(text)?.[1];
  if (marked !== undefined) return marked;
  if (/^#{1,6} /u.test(text)) return "";
  const under = lines[line + 1]?.text ?? "";
  return /^[\p{L}\p{N}]/u.test(text) && text.length <= 200 && UNDERLINE.test(under) && !under.startsWith("---\n")
    ? bare(text)
    : null;
}

const entryAt = (kind: HeadKind, key: string, { at, text, indent }: Line, from: number, line: number): Found => ({
  kind,
  key,
  start: at + (from === 0 ? indent : from),
  end: at + text.trimEnd().length,
  value: "",
  line,
  last: line,
  weight: "none",
});

function extend({ entry }: Open, { at, text }: Line, line: number): void {
  entry.value += `\n${text}`;
  entry.end = at + text.trimEnd().length;
  entry.last = line;
}

function reweigh(entry: Found): void {
  entry.weight = weightOf(entry.kind, entry.value);
}

/** Whether a line is one more value of a key that has none beside it. */
const continues = ({ kind }: Found, { text }: Line): boolean => weightOf(kind, text) === "sure";

function isDefinition(next: Line, { indent }: Line): boolean {
  return /^\s{0,8}(?::|<d|<td|<th|\|)/u.test(next.text) || (next.indent >= indent + 2 && next.text.trim() !== "");
}

const near = (found: readonly Found[], line: number): boolean => {
  const last = found.at(-1);
  return last !== undefined && line - last.last <= 2;
};

/** A text without the marks around it. */
function bare(text: string): string {
  return text.replace(TAGS, " ").replace(/^[\s*_"'`|:>#-]{1,20}|[\s*_"'`|:：>]{1,20}$/gu, "");
}

const withoutMarks = (text: string): string =>
  text
    .replace(TAGS, " ")
    .replace(/-->\s{0,4}$/u, "")
    .replace(/^[\s*_"'|>:：=•-]{1,20}/u, "")
    .replace(/[\s*_"'|]{1,20}$/u, "");

function weightOf(kind: HeadKind, value: string): Weight {
  const lines = value
    .split("\n")
    .map(withoutMarks)
    .filter((line) => line !== "" && !line.startsWith("# "));
  if (kind === "author" || kind === "person" || kind === "group") {
    const written = lines.join("\n");
    return weigh(kind, written, written);
  }
  const [first = ""] = lines;
  return weigh(kind, fold(first).text, first);
}

/** Signs behind a key, and what ends the value before the next key. */
const SEPARATOR = /[:：=|\t]|(?<=\s)(?:--?|[–—])(?=\s)|[—–]/gu;
const BOUNDARY = /[|;·•\t]|,\s|\s{2,}|\s[–—]\s/gu;
const MAX_SEPARATORS = 60;

/** The keys on a line with their values. The first has to begin it; `loose`: a key may also follow a sign that parts. */
function keysOn(one: Line, line: number, loose: boolean): Found[] {
  const { text, at, lead } = one;
  const flat = text.replace(TAGS, (tag) => `|${" ".repeat(tag.length - 1)}`);
  const keys: { kind: HeadKind; key: string; from: number; to: number }[] = [];
  const opened = openKey(flat.slice(lead));
  if (opened !== null && isOpened(text, lead, opened, loose)) {
    const to = lead + opened.length;
    if (!/^\s{0,3}[:：|=]/u.test(flat.slice(to)) && weightOf(opened.kind, text.slice(to)) === "sure")
      keys.push({ kind: opened.kind, key: text.slice(lead, to), from: 0, to });
  }
  let from = lead;
  let count = 0;
  for (const { index, 0: sign } of flat.matchAll(SEPARATOR)) {
    if (index < from || count++ > MAX_SEPARATORS) continue;
    const between = flat.slice(Math.max(from, index - MAX_BETWEEN), index);
    const start = Math.max(from, index - MAX_BETWEEN) + boundaryIn(between);
    const key = bare(flat.slice(start, index));
    const kind = findHeadKind(key);
    const first = keys.length === 0;
    // A table's bar and a blank part cells, and no other key from its value.
    if (kind !== undefined && (start <= lead + 3 || !first || loose) && !(sign === "\t" && first && index < lead + 2)) {
      if (start <= lead + 3 || /[:：=|]/u.test(sign))
        keys.push({ kind, key, from: start <= lead + 3 ? 0 : start, to: index + sign.length });
    } else if (!first && /[:：]/u.test(sign)) {
      const last = suffixKey(between);
      if (last !== null) keys.push({ ...last, from: index - last.length, to: index + 1 });
    }
    if (keys.at(-1)?.to === index + sign.length) from = index + sign.length;
  }
  return keys.flatMap(({ kind, key, from: start, to }, nth) => {
    const next = keys[nth + 1];
    const end = next === undefined ? text.length : next.from;
    const value = flat.slice(to, end);
    const entry = entryAt(kind, key, one, start, line);
    const last = next === undefined ? text.trimEnd().length : next.from;
    return [{ ...entry, value, end: at + last, weight: weightOf(kind, value) }];
  });
}

const MAX_BETWEEN = 60;

/** Whether a line with such a key is one of its own, and not one on which a sentence goes on. */
const isOpened = (text: string, lead: number, { byline }: { byline: boolean }, loose: boolean): boolean =>
  byline ? loose && isWhole(text, lead) : !/^\p{Ll}/u.test(text.slice(lead)) || text.slice(0, lead).trim() !== "";

/** Whether a line is no item and no heading, as one of an author's name is. */
const isWhole = (text: string, lead: number): boolean => !/[-+#]/u.test(text.slice(0, lead)) && text.length <= 160;

/** Behind the last sign that parts. */
function boundaryIn(between: string): number {
  let end = 0;
  for (const { index, 0: sign } of between.matchAll(BOUNDARY)) end = index + sign.length;
  return end;
}

/** The longest key at the end of some words. */
function suffixKey(between: string): { kind: HeadKind; key: string; length: number } | null {
  const words = between.split(" ");
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const written = words.slice(-count).join(" ");
    const key = bare(written);
    const kind = findHeadKind(key);
    if (kind !== undefined && kind !== "plain" && /^[*_]{0,3}\p{Lu}/u.test(written))
      return { kind, key, length: written.length };
  }
  return null;
}

/** A table that has its keys in its first row, one of them for people. */
function readColumns(lines: readonly Line[], line: number): { found: Found[]; last: number } | null {
  const head = lines[line] as Line;
  if (!head.text.includes("|")) return null;
  const keys = cellsOf(head.text).map(({ text }) => findHeadKind(bare(text)));
  if (
    keys.filter((kind) => kind !== undefined).length < 2 ||
    !keys.some((kind) => kind === "author" || kind === "person")
  )
    return null;
  const found: Found[] = [];
  let last = line + 1;
  while (lines[last + 1]?.text.includes("|")) last++;
  for (let row = line + 2; row <= last; row++) {
    const one = lines[row] as Line;
    for (const [at, { from, text }] of cellsOf(one.text).entries()) {
      const kind = keys[at];
      if (kind === undefined || kind === "plain" || text.trim() === "") continue;
      const start = one.at + from + (text.length - text.trimStart().length);
      const weight = weightOf(kind, text);
      found.push({ kind, key: "", start, end: start + text.trim().length, value: text, line: row, last: row, weight });
    }
  }
  if (!found.some(({ kind, weight }) => (kind === "author" || kind === "person") && weight === "sure")) return null;
  return { found, last };
}

function cellsOf(text: string): { from: number; text: string }[] {
  const cells: { from: number; text: string }[] = [];
  let from = /^\s{0,8}\|/u.exec(text)?.[0].length ?? 0;
  for (const cell of text.slice(from).split("|")) {
    cells.push({ from, text: cell });
    from += cell.length + 1;
  }
  return cells;
}

/** Behind a line of history that says what became of the document, or behind its day where it says something else. */
function dayEnd({ at, text }: Line): number {
  const whole = text.trimEnd().length;
  if (BECAME.test(fold(text).text)) return at + whole;
  const folded = fold(text);
  const [day] = [...folded.text.matchAll(DAYS)];
  return at + (day === undefined ? whole : (folded.at[day.index + day[0].length] ?? whole));
}

const BECAME =
  /\b(?:kep|rfc|pep|adr|dep|tep|proposal|proposed|draft|approv\w{1,5}|accept\w{1,5}|merg\w{1,3}|review\w{0,3}|created|published|submitted|opened|implementable|provisional|initial|first version|updated?|reject\w{1,3}|entwurf|angenommen|brouillon|borrador)\b|承認|作成|批准|创建/u;

/** Those that are sure, and those of a run of lines with one that is. */
function counted(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  let run: Found[] = [];
  const close = (): void => {
    const sure = run.some(({ weight, kind }) => weight === "sure" && kind !== "plain");
    kept.push(...run.filter(({ weight }) => weight === "sure" || (sure && weight === "beside")));
    run = [];
  };
  for (const each of found) {
    const last = run.at(-1);
    if (last !== undefined && each.line - last.last > 2) close();
    run.push(each);
  }
  close();
  return kept;
}
