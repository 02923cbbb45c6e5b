import { type Static, Type } from "@sinclair/typebox";
import { MAX_SCALE } from "./bounds.ts";
import { Criterion } from "./criterion.ts";
import { Provenance, Sha256 } from "./provenance.ts";

/** Where an item of a brief came from. */
const Source = Type.Union([
  Type.Object({ kind: Type.Literal("idea") }),
  Type.Object({ kind: Type.Literal("question"), id: Type.String({ minLength: 1 }) }),
  Type.Object({ kind: Type.Literal("file"), path: Type.String({ minLength: 1 }) }),
]);
export type BriefSource = Static<typeof Source>;

const Item = Type.Object({
  text: Type.String({ minLength: 1 }),
  from: Type.Array(Source),
  /** Quotes and figures of it that none of its sources says; absent where there is none. */
  unsaid: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
});
export type BriefItem = Static<typeof Item>;

/** Criteria that one brief proposes. */
export const MAX_PROPOSED = 3;

/** The letter by which they are numbered, J as in judged by: K is what risks of a design have. */
export const CRITERIA_LETTER = "J";

/** What designs are to be judged by beside the configured criteria, from 0 to 10: the question as an item's text. */
const ProposedCriterion = Type.Composite([
  Item,
  Type.Object({
    name: Criterion.properties.name,
    text: Type.String({ minLength: 1, maxLength: 2_000 }),
    weight: Type.Number({ minimum: 0, maximum: MAX_SCALE }),
  }),
]);
export type ProposedCriterion = Static<typeof ProposedCriterion>;

/** The lists of a brief, each with the letter by which its items are numbered; U as in unasked: A2 is what a revision of design A is called. */
export const BRIEF_LISTS = {
  requirements: "R",
  constraints: "C",
  non_functional_requirements: "N",
  assumptions: "U",
  out_of_scope: "X",
  open_questions: "Q",
} as const;
export type BriefList = keyof typeof BRIEF_LISTS;
export const BRIEF_LIST_NAMES = Object.keys(BRIEF_LISTS) as readonly BriefList[];

/** What a brief says; a person may change it in the file. */
export const BRIEF_BODY = {
  topic: Type.String({ minLength: 1 }),
  task: Type.String({ minLength: 1 }),
  requirements: Type.Array(Item),
  constraints: Type.Array(Item),
  non_functional_requirements: Type.Array(Item),
  /** What was taken for granted because nobody said otherwise. */
  assumptions: Type.Array(Item),
  out_of_scope: Type.Array(Item),
  /** What nobody could answer, and designers must know to be open. */
  open_questions: Type.Array(Item),
  /** What the person ranked, each question with its order: no requirement. Absent where nothing was ranked. */
  priorities: Type.Optional(Type.Array(Item)),
  /** Absent where none is proposed. */
  criteria: Type.Optional(Type.Array(ProposedCriterion, { maxItems: MAX_PROPOSED })),
};

/** brief.json: the task that came out of an interview. */
export const Brief = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  timestamp: Type.String(),
  /** provider/model that wrote it. */
  model: Type.String({ minLength: 1 }),
  ...BRIEF_BODY,
  provenance: Provenance,
});
export type Brief = Static<typeof Brief>;
export type BriefBody = Pick<Brief, keyof typeof BRIEF_BODY>;

/** What a task keeps of the approved brief that it was made from; its lists and its text are the task's own. */
export const TaskBrief = Type.Object({
  sha256: Sha256,
  assumptions: Type.Array(Type.String({ minLength: 1 })),
  out_of_scope: Type.Array(Type.String({ minLength: 1 })),
  open_questions: Type.Array(Type.String({ minLength: 1 })),
  /** What the person ranked, in that order; absent where nothing was. */
  priorities: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
});
export type TaskBrief = Static<typeof TaskBrief>;
