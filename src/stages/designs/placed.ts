import { type Design, DesignBody } from "../../artifacts/design.ts";
import { comparable } from "../../blind/quotes.ts";
import { indentOf, opensLiteral } from "../../text/literal-block.ts";

/** What stands in a field of which a document says nothing. */
export const NOT_SAID = "Not said.";

/** A document as it is looked through: once prepared, for every sentence of an answer. */
export type DocumentText = {
  text: string;
  /** Whether words as they are compared stand in it, one after the other. */
  has(plain: string): boolean;
  /** Its sentences, each whole, in paragraphs; a heading, a row of a table and a piece of code are each one. */
  paragraphs: readonly Paragraph[];
};

type Paragraph = { kind: "heading" | "code" | "prose"; sentences: readonly Sentence[] };
/** `plain`: as it is compared. */
type Sentence = { text: string; plain: string };

/** Prepares the text of a document. */
export function documentText(text: string): DocumentText {
  const whole = plain(text);
  return { text, has: (words) => standsIn(whole, words), paragraphs: paragraphsOf(text) };
}

/** Every text of a design's body with the path of its place, as "risks[0].mitigation". */
export function fieldsOf(body: DesignBody): { path: string; text: string }[] {
  return Object.keys(DesignBody.properties).flatMap((key) => textsIn(body[key as keyof DesignBody], key));
}

/** Sentences of an answer that do not stand in the document, each with its place. */
export function strangersIn(body: DesignBody, source: DocumentText): { path: string; sentence: string }[] {
  return fieldsOf(body).flatMap(({ path, text }) =>
    sentencesIn(text).flatMap((each) => (isOwn(each, source) ? [] : [{ path, sentence: each.text }])),
  );
}

/**
 * A design of the document's own words alone: what does not stand there is left out of an answer, a required field that
 * is then empty says so, and what stands in no field is appended to the notes as it is.
 */
export function arranged(answer: DesignBody, source: DocumentText): DesignBody {
  const own = (text: string | undefined): string => ownOf(text ?? "", source);
  const said = (text: string | undefined): string => own(text) || NOT_SAID;
  const list = (texts: readonly string[] | undefined): string[] => (texts ?? []).map(own).filter((each) => each !== "");
  const title = own(answer.title) || firstWords(source);
  const components = answer.components.flatMap((each) => {
    const name = own(each.name);
    const interfaces = list(each.interfaces);
    const rest = { description: said(each.description), responsibilities: list(each.responsibilities) };
    return name === "" ? [] : [{ name, ...rest, ...(interfaces.length > 0 && { interfaces }) }];
  });
  const names = new Set(components.map(({ name }) => name));
  const connections = (answer.connections ?? []).flatMap(({ from, to, what }) => {
    const ends = { from: own(from), to: own(to) };
    return names.has(ends.from) && names.has(ends.to) ? [{ ...ends, what: said(what) }] : [];
  });
  const body: DesignBody = {
    title,
    summary: said(answer.summary),
    assumptions: list(answer.assumptions),
    architecture_overview: said(answer.architecture_overview),
    components: components.length > 0 ? components : [{ name: title, description: NOT_SAID, responsibilities: [] }],
    ...(connections.length > 0 && { connections }),
    data_flow: said(answer.data_flow),
    tradeoffs: answer.tradeoffs.flatMap(({ aspect, choice, rationale, alternatives }) => {
      const row = { aspect: own(aspect), choice: own(choice), rationale: own(rationale) };
      const others = list(alternatives);
      if (Object.values(row).every((each) => each === "") && others.length === 0) return [];
      return [
        { aspect: said(row.aspect), choice: said(row.choice), rationale: said(row.rationale), alternatives: others },
      ];
    }),
    risks: answer.risks.flatMap(({ description, severity, mitigation }) => {
      const text = own(description);
      const answered = own(mitigation);
      const risk = { description: text, severity: severityOf(text, severity, source) };
      return text === "" ? [] : [{ ...risk, ...(answered !== "" && { mitigation: answered }) }];
    }),
    open_questions: list(answer.open_questions),
  };
  const noted = own(answer.additional_notes);
  const left = unplaced(noted === "" ? body : { ...body, additional_notes: noted }, source);
  const notes = [...(noted === "" ? [] : [noted]), ...left].join("\n\n");
  return notes === "" ? body : { ...body, additional_notes: notes };
}

