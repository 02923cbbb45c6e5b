import type { Entrant } from "../artifacts/entrant.ts";
import { fold, foldSource } from "../text/fold.ts";
import { mapTexts } from "../text/map-texts.ts";
import { patternOf } from "../text/pattern.ts";
import { MASK } from "./blind.ts";

/**
 * Replaces by the mask of authors what a text says of itself as documents do: author, reviewers, approval, status, dates,
 * its own version and number. Lines such as "Status: Accepted", alone or below a heading, the number that a title begins
 * with, and sentences about "this design" count; the same words about anything else stay. `masked` holds each thing once.
 */
export function maskDocument(text: string): { text: string; masked: string[] } {
  const spans = joined(text, [...headerLines(text), ...phrases(text)]);
  let masked = "";
  let from = 0;
  for (const { start, end } of spans) {
    masked += `${text.slice(from, start)}${MASK}`;
    from = end;
  }
  const found = spans.map(({ start, end }) => text.slice(start, end));
  return { text: masked + text.slice(from), masked: [...new Set(found)] };
}

/** The same for every string inside a JSON value. */
export function maskDocumentValue<T>(value: T): { value: T; masked: string[] } {
  const masked = new Set<string>();
  const change = (text: string): string => {
    const result = maskDocument(text);
    for (const each of result.masked) masked.add(each);
    return result.text;
  };
  return { value: mapTexts(value, change), masked: [...masked] };
}

/** What a document is known by, to be masked as a model's name is: who wrote it, and the number that its file's name has. */
export function namesOfDocument({ file, author }: Pick<Entrant, "file" | "author">): string[] {
  const [, folder = "", kind = "", number = ""] =
    /(?:^|\/)(?:([a-z]{2,10})\/)?(?:(rfc|adr|pep|kep|rfd)s?[-_ ]{0,2})?(\d{1,5})(?=[-_. ])[^/]{0,200}$/iu.exec(file) ??
    [];
  const [, series = ""] = /^(rfc|adr|pep|kep|rfd)s?$/iu.exec(kind || folder) ?? [];
  const plain = number.replace(/^0{1,4}(?=\d)/u, "");
  // Of four digits on it is more likely a standard of the internet.
  const own = series !== "" && plain.length < 4 ? [`${series} ${plain}`, `${series} ${number}`] : [];
  return [...(author === undefined ? [] : [author]), ...new Set(own)];
}

/** Whether a document says behind such a key who wrote it. */
export const isAuthorKey = (key: string): boolean => KEYS.get(fold(key).text.trim()) === "author";

/** Who wrote a document by one of its lines, such as "- **Author:** Ann"; null for a line that says something else. */
export function authorSaid(line: string): string | null {
  const own = keyed(line);
  return own?.key === "author" ? own.value.replace(/[*_|>]/gu, "").trim() : null;
}

type Span = { start: number; end: number };
/** `sure`: what stands behind the key is such a value by itself, else only beside a line that is sure. */
type HeaderLine = Span & { line: number; sure: boolean };

/** Keys behind which a text says who wrote it. */
const AUTHORS =
  "author|authors|author(s)|written by|prepared by|submitted by|autor|autoren|autorin|autorinnen|verfasser|verfasserin|verfasst von|auteur|auteurs|autrice|auteure|autora|autores|autore|autori|автор|авторы|作成者|著者|筆者|執筆者|作者|撰写人|編寫者|编写者|저자|작성자";

