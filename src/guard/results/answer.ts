import { type Static, Type } from "@sinclair/typebox";
import { RESULTS_UNREAD } from "../../artifacts/guard.ts";

/** Characters of plain output that a model is shown: its end, where runners put their sums. */
export const MAX_OUTPUT = 4_000;

/** Result files to read, the newest first: absolute paths, bytes, and milliseconds since 1970 of the last write. */
export type ResultFile = { path: string; size: number; at: number };

/**
 * What the tests did by these files. `newest`: the index of the newest file that could be read. `failing`: tests of all
 * files, each by its newest report. `unclear`: runs that failed or had no tests; absent when there are none. Without a readable file: why the
 * newest file could not be read, and the end of its text where it is plain output; or `stopped`, for a run that did not
 * start or did not come to its end.
 */
const Failures = Type.Array(Type.Object({ name: Type.String(), file: Type.Union([Type.String(), Type.Null()]) }));
export const ResultsAnswer = Type.Union([
  Type.Object({
    newest: Type.Integer({ minimum: 0 }),
    failing: Failures,
    unclear: Type.Optional(Failures),
    passed: Type.Integer(),
  }),
  Type.Object({ stopped: Type.Literal(true) }),
  Type.Object({
    why: Type.Union(RESULTS_UNREAD.map((why) => Type.Literal(why))),
    output: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_OUTPUT })),
  }),
]);
export type ResultsAnswer = Static<typeof ResultsAnswer>;
