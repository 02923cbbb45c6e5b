import { type Static, Type } from "@sinclair/typebox";
import { Mac, Timestamp } from "./provenance.ts";

/** hold.json: the ranking is held back until a person has judged, or says that it is to be shown before. */
export const Hold = Type.Object({
  version: Type.Literal(1),
  began_at: Timestamp,
  /** Scores were there before, and nothing kept anybody from reading them: who judges is asked. */
  scores_before: Type.Optional(Type.Boolean()),
  /** Null while it is held back. */
  ended: Type.Union([
    Type.Object({ at: Timestamp, why: Type.Union([Type.Literal("voted"), Type.Literal("shown")]), mac: Mac }),
    Type.Null(),
  ]),
});
export type Hold = Static<typeof Hold>;
