import { LOOKS, readsWithin, type StageRow } from "./row.ts";

/** From an idea to a task: questions to a person, the brief that comes of them, and the task that is set up. */
export const brief = {
  makes: ["idea", "interview", "brief", "task"],
  signs: [["task.json", "ledger.jsonl"], ["idea.json"]],
  roles: {
    topic: {
      tools: [],
      steps: 2,
      max_requests: 20,
      typical: { turns: 1, output: 200, seconds: 5 },
      sampling: "review",
    },
    opener: {
      tools: [],
      steps: 2,
      max_requests: 20,
      typical: { turns: 1, output: 800, seconds: 8 },
      sampling: "review",
    },
    asker: {
      tools: LOOKS,
      refused: readsWithin("Ask"),
      steps: 20,
      max_requests: 40,
      typical: { turns: 3, output: 1_500, seconds: 30 },
      sampling: "review",
    },
    briefer: {
      tools: [],
      steps: 2,
      max_requests: 20,
      typical: { turns: 1, output: 3_000, seconds: 45 },
      sampling: "review",
    },
  },
  phases: {
    setup: { role: "topic", work: "topic", while: "setup" },
    first: { role: "opener", work: "first questions", while: "interview" },
    probe: { role: "asker", work: "next questions", while: "interview" },
    brief: { role: "briefer", work: "brief", while: "interview" },
  },
  runs: {
    setup: { doing: "setting up" },
    interview: {
      doing: "asking the next question",
      stopped: "What you answered is kept.\n/design-lab brief latest goes on with it.",
    },
  },
  stands: {},
} as const satisfies StageRow;