/** Keys by what stands behind them, as they are folded. */
const KEYS: ReadonlyMap<string, keyof typeof VALUES> = new Map(
  (
    [
      ["author", AUTHORS],
      [
        "person",
        "owner|owners|approved by|approved-by|approver|approvers|approval|reviewed by|reviewed-by|reviewer|reviewers|signed off by|signed-off-by|sign-off|sponsor|sponsors|decider|deciders|decision makers|decision-makers|consulted|informed|contributor|contributors|maintainer|maintainers|last edited by|last updated by|freigegeben von|承認者|レビュー担当者|レビュアー|审批人|批准人|审阅人",
      ],
      [
        "status",
        "status|decision status|document status|rfc status|adr status|approval status|statut|ステータス|状態|状态",
      ],
      [
        "date",
        "date|dated|created|created on|created at|creation date|last updated|last-updated|last_updated|last modified|last changed|last edited|last reviewed|updated|updated on|modified|published|published on|decided|decided on|decision date|approved on|accepted on|effective date|review date|datum|stand|作成日|更新日|最終更新|最終更新日|承認日|日付|日期|创建日期|更新日期",
      ],
      ["version", "version|revision|document version|バージョン|版本"],
      ["number", "rfc|adr|pep|kep|rfd|rfc number|adr number|rfc id|adr id|rfc pr|document number|文書番号"],
      ["other", "supersedes|superseded by|superseded-by|replaces|obsoletes|amends|related|tracking issue"],
    ] as const
  ).flatMap(([kind, keys]) => keys.split("|").map((key) => [foldSource(key), kind] as const)),
);

const STATUS =
  "(?:draft|proposed|accepted|approved|rejected|declined|deprecated|superseded|final|finalised|finalized|ratified|implemented|in review|under review|ready for review|in discussion|work in progress|wip|adopted|provisional|withdrawn|agreed|signed off|承認済み?|承認|草案|下書き|レビュー中|採択|已批准|草稿|提案)";
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,7}\\.?";
const DAY = `(?:\\d{4}[-/.年]\\d{1,2}(?:[-/.月]\\d{1,2})?|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)? ${MONTH},? \\d{4}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|${MONTH} \\d{4})`;
const built = (source: string): RegExp => patternOf(foldSource(source), "u");
const DATE_VALUE = built(`^${DAY}日?[^\\n]{0,40}$`);
const STATUS_VALUE = built(`^${STATUS}(?:[.)]?$|,? ?\\d|[ ]?(?:by|on|at|in|as of|since|--?|\\(|;)[^\\n]{0,80}$)`);
const VERSION_VALUE = built(`^v?\\d{1,4}(?:\\.\\d{1,4}){0,3}[ ]?[(\\[-]{0,2}[ ]?${STATUS}`);
const NUMBER_VALUE = /^#?(?:[a-z]{2,5}[- ]?)?\d{1,6}$/u;
const DOCUMENT_NUMBER = /\b(?:rfc|adr|pep|kep|rfd)[- ]?\d{1,5}\b/u;

/** Whether a value is surely that of such a key. `folded` as it is matched, `written` as it stands. */
const VALUES = {
  author: (_folded: string, written: string) => isName(written),
  person: (_folded: string, written: string) => isName(written),
  status: (folded: string) => STATUS_VALUE.test(folded),
  date: (folded: string) => DATE_VALUE.test(folded),
  version: (folded: string) => VERSION_VALUE.test(folded),
  number: (folded: string) => NUMBER_VALUE.test(folded),
  other: (folded: string) => DOCUMENT_NUMBER.test(folded),
} as const;

const MAX_NAMES = 16;

/** Words that each begin as names do, with what stands between names; or signs that are no Latin ones. */
function isName(written: string): boolean {
  if (/^[\p{Lo}\p{P}\p{N} ]{1,40}$/u.test(written)) return true;
  const all = written.split(/[\s,;/&()<>[\]]+/u).filter((word) => word !== "");
  const names = all.filter((word) => !/^(?:and|of|the|by|on|at|for|in|und|von|de|et)$/u.test(word));
  return names.length > 0 && all.length <= MAX_NAMES && names.every((word) => /^[\p{Lu}@\p{N}]|@/u.test(word));
}

/** Lines that say what is such a thing of the whole, from the key to the value's end. */
function headerLines(text: string): Span[] {
  const found: HeaderLine[] = [];
  let above: { key: keyof typeof VALUES; start: number; line: number } | null = null;
  let start = 0;
  const lines = text.split("\n");
  for (const [line, written] of lines.entries()) {
    const at = start;
    start += written.length + 1;
    if (written.trim() === "") continue;
    const heading = HEADING.exec(written)?.[1];
    const named = heading === undefined ? undefined : KEYS.get(fold(heading).text.trim());
    if (named !== undefined) {
      above = { key: named, start: at, line };
      continue;
    }
    const own = keyed(written);
    const end = at + written.trimEnd().length;
    if (own !== null) found.push({ start: at + own.from, end, line, sure: VALUES[own.key](...readValue(own.value)) });
    else if (above !== null && VALUES[above.key](...readValue(written)))
      found.push({ start: above.start, end, line, sure: true });
    above = null;
  }
  const isNear = (one: HeaderLine, other: HeaderLine): boolean => other.sure && Math.abs(one.line - other.line) <= 2;
  return found.filter(
    (one, at) => one.sure || found.slice(Math.max(0, at - 2), at + 3).some((other) => isNear(one, other)),
  );
}

