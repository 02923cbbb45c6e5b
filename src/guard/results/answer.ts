import { type Static, Type } from "@sinclair/typebox";
import { RESULTS_UNREAD } from "../../artifacts/guard.ts";

/** Result files to read, the newest first: absolute paths, and bytes. */
export type ResultFile = { path: string; size: number };

/**
 * What the tests did by these files. `newest`: the index of the newest file that could be read. `failing`: tests of all
 * files, each by its newest report. Without a readable file: why the newest file could not be read.
 */
export const ResultsAnswer = Type.Union([
  Type.Object({
    newest: Type.Integer({ minimum: 0 }),
    failing: Type.Array(Type.Object({ name: Type.String(), file: Type.Union([Type.String(), Type.Null()]) })),
    passed: Type.Integer(),
  }),
  Type.Object({ why: Type.Union(RESULTS_UNREAD.map((why) => Type.Literal(why))) }),
]);
export type ResultsAnswer = Static<typeof ResultsAnswer>;
