import { type Static, Type } from "@sinclair/typebox";
import { Sha256 } from "./provenance.ts";

/**
 * idea.json: what stands before there is a task, and the first file of an experiment that begins with questions. It is
 * written once; what was asked and answered stands in questions.jsonl.
 */
export const Idea = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  topic: Type.String({ minLength: 1 }),
  /** The person's own words; empty where only questions were asked and no brief is to be written. */
  idea: Type.String(),
  /** Documents that were read first: where each lay, and what it said then. */
  from: Type.Array(Type.Object({ path: Type.String({ minLength: 1 }), sha256: Sha256, text: Type.String() })),
  created_at: Type.String(),
});
export type Idea = Static<typeof Idea>;