/** Paragraphs of the document, each with those of its sentences that stand whole in no field of a design. */
export function unplaced(body: DesignBody, source: DocumentText): string[] {
  const fields = fieldsOf(body).map(({ text }) => plain(text));
  const isPlaced = ({ plain: wanted }: Sentence): boolean =>
    !SAYS.test(wanted) || fields.some((field) => standsIn(field, wanted));
  const left: string[] = [];
  let heading: string | null = null;
  for (const { kind, sentences } of source.paragraphs) {
    const open = sentences.filter((each) => !isPlaced(each)).map(({ text }) => text);
    if (kind === "heading") {
      // One of a few words is kept for what is under it alone.
      if (heading !== null && wordsIn(heading) > FEW_WORDS) left.push(heading);
      heading = open[0] ?? null;
      continue;
    }
    if (open.length === 0) continue;
    if (heading !== null) left.push(heading);
    heading = null;
    left.push(open.join(kind === "code" ? "\n\n" : "\n"));
  }
  if (heading !== null && wordsIn(heading) > FEW_WORDS) left.push(heading);
  return left;
}

/** Words of a heading that only names what stands under it. */
const FEW_WORDS = 3;
/** What says anything: rules and rows of dashes do not. */
const SAYS = /[\p{L}\p{N}]/u;
/** Characters of a title that is the document's first line. */
const MAX_TITLE = 160;

function firstWords({ paragraphs }: DocumentText): string {
  const speaking = paragraphs.filter(({ sentences }) => SAYS.test(sentences[0]?.plain ?? ""));
  const [first] = (speaking.find(({ kind }) => kind === "heading") ?? speaking[0])?.sentences ?? [];
  const line = withoutMarks(first?.text ?? NOT_SAID).trim();
  return line.length <= MAX_TITLE ? line : line.slice(0, MAX_TITLE).replace(/\s\S{0,40}$/u, "");
}

/** How grave a document calls a risk: what it was told to be where that word stands beside it, else the middle. */
function severityOf(text: string, told: Severity, { paragraphs }: DocumentText): Severity {
  const wanted = plain(text);
  const near = paragraphs.filter(({ sentences }) => sentences.some((each) => each.plain.includes(wanted)));
  const said = near.some(({ sentences }) => sentences.some((each) => standsIn(each.plain, told)));
  return said ? told : "medium";
}

type Severity = Design["risks"][number]["severity"];

/** A field's text without the sentences that do not stand in the document. */
function ownOf(text: string, source: DocumentText): string {
  const whole = paragraphsOf(text);
  const isKept = (each: Sentence): boolean => each.plain !== NOTHING_SAID && isOwn(each, source);
  if (whole.every(({ sentences }) => sentences.every(isKept))) return text.trim();
  const kept = whole.map(({ sentences }) => sentences.filter(isKept).map((each) => each.text));
  return kept
    .map((sentences) => sentences.join(" "))
    .filter((each) => each.trim() !== "")
    .join("\n\n");
}

const isOwn = ({ plain: wanted }: Sentence, source: DocumentText): boolean =>
  !SAYS.test(wanted) || wanted === NOTHING_SAID || source.has(wanted);

function textsIn(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === "string") return path.endsWith(".severity") ? [] : [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((each, at) => textsIn(each, `${path}[${at}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${path}.${key}`));
}

const sentencesIn = (text: string): Sentence[] => paragraphsOf(text).flatMap(({ sentences }) => sentences);

/** A text as it is compared: folded, without emphasis, marks of lists and quotes at the beginnings of lines, and pipes of tables. */
function plain(text: string): string {
  return comparable(withoutMarks(text));
}

