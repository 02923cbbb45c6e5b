import { FAILURE_WORDS, type FailureKind } from "../artifacts/failure.ts";
import type { ProgressWord } from "../artifacts/progress.ts";

/** What came about by a stop or a limit for all that was asked: the reply says it once. */
const SAID_ONCE: ReadonlySet<FailureKind> = new Set(["aborted", "budget"]);

/** "design 2 of 3 failed: the provider refuses the key, a/one". */
export function failureSaid(what: string, kind: FailureKind, whose: string): ProgressWord {
  return { text: `${what} failed: ${FAILURE_WORDS[kind]}, ${whose}`, kind: SAID_ONCE.has(kind) ? "step" : "failure" };
}
