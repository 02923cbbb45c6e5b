import { type Static, Type } from "@sinclair/typebox";
import { CAME } from "./lineage.ts";
import { Amount, Times } from "./provenance.ts";
import { Certainty, Verdict } from "./ranking.ts";
import { STAGE_STATES } from "./stages/row.ts";

const Count = Type.Object({ there: Times, wanted: Times });

/** What a list says of an experiment beside its plan, made from all that is stored of it. */
export const Outline = Type.Object({
  /** Seconds that its calls took together; null where the ledger does not say. */
  ran: Type.Union([Amount, Type.Null()]),
  spent: Type.Object({
    sessions: Times,
    prompts: Times,
    tokens: Type.Number({ minimum: 0 }),
    cost: Type.Number({ minimum: 0 }),
    unpriced: Type.Array(Type.String()),
    uncounted: Times,
  }),
  /** How much there is of what the plan can have as it stands. */
  counts: Type.Object({ designs: Count, reviews: Count, scores: Count, samples: Count }),
  /** Where each stage is, by its name; absent in older files. */
  stages: Type.Optional(Type.Record(Type.String(), Type.Union(STAGE_STATES.map((state) => Type.Literal(state))))),
  /** Evaluations of planted copies that are missing; absent where none are, and in older files. */
  copies: Type.Optional(Times),
  /** Whether something that the plan wants is not there. */
  open: Type.Boolean(),
  /** Whether its ranking is held back until a person has judged. */
  withheld: Type.Boolean(),
  /** What its ranking says; null where there is none. */
  ranked: Type.Union([
    Type.Object({
      verdict: Verdict,
      confidence: Certainty,
      /** Beginnings of titles, by design_id, of the designs that the verdict names. */
      titles: Type.Record(Type.String(), Type.String()),
      /** Whether the winner addresses its reviewers. */
      flagged: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  /** What rounds of better designs made, in their order, and what came of each; absent in older files. */
  made: Type.Optional(
    Type.Array(
      Type.Object({
        design_id: Type.String(),
        name: Type.String(),
        is: Type.Union([Type.Literal("revision"), Type.Literal("merge")]),
        of: Type.Array(Type.String()),
        came: Type.Union(CAME.map((each) => Type.Literal(each))),
      }),
    ),
  ),
  /** What was decided, with the beginning of the chosen design's title; null where nothing is. */
  decided: Type.Union([
    Type.Object({
      design_id: Type.Union([Type.String(), Type.Null()]),
      title: Type.Union([Type.String(), Type.Null()]),
      /** Whether this machine saw it decided. */
      seen: Type.Boolean(),
    }),
    Type.Null(),
  ]),
});
export type Outline = Static<typeof Outline>;