const withoutMarks = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(LINE_MARKS, "").replaceAll("|", " "))
    .join("\n");

const LINE_MARKS = /^[ \t]{0,40}(?:(?:>|[-*+]|\d{1,4}[.)]|#{1,6})[ \t]{1,8}){0,6}/u;

/** Whether words stand in a text as a whole: no letter or digit goes on before or behind them, where their script has words. */
function standsIn(text: string, words: string): boolean {
  if (words === "") return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!goesOn(text, at) && !goesOn(text, at + words.length)) return true;
  }
  return false;
}

/** Whether a word goes on from before this place to behind it. */
function goesOn(text: string, at: number): boolean {
  return JOINED.test(text.slice(Math.max(0, at - 1), at)) && JOINED.test(text.slice(at, at + 1));
}

/** Letters and digits of scripts that part their words by blanks. */
const JOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{N}]/u;

const wordsIn = (text: string): number =>
  withoutMarks(text)
    .trim()
    .split(/\s+/u)
    .filter((word) => SAYS.test(word)).length;

/** Divides a text at its blank lines, headings, items and rows, and each part at the ends of its sentences. */
function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let lines: string[] = [];
  let code: string[] | null = null;
  let literal: number | null = null;
  const end = (): void => {
    if (lines.length > 0) found.push({ kind: "prose", sentences: units(lines).flatMap(split).map(asSentence) });
    lines = [];
  };
  const endCode = (): void => {
    const whole = (code ?? []).join("\n").replace(/\n\s{0,200}$/u, "");
    if (whole.trim() !== "") found.push({ kind: "code", sentences: [asSentence(whole)] });
    code = null;
    literal = null;
  };
  for (const line of text.split("\n")) {
    const fence = FENCE.test(line);
    if (literal !== null && line.trim() !== "" && indentOf(line) <= literal) endCode();
    if (literal !== null) {
      code?.push(line);
    } else if (code !== null) {
      code.push(line);
      if (fence) endCode();
    } else if (fence) {
      end();
      code = [line];
    } else if (/^ {0,3}#{1,6}\s/u.test(line)) {
      end();
      found.push({ kind: "heading", sentences: [asSentence(line.trim())] });
    } else if (RULE.test(line)) end();
    else {
      lines.push(line);
      if (!opensLiteral(line)) continue;
      end();
      code = [];
      literal = indentOf(line);
    }
  }
  endCode();
  end();
  return found;
}

const asSentence = (text: string): Sentence => ({ text, plain: plain(text) });

/** Nothing, a rule, the line below a heading or a head of a table. */
const RULE = /^[\s|:=*_-]{0,400}$/u;
const FENCE = /^ {0,3}(?:```|~~~)/u;
const ITEM = /^[ \t]{0,40}(?:[-*+]|\d{1,4}[.)])[ \t]/u;

/** Lines of one paragraph by what each is of: an item or a row begins anew, and a line goes on with the one before. */
function units(lines: readonly string[]): string[] {
  const all: string[] = [];
  for (const line of lines) {
    const before = all.at(-1);
    const isRow = line.includes("|") && (before === undefined || before.includes("|"));
    if (before === undefined || isRow || ITEM.test(line) || HEADER.test(line)) all.push(line.trimEnd());
    else all[all.length - 1] = `${before}\n${line.trimEnd()}`;
  }
  return all;
}

/** A line that says one thing of the whole, as "Status: Accepted". */
const HEADER = /^[ \t]{0,8}[*_]{0,2}[\p{L}][\p{L} -]{0,30}[*_]{0,2}[:：]/u;

/** A part of a text at the ends of its sentences; marks of an ending stay with what they end. */
function split(text: string): string[] {
  return text.split(SENTENCE_END).filter((each) => each.trim() !== "");
}

const SENTENCE_END = /(?<=[.!?]["')\]*_]{0,4})\s{1,40}(?=["'([*_]{0,4}[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？])/u;

const NOTHING_SAID = plain(NOT_SAID);
