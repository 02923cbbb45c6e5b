import type { OwnAnswer, OwnPart, OwnWord } from "../artifacts/ballot.ts";
import type { DesignBody } from "../artifacts/design.ts";

/** A design as sentences. What it rejected is not said by it: alternatives are left out. */
export function ownSentences(body: DesignBody): OwnWord[] {
  const of = (part: OwnPart, ...texts: readonly (string | undefined)[]): OwnWord[] =>
    texts.flatMap((text = "") => sentencesOf(text).map((each) => ({ part, text: each })));
  return [
    ...of("summary", body.summary),
    ...body.tradeoffs.flatMap(({ aspect, choice, rationale }) => of("tradeoffs", `${aspect}: ${choice}`, rationale)),
    ...of("architecture", body.architecture_overview),
    ...body.components.flatMap(({ name, description, responsibilities, interfaces = [] }) =>
      of("components", ...[description, ...responsibilities, ...interfaces].map((text) => `${name}: ${text}`)),
    ),
    ...of("connections", ...(body.connections ?? []).map(({ from, to, what }) => `${from} → ${to}: ${what}`)),
    ...of("data_flow", body.data_flow),
    ...of("assumptions", ...body.assumptions),
    ...body.risks.flatMap(({ description, mitigation }) => of("risks", description, mitigation)),
    ...of("open_questions", ...body.open_questions),
    ...of("notes", body.additional_notes),
  ];
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** What Markdown puts before a line, and around a row of a table. */
const BEFORE = /^(?:[>\s|]*(?:[-*+•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+|[>|]\s*))+/u;

/** The sentences of a text, those of a list one by one; a heading belongs to what stands below it. */
function sentencesOf(text: string): string[] {
  const lines = proseLines(text)
    .map((line) => ({ title: /^\s*#/u.test(line), text: withoutEnd(line.replace(BEFORE, "")) }))
    .filter((line) => /[\p{L}\p{N}]/u.test(line.text));
  const joined = lines.flatMap(({ title, text: own }, at) => {
    if (title && at + 1 < lines.length) return [];
    const above = lines[at - 1];
    return above?.title ? [`${above.text}: ${own}`] : [own];
  });
  return joined.flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()).filter(Boolean));
}

/** The lines of a text without drawings and code between fences, and without the head of a table and its rule. */
function proseLines(text: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^[ \t]*(`{3,}|~{3,})/u.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
    } else if (mark !== null) fence = mark;
    else if (isRule(line) && lines.at(-1)?.includes("|")) lines.pop();
    else lines.push(line);
  }
  return lines;
}

const isRule = (line: string): boolean => line.includes("--") && /^[ \t|:-]+$/u.test(line);

/** Without the blanks and bars at the end of a row. */
function withoutEnd(row: string): string {
  let to = row.length;
  while (to > 0 && /[\s|]/u.test(row[to - 1] ?? "")) to -= 1;
  return row.slice(0, to);
}

/** Sentences that are shown of one requirement. */
const MAX_SAID = 3;

/** The sentences that name a requirement by its number; nothing of one that no sentence names so. */
export function ownAnswers(sentences: readonly OwnWord[], ids: readonly string[]): OwnAnswer[] {
  const read = sentences.map((said) => ({ said, ids: idsIn(said.text) }));
  return ids.flatMap((id) => {
    const said = unique(read.filter(({ ids: named }) => named.has(id)).map((each) => each.said));
    return said.length > 0 ? [{ id, said: said.slice(0, MAX_SAID) }] : [];
  });
}

const unique = (said: readonly OwnWord[]): OwnWord[] =>
  said.filter(({ text }, at) => said.findIndex((other) => other.text === text) === at);

/** "R4", and "R1–R3" or "R1 to 3" for all between. */
const NUMBERS =
  /(?<![\p{L}\p{N}_])([RCNS])([1-9]\d?)(?:\s?(?:-|–|—|\.\.|to|through)\s?\1?([1-9]\d?))?(?![\p{L}\p{N}_])/gu;

function idsIn(text: string): ReadonlySet<string> {
  const ids = [...text.matchAll(NUMBERS)].flatMap(([, kind = "", from = "", to = from]) =>
    Array.from({ length: Math.max(1, Number(to) - Number(from) + 1) }, (_, at) => `${kind}${Number(from) + at}`),
  );
  return new Set(ids);
}
