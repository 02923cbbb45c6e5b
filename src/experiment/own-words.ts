import type { OwnAnswer, OwnPart, OwnWord } from "../artifacts/ballot.ts";
import type { DesignBody } from "../artifacts/design.ts";
import { meaningfulWords } from "../stats/themes.ts";
import { patternOf } from "../text/pattern.ts";

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

/** Requirements by their numbers, as a ballot gives them. */
export type Numbered = { id: string; text: string };

/** Sentences that are shown of one requirement. */
const MAX_BY_NUMBER = 3;
const MAX_BY_WORDS = 2;
/** Words that a sentence shares with a requirement at least, and their share of what its words weigh. */
const LEAST_WORDS = 2;
const LEAST_SHARE = 0.3;
/** Share of the nearest sentence's weight from which another stands beside it. */
const CLOSE = 0.75;

/**
 * What the sentences say of each requirement. A word weighs the more, the fewer sentences have it: what all say tells
 * none from another.
 */
export function ownAnswers(sentences: readonly OwnWord[], requirements: readonly Numbered[]): OwnAnswer[] {
  const read = sentences.map((said) => ({ said, ids: idsIn(said.text), words: meaningfulWords(said.text) }));
  const having = new Map<string, number>();
  for (const { words } of read) for (const word of words) having.set(word, (having.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>): number =>
    [...words].reduce((sum, word) => sum + Math.log(1 + read.length / (having.get(word) ?? 1)), 0);
  return requirements.map(({ id, text }): OwnAnswer => {
    const named = unique(read.filter(({ ids }) => ids.has(id)).map(({ said }) => said));
    if (named.length > 0) return { id, found: "by-number", said: named.slice(0, MAX_BY_NUMBER) };
    const wanted = meaningfulWords(text);
    const all = weigh(wanted);
    const near = read
      .map(({ said, words }) => ({ said, shared: [...wanted].filter((word) => words.has(word)) }))
      .filter(({ shared }) => shared.length >= LEAST_WORDS)
      .map(({ said, shared }) => ({ said, share: weigh(shared) / all }))
      .filter(({ share }) => share >= LEAST_SHARE)
      .sort((a, b) => b.share - a.share);
    const close = near.filter(({ share }) => share >= CLOSE * (near[0]?.share ?? 0));
    const said = unique(close.map((each) => each.said)).slice(0, MAX_BY_WORDS);
    return { id, found: said.length > 0 ? "by-words" : "nowhere", said };
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

/** Sentences about cost that are shown. */
const MAX_COSTS = 3;

/**
 * What a design says it costs: decisions on that first, then sentences that name a sum, or work by its time, those that
 * say for what time or as a whole before others. A sum that the requirements name is no cost of its own.
 */
export function ownCosts(
  body: DesignBody,
  sentences: readonly OwnWord[],
  requirements: readonly Numbered[],
): OwnWord[] {
  const decided = body.tradeoffs
    .filter(({ aspect }) => COST.test(aspect))
    .map(({ aspect, choice }): OwnWord => ({ part: "tradeoffs", text: `${aspect}: ${choice}` }));
  const given = requirements.flatMap(({ text }) => sumsIn(text));
  const named = sentences
    .filter(({ text }) => sumsIn(text).some((sum) => !given.includes(sum)) || WORK.test(text))
    .map((said) => ({ said, weight: Number(COST.test(said.text)) + 2 * Number(WHOLE.test(said.text)) }))
    .sort((a, b) => b.weight - a.weight);
  // A decision of two sentences stands here whole.
  const rest = named.flatMap(({ said }) => (decided.some(({ text }) => text.startsWith(said.text)) ? [] : [said]));
  return unique([...decided, ...rest]).slice(0, MAX_COSTS);
}

/** Sums of money as they are written; a parameter such as `$1` is none. */
const sumsIn = (text: string): string[] => text.replace(/`[^`]*`/gu, " ").match(MONEY) ?? [];

const COST =
  /(?<!\p{L})(?:costs?|pric(?:e|es|ing)|budgets?|spend(?:ing)?|fees?|expenses?|kosten|preise?|coûts?|prix|costos?|costes?|precios?|custos?|preços?|costi|prezz[oi]|стоимост\p{L}*|затрат\p{L}*|цен[аыу])(?!\p{L})|費用|コスト|料金|予算|成本|费用|价格|预算|비용|가격|تكلفة|تكاليف/iu;
const CURRENCY = "USD|EUR|GBP|CHF|JPY|CNY|INR";
const MONEY = patternOf(
  `(?:[€£¥₹₩₽$]|(?<!\\p{L})(?:${CURRENCY}))\\s?\\d[\\d.,]{0,20}|\\d[\\d.,]{0,20}\\s?(?:k|K|m|M)?\\s?(?:[€£¥₹₩₽$]|(?:${CURRENCY}|dollars?|euros?|cents?|francs?)(?!\\p{L})|円|元|원|ドル|ユーロ)`,
  "gu",
);
const WHOLE =
  /(?<!\p{L})(?:a|an|per|each|every)\s(?:month|year|day|hour|request|user)(?!\p{L})|(?<!\p{L})(?:total|altogether|together|overall|monthly|yearly|runs? (?:for|at)|to build|to run)(?!\p{L})/iu;
const WORK =
  /(?<!\p{L})(?:person|man|engineer|developer|team)[- ](?:hour|day|week|month|year)s?(?!\p{L})|\d\s(?:engineer|developer|person|people)s?(?!\p{L})[^.]{0,30}\s(?:hour|day|week|month)s?(?!\p{L})/iu;
