import type { Sentence } from "./sentence.ts";

/** The gate as the page shows it: how it stands and where the tests are, what it did, and the last edits. */
export type LiveGate = { stands: readonly Sentence[]; did: readonly Sentence[]; last: readonly Sentence[] };

export const GATE_TITLE = "The gate";
export const LAST_EDITS = "The last edits";