const HEADING = /^ {0,3}#{1,6} {1,4}(?:\d{1,2}\.? )?([^#\n]{1,40}?)[ #:]{0,8}$/u;
const KEYED =
  /^[ \t>]{0,8}(?:[-*+|][ \t]{1,4})?[*_]{0,3}([\p{L}][\p{L} ()_-]{0,30}?)[*_ \t]{0,6}[:：|=][*_ \t]{0,6}(.{1,160})$/u;

function keyed(written: string): { key: keyof typeof VALUES; value: string; from: number } | null {
  const [, name = "", value = ""] = KEYED.exec(written) ?? [];
  const key = KEYS.get(fold(name).text.trim());
  return key === undefined ? null : { key, value, from: written.length - written.trimStart().length };
}

/** A value folded and as it stands, without emphasis, quotes and pipes around it. */
function readValue(written: string): [folded: string, written: string] {
  const value = written.replace(/^[\s*_"'|>-]{1,20}/u, "").replace(/[\s*_"'|]{1,20}$/u, "");
  return [fold(value).text, value];
}

const SELF = "(?:this|the present|the above)";
const OWN =
  "(?:design doc(?:ument)?|design|proposal|rfc|adr|architecture decision(?: record)?|spec(?:ification)?|document|draft)";
const APPROVED = "(?:pre-?)?(?:approved|accepted|ratified|signed off|endorsed|adopted|agreed)";
const WRITTEN = "(?:written|created|drafted|authored|published|updated|revised|proposed|prepared|reviewed)";

/** Phrases by which a text speaks of itself; what a class or a group of them repeats has a bound. */
const PHRASES: readonly RegExp[] = [
  `\\b${SELF} ${OWN}(?: \\d{1,5})?,? (?:is|was|has been|had been|got)(?: (?:now|already|hereby|first|last|originally|\\w{2,14}ly)){0,2} (?:${APPROVED}\\b[^.!?\\n]{0,120}|${WRITTEN} (?:in|on|at|by|during)\\b[^.!?\\n]{0,100})`,
  `\\b[a-z][^.!?\\n]{0,80} ${APPROVED}(?: on)? ${SELF} ${OWN}\\b[^.!?\\n]{0,80}`,
  "\\bthis (?:rfc|adr|pep|kep|rfd)\\b",
  // The number that a title or a heading begins with, and what one ends with.
  "(?<=^[ ]{0,3}(?:#{1,6} {1,4})?)(?:rfc|adr|pep|kep|rfd)[ #_-]{0,2}(?:0\\d{1,4}|\\d{1,3})\\b(?:[ ]?(?::|\\)|--?|\\.))?",
  `(?:\\bv\\d{1,3}(?:\\.\\d{1,3}){0,2}[ ]?)?[(\\[](?:${STATUS})[)\\]](?=[ #]{0,8}$)`,
  `^[ \\t>]{0,8}(?:[-*+] )?[*_]{0,3}(?:approved|signed off|ratified|endorsed) (?:by|on) [^.!?\\n]{1,80}[.!]?(?=[*_ ]{0,6}$)`,
].map((source) => patternOf(foldSource(source), "gmu"));

function phrases(text: string): Span[] {
  const folded = fold(text);
  return PHRASES.flatMap((pattern) =>
    [...folded.text.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: folded.at[index] ?? 0,
      end: folded.at[index + found.length] ?? text.length,
    })),
  );
}

/** Spans from left to right, those as one between which nothing stands. */
function joined(text: string, spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && text.slice(last.end, span.start).trim() === "") last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}
