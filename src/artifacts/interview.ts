import { type Static, Type } from "@sinclair/typebox";
import { BRIEF_BODY } from "./brief.ts";
import { Provenance, Sha256, Timestamp } from "./provenance.ts";

/** What a model was told before it answered: the questions that were settled, and a hash of what was said to them. */
const AnswersSeen = Type.Object({ answers: Type.Array(Type.String()), sha256: Sha256 });
export type AnswersSeen = Static<typeof AnswersSeen>;

/** What needed no question, and where it stands: "idea", or the path of a file. */
const Found = Type.Object({ what: Type.String({ minLength: 1 }), where: Type.String({ minLength: 1 }) });
export type Found = Static<typeof Found>;

const about = {
  at: Timestamp,
  /** provider/model. */
  model: Type.String({ minLength: 1 }),
  saw: AnswersSeen,
  provenance: Provenance,
};

/** Questions as they are put into the journal, which gives them their ids. */
const questions = Type.Array(Type.Record(Type.String(), Type.Unknown()));

const asks = { ...about, questions, found: Type.Array(Found) };

const writes = {
  ...about,
  /** The text that came of it; null where questions were asked first. */
  brief: Type.Union([Type.Object(BRIEF_BODY), Type.Null()]),
  questions,
  /** Hash of the brief that stood before it, null where none did: only there is this one put in its place. */
  replaces: Type.Union([Sha256, Type.Null()]),
};

/** One answer of a model in an interview, kept before anything is done with it, so that it is never paid for twice. */
const Turn = Type.Union([
  Type.Object({ kind: Type.Literal("first"), ...asks }),
  /** `end`: why nothing more is to be asked; null beside questions. */
  Type.Object({ kind: Type.Literal("probe"), ...asks, end: Type.Union([Type.String(), Type.Null()]) }),
  Type.Object({ kind: Type.Literal("write"), ...writes }),
  /** `rejects`: which approval was refused; null where answers were changed. */
  Type.Object({ kind: Type.Literal("revise"), ...writes, rejects: Type.Union([Type.String(), Type.Null()]) }),
]);
export type Turn = Static<typeof Turn>;

/** interview.json: what models asked, found and wrote, each turn as it came. What was answered stands in questions.jsonl. */
export const Interview = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  /** How many questions it may have in all, by the configuration of its last turn; absent in older files. */
  most: Type.Optional(Type.Integer({ minimum: 1 })),
  turns: Type.Array(Turn),
});
export type Interview = Static<typeof Interview>;
