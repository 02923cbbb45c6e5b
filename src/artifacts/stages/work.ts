import type { StageRow } from "./row.ts";

/** The person's own agent works on the tasks; where the person turned it on, its edits are held to tests that fail first. */
export const work = {
  makes: [],
  signs: [],
  roles: {
    verifier: {
      tools: [],
      steps: 2,
      max_requests: 4,
      typical: { turns: 1, output: 150, seconds: 4 },
      sampling: "review",
    },
  },
  phases: { verify: { role: "verifier", work: "verdict on an edit", while: "verify" } },
  runs: { verify: { doing: "looking at an edit" } },
  stands: {},
} as const satisfies StageRow;
