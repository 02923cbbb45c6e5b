import { LOOKS, type StageRow } from "./row.ts";

const refused =
  "Work alone: write the design that you are asked for from what you are given and the project's own files. You may read, grep and glob inside the project; other designs, reviews and experiments, and all that lies outside the project, are closed to you. Do not try another way.";

/** Whoever writes a child reads the project as a designer does, and more in its prompt. */
const WRITES = {
  tools: LOOKS,
  refused,
  steps: 40,
  max_requests: 60,
  typical: { turns: 3, output: 8_000, seconds: 150 },
  sampling: "design",
} as const;

/**
 * Better designs: a design's own designer revises it after its reviews, or one model merges several, and each round of
 * texts is judged anew, blind. A round is an experiment of its own in the folder of the one that it belongs to.
 */
export const refine = {
  makes: [],
  signs: [],
  roles: {
    reviser: WRITES,
    merger: WRITES,
  },
  phases: {
    revise: { role: "reviser", work: "revision", while: "designs" },
    merge: { role: "merger", work: "merge", while: "designs" },
  },
  runs: {},
  stands: {
    stopped: "a round of better designs is not at its end",
    needs_input: "a round of better designs waits for your vote",
  },
} as const satisfies StageRow;
