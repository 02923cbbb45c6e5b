import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Design } from "../src/artifacts/design.ts";
import { identifiersIn, namesOfDocument } from "../src/blind/documents.ts";
import { blindDesign } from "../src/experiment/blind-design.ts";
import { authorToldIn } from "../src/experiment/document-author.ts";
import { arranged, documentText, NOT_SAID } from "../src/stages/designs/placed.ts";
import { clean } from "../src/text/clean.ts";
import { type Field, factsOf, type Known, readFields } from "./blind-truth.ts";

/**
 * For each folder of documents with heads: how many documents still tell a fact of their head after masking, and in how
 * many a word was masked that the head does not explain. The facts come from plain readers of each form of head
 * (`blind-truth.ts`), which share nothing with the masker. `only` prints the unexplained words instead of counting them.
 */
export function benchBlindDocuments(folders: readonly string[], only?: string): void {
  if (folders.length === 0) {
    console.log("Name folders of documents: npm run bench -- blind-documents DIR…");
    return;
  }
  const rows = folders.map((folder) => ({ folder, results: documentsIn(folder).map(measure) }));
  if (only !== undefined) {
    for (const { results } of rows) printSample(results, only);
    return;
  }
  console.log(
    `| folder | documents | ${KINDS.join(" left | ")} left | author of a file beside it left | ordinary word masked |`,
  );
  console.log(`|---|---:|${KINDS.map(() => "---:|").join("")}---:|---:|`);
  for (const { folder, results } of rows) {
    const cells = KINDS.map((kind) => {
      const told = results.filter(({ known }) => known[kind].length > 0);
      return `${told.filter(({ left }) => left[kind].length > 0).length} of ${told.length}`;
    });
    const beside = results.filter(({ left }) => left.beside.length > 0).length;
    const wrong = results.filter(({ odd }) => odd.length > 0).length;
    console.log(`| ${[basename(folder), results.length, ...cells, beside, wrong].join(" | ")} |`);
  }
}

const KINDS = ["author", "surname", "approver", "link", "number", "date"] as const satisfies (keyof Known)[];

type Document = { file: string; text: string; known: Known; head: ReadonlySet<string> };
type Measured = Document & {
  left: Record<keyof Known, string[]>;
  /** What was masked outside the head and is no fact of it, each with the words around it. */
  odd: string[];
};

function documentsIn(folder: string): Document[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:md|rst)$/u.test(file));
  return all.sort().flatMap((file): Document[] => {
    const whole = join(folder, file);
    const text = clean(readFileSync(whole, "utf8")).text;
    const { fields, lines } = readFields(text);
    const beside = sidecar(dirname(whole));
    if (basename(file) === "README.md" && beside.length === 0) return [];
    if ((fields.length === 0 && beside.length === 0) || text.length > 180_000 || text.split(/\s+/u).length < 40)
      return [];
    return [
      {
        file: relative(dirname(resolve(folder)), whole),
        text,
        known: factsOf(file, fields, beside),
        head: new Set(lines),
      },
    ];
  });
}

/** Fields of a kep.yaml that lies beside a document. */
function sidecar(folder: string): Field[] {
  try {
    return readFields(`---\n${readFileSync(join(folder, "kep.yaml"), "utf8")}\n---\n`).fields;
  } catch {
    return [];
  }
}

const EMPTY = {
  title: NOT_SAID,
  summary: NOT_SAID,
  assumptions: [],
  architecture_overview: NOT_SAID,
  components: [],
  data_flow: NOT_SAID,
  tradeoffs: [],
  risks: [],
  open_questions: [],
};

/** Masks a document as reviewers would get it from an arranger that places no sentence: all of it is in the notes. */
function measure(document: Document): Measured {
  const { file, text, known, head } = document;
  const author = authorToldIn(text);
  const entrant = { file, ...(author !== undefined && { author }) };
  const body = arranged(EMPTY, documentText(text));
  const design = { ...body, version: 1, design_id: "a", generating_model: "a", flags: [] } as unknown as Design;
  const { text: json } = blindDesign(design, {
    models: ["alpha/strong-1"],
    names: namesOfDocument(entrant),
    identifiers: identifiersIn(text, file),
  });
  const masked = stringsIn(JSON.parse(json)).join("\n\n");
  const before = stringsIn(body).join("\n\n");
  const left = Object.fromEntries(
    Object.entries(known).map(([kind, facts]) => [kind, facts.filter((fact) => fact.test(masked)).map(String)]),
  ) as Record<keyof Known, string[]>;
  return { ...document, left, odd: unexplained(before, masked, known, head) };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** What stood for each mask, found by what stands between masks, without what the head's facts or its lines explain. */
function unexplained(before: string, masked: string, known: Known, head: ReadonlySet<string>): string[] {
  const odd: string[] = [];
  let from = 0;
  const pieces = masked.split("[author]");
  for (const [at, piece] of pieces.entries()) {
    const found = at === 0 ? 0 : piece === "" && at === pieces.length - 1 ? before.length : before.indexOf(piece, from);
    if (found < 0) return [...odd, "?"];
    const span = before.slice(from, found);
    if (at > 0 && !isExplained(span, known, head)) {
      const around = `${before.slice(Math.max(0, from - 40), from)}⟦${span}⟧${before.slice(found, found + 40)}`;
      odd.push(around.replace(/\s+/gu, " "));
    }
    from = found + piece.length;
  }
  return odd;
}

function isExplained(span: string, known: Known, head: ReadonlySet<string>): boolean {
  const rest = span
    .split("\n")
    .filter(
      (line) => !head.has(line.replace(/^[\s*>|-]+/u, "").trim()) && !/^[\s*-]*$/u.test(line) && !HISTORY.test(line),
    )
    .join("\n");
  const facts = [
    ...[...known.link, ...known.number].map(({ source }) => new RegExp(`\\S*(?:${source})\\S*`, "u")),
    ...Object.values(known).flat(),
    ...known.author.flatMap(words),
    ...known.approver.flatMap(words),
  ];
  const without = facts.reduce((text, { source }) => text.replaceAll(new RegExp(source, "giu"), " "), rest);
  return !/[\p{L}\p{N}]/u.test(without.replace(CLAIM, " ").replace(/https?:\/\/\S+|\bGitHub\.com\/\S*/giu, " "));
}

/** The words of a name, each as a fact. */
const words = ({ source }: RegExp): RegExp[] =>
  (source.match(/[\p{L}'’-]{3,}/gu) ?? []).map((word) => new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, "u"));

/** How such documents speak of themselves and of what happened to them. */
const CLAIM =
  /\b(?:this|of the) (?:pep|rfc|kep|dep|tep|adr|proposal)\b(?: (?:is|was|has been) (?:now )?(?:accepted|approved|rejected|written)[^.]*)?/giu;
const HISTORY = /^[\s*-]*(?:\d{4}-\d{2}|\d{1,2}[/ ]\w+[/ ,]+\d{4}|\p{Lu}\p{Ll}{2,8} \d{1,2}\w*,? \d{4})/u;

function printSample(results: readonly Measured[], only: string): void {
  for (const { file, left, odd } of results) {
    const shown = only === "odd" ? odd : (left[only as keyof Known] ?? []);
    for (const each of shown) console.log(`${file}: ${each}`);
  }
}
