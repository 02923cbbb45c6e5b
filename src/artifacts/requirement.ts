import { type Static, type TSchema, Type } from "@sinclair/typebox";

export const REQUIREMENT_KINDS = ["requirement", "constraint", "non_functional", "assertion"] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

/** One thing that a design must do, respect or reach, or that a person asserts of it, under the number by which every view calls it: R1, C1, N1, S1, … */
export const Requirement = Type.Object({
  id: Type.String({ pattern: "^[RCNS][1-9][0-9]*$" }),
  kind: Type.Union(REQUIREMENT_KINDS.map((kind) => Type.Literal(kind))),
  text: Type.String({ minLength: 1 }),
});
export type Requirement = Static<typeof Requirement>;

/** The lists of a task as it gives them. */
export type RequirementLists = {
  requirements: readonly string[];
  constraints: readonly string[];
  non_functional_requirements: readonly string[];
  /** Sentences that a person wants to hold of every design; no designer is told them. */
  assertions?: readonly string[] | undefined;
};

/** The lists as one numbered list, requirements first. */
export function numbered(lists: RequirementLists): Requirement[] {
  const number = (letter: string, kind: RequirementKind, texts: readonly string[]): Requirement[] =>
    texts.map((text, index) => ({ id: `${letter}${index + 1}`, kind, text }));
  return [
    ...number("R", "requirement", lists.requirements),
    ...number("C", "constraint", lists.constraints),
    ...number("N", "non_functional", lists.non_functional_requirements),
    ...number("S", "assertion", lists.assertions ?? []),
  ];
}

/** The numbered list of a task; one that was stored before there were numbers has that of its lists. */
export function requirementsOf(
  task: RequirementLists & { numbered_requirements?: readonly Requirement[] | undefined },
): readonly Requirement[] {
  return task.numbered_requirements ?? numbered(task);
}

/** Whether it is a person's sentence about every design and no part of the task. */
export const isAssertion = ({ kind }: Requirement): boolean => kind === "assertion";

/** Those of them that the task's own text does not hold word for word: the others would be read twice. */
export function besideTask(
  task: RequirementLists & { task: string; numbered_requirements?: readonly Requirement[] | undefined },
): Requirement[] {
  const own = task.task.replace(/\s+/gu, " ");
  return requirementsOf(task).filter(
    (each) => isAssertion(each) || !own.includes(each.text.replace(/\s+/gu, " ").trim()),
  );
}

/** How a design stands to a requirement, the best first. */
export const COVERAGE_STATUSES = ["met", "partly", "missed", "not_addressed"] as const;
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

const Status = Type.Union(COVERAGE_STATUSES.map((status) => Type.Literal(status)));

/** Requirements that one evaluation is asked about beside assertions; a longer list would cost more than all else of the answer. */
const MAX_CHECKED = 60;

/** The requirements of a task that its designs are held against one by one. */
export function checkedOf(
  task: RequirementLists & { numbered_requirements?: readonly Requirement[] | undefined },
): readonly Requirement[] {
  const all = requirementsOf(task);
  return [...all.filter((each) => !isAssertion(each)).slice(0, MAX_CHECKED), ...all.filter(isAssertion)];
}

/** What one reviewer says of one requirement. */
export const CoverageEntry = Type.Object({
  requirement_id: Type.String({ minLength: 1 }),
  status: Status,
  /** The sentence of the design that shows it, as the reviewer quotes it; empty where it names none. */
  quote: Type.String(),
  /** Whether the quote really stands in the design; false for an empty one. */
  quote_found: Type.Boolean(),
});
export type CoverageEntry = Static<typeof CoverageEntry>;

const Quote = Type.String({
  description: "The sentence of the design that shows it, word for word; empty when there is none",
});
const closed = { additionalProperties: false };

/** What a reviewer is asked for: a key for each requirement. No keys and no field where nothing is checked. */
export function coverageFields(checked: readonly Requirement[]): Record<string, TSchema> {
  if (checked.length === 0) return {};
  const entry = Type.Object({ quote: Quote, status: Status }, closed);
  return { coverage: Type.Object(Object.fromEntries(checked.map(({ id }) => [id, entry])), closed) };
}

/** The same for an answer of which the rest is kept: every entry may be missing, and its quote. */
export function leastCoverage(checked: readonly Requirement[]): Record<string, TSchema> {
  if (checked.length === 0) return {};
  const entry = Type.Optional(Type.Object({ quote: Type.Optional(Quote), status: Status }, closed));
  const entries = Object.fromEntries(checked.map(({ id }) => [id, entry]));
  return { coverage: Type.Optional(Type.Object(entries, closed)) };
}

/** An answer to `coverageFields` or `leastCoverage`. */
export type CoverageAnswer = Readonly<Record<string, { quote?: string; status: CoverageStatus }>>;

/** What the panel says of one requirement in one design. */
export type CoverageCell = {
  design_id: string;
  /** What more reviewers say than anything else, the worse of equals; null where nobody answered. */
  status: CoverageStatus | null;
  /** How many reviewers say so, of how many that answered. */
  agree: number;
  of: number;
  said: readonly { reviewer_id: string; entry: CoverageEntry }[];
  /** Reviewers that were asked and did not answer, by their ids: they say neither met nor missed. */
  unanswered: readonly string[];
};

export type CoverageRow = { requirement: Requirement; cells: CoverageCell[] };
