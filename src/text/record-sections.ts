/** What a section of a decision record tells, in the order in which records mostly tell it. */
const PARTS = [
  "status",
  "date",
  "by",
  "context",
  "drivers",
  "options",
  "outcome",
  "consequences",
  "good",
  "bad",
  "confirmation",
  "pros",
  "links",
] as const;
export type RecordPart = (typeof PARTS)[number];

/** A heading as the project's records have it, and what stands under it. */
export type RecordSection = { level: number; title: string; part: RecordPart };

/** What the shapes of the field, and those that projects make of them, call their sections: letters alone, in lower case. */
const KNOWN: Readonly<Record<RecordPart, readonly string[]>> = {
  status: ["status", "state"],
  date: ["date", "decided on", "decision date"],
  by: ["deciders", "decision makers", "decision maker", "decided by", "authors", "author", "owner", "owners"],
  context: [
    ...[
      "context and problem statement",
      "context",
      "problem statement",
      "problem",
      "background",
      "motivation",
      "issue",
    ],
    ...["context and problem", "problem and context", "the problem", "why", "situation", "question", "introduction"],
  ],
  drivers: [
    ...["decision drivers", "drivers", "forces", "requirements", "constraints", "goals", "criteria", "assumptions"],
    ...["decision criteria", "evaluation criteria", "what matters"],
  ],
  options: [
    ...["considered options", "options considered", "options", "alternatives considered", "considered alternatives"],
    ...["alternatives", "positions", "rejected alternatives", "other options", "what else we looked at"],
  ],
  outcome: [
    ...["decision outcome", "decision", "outcome", "resolution", "solution", "the decision", "chosen option", "choice"],
    ...["proposal", "proposed solution", "what we do", "what we decided", "conclusion", "recommendation"],
  ],
  consequences: [
    ...["consequences", "implications", "impact", "impacts", "results", "result", "what follows", "effects", "risks"],
    ...["trade offs", "tradeoffs", "consequences and risks"],
  ],
  good: ["positive consequences", "good consequences", "benefits", "advantages", "positive"],
  bad: ["negative consequences", "bad consequences", "drawbacks", "disadvantages", "negative"],
  confirmation: [
    "confirmation",
    "validation",
    "compliance",
    "verification",
    "how we know",
    "success metrics",
    "fitness",
  ],
  pros: [
    "pros and cons of the options",
    "pros and cons",
    "comparison",
    "analysis",
    "evaluation",
    "evaluation of options",
  ],
  links: [
    ...[
      "links",
      "more information",
      "references",
      "notes",
      "related",
      "related decisions",
      "further reading",
      "see also",
    ],
    ...["additional information", "related artifacts", "further information"],
  ],
};
const PART_OF = new Map(PARTS.flatMap((part) => KNOWN[part].map((name) => [name, part] as const)));

/** Records from which on their sections are taken, and no shape that is merely known is put over them. */
const MIN_RECORDS = 3;
/** Lines of a record that are looked at, and characters of a heading. */
const MAX_LINES = 2_000;
const MAX_HEADING = 80;

const HEADING = /^(#{2,4}) {1,4}(\S.{0,200})$/u;
const FENCE = /^ {0,3}(?:```|~~~)/u;

/** The sections that most of these records have, in the order of the newest that has most of them; null where that is no shape. */
export function sectionsOf(texts: readonly string[]): RecordSection[] | null {
  if (texts.length < MIN_RECORDS) return null;
  const all = texts.map(headingsOf);
  const many = new Map<string, number>();
  for (const name of all.flatMap((own) => [...new Set(own.map(nameOf))])) many.set(name, (many.get(name) ?? 0) + 1);
  const shared = all.map((own) => own.filter((each) => 2 * (many.get(nameOf(each)) ?? 0) > texts.length));
  const base = shared.toReversed().reduce((best, own) => (own.length > best.length ? own : best), []);
  const parts = new Set<RecordPart>();
  const sections = base.flatMap(({ level, title }): RecordSection[] => {
    const part = PART_OF.get(nameOf({ title }));
    if (part === undefined || parts.has(part)) return [];
    parts.add(part);
    return [{ level, title, part }];
  });
  const known = sections.filter(({ part }) => !["status", "date", "by"].includes(part)).length;
  return parts.has("outcome") && known > 1 ? sections : null;
}

type Heading = { level: number; title: string };

function headingsOf(text: string): Heading[] {
  let fenced = false;
  return text
    .split("\n", MAX_LINES)
    .map((line) => line.slice(0, MAX_HEADING + 100).trimEnd())
    .flatMap((line) => {
      if (FENCE.test(line)) fenced = !fenced;
      const [, signs = "", said = ""] = (fenced ? null : HEADING.exec(line)) ?? [];
      const title = said.split("<!--", 1)[0]?.trimEnd() ?? "";
      return title === "" || title.length > MAX_HEADING ? [] : [{ level: signs.length, title }];
    });
}

/** A heading by its letters alone: without numbers, signs and emphasis. */
const nameOf = ({ title }: Pick<Heading, "title">): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
