import type { StageRow } from "./row.ts";

/** A person who chooses a design, and says later how it turned out. */
export const decision = {
  makes: ["decision"],
  signs: [],
  roles: {},
  phases: {},
  runs: {},
  stands: {},
} as const satisfies StageRow;
