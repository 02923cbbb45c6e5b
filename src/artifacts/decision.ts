import { type Static, Type } from "@sinclair/typebox";
import { OrNull } from "./described.ts";
import { Mac, Sha256, Timestamp } from "./provenance.ts";
import { Certainty, Verdict } from "./ranking.ts";
import { MAX_BECAUSE, MAX_NAME } from "./said-bounds.ts";
import { FileName } from "./task.ts";

/** Decisions on one experiment, and words on how one of them turned out. */
const MAX_DECISIONS = 200;
export const MAX_OUTCOMES = 200;

const Words = Type.String({ maxLength: MAX_BECAUSE });
const By = OrNull(Type.String({ minLength: 1, maxLength: MAX_NAME }));

/** Where a written record lies: below the project's root, with "/", or in the experiment's folder. */
export const RecordPlace = Type.Object({
  in: Type.Union([Type.Literal("project"), Type.Literal("experiment")]),
  path: Type.String({ minLength: 1, maxLength: 4_096 }),
});
export type RecordPlace = Static<typeof RecordPlace>;

export const OUTCOMES = ["worked", "partly", "failed"] as const;
export type TurnedOut = (typeof OUTCOMES)[number];

/** Which design a person chose, why, what the ranking said then, and how it turned out. */
const Decided = Type.Object({
  /** Null where none of them is to be built. */
  design_id: OrNull(FileName),
  /** Of the chosen design's text as it was then. */
  design_sha256: OrNull(Sha256),
  /** Empty where nobody said why. */
  because: Words,
  by: By,
  /** How the person's word came: a typed line, the host's own question, the command's terminal, or a person's page. */
  door: Type.Union([Type.Literal("command"), Type.Literal("host"), Type.Literal("terminal"), Type.Literal("page")]),
  decided_at: Timestamp,
  /** Null where nothing was ranked, or other texts than those that were there. */
  ranking: OrNull(
    Type.Object({
      verdict: Verdict,
      confidence: Certainty,
      ranked_at: Type.String(),
      /** Whether the ranking had another first, or a winner where none was chosen. */
      differs: Type.Boolean(),
    }),
  ),
  record: RecordPlace,
  /** The chosen design whole, beside the record; absent where none was chosen, and in files of before. */
  design_document: Type.Optional(RecordPlace),
  mac: Mac,
  outcomes: Type.Array(
    Type.Object({
      outcome: Type.Union(OUTCOMES.map((outcome) => Type.Literal(outcome))),
      note: Words,
      by: By,
      at: Timestamp,
      mac: Mac,
    }),
    { maxItems: MAX_OUTCOMES },
  ),
});
export type Decided = Static<typeof Decided>;

/** decision.json: what was decided on an experiment, and the decisions before it, the oldest first. */
export const Decision = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  status: Type.Literal("decided"),
  ...Decided.properties,
  supersedes: Type.Array(Decided, { maxItems: MAX_DECISIONS }),
});
export type Decision = Static<typeof Decision>;
