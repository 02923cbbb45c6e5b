import { LOOKS, readsWithin, type StageRow } from "./row.ts";

/** The chosen design, broken into tasks in an order in which they can be done. */
export const plan = {
  makes: ["basis", "plan"],
  signs: [],
  roles: {
    planner: {
      tools: LOOKS,
      refused: readsWithin("Plan"),
      steps: 40,
      max_requests: 60,
      typical: { turns: 4, output: 9_000, seconds: 150 },
      sampling: "design",
    },
  },
  phases: { plan: { role: "planner", work: "plan", while: "plan" } },
  runs: { plan: { doing: "planning", stopped: "Nothing was planned.\n/design-lab plan latest asks again." } },
  stands: {},
} as const satisfies StageRow;
