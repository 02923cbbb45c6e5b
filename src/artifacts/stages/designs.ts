import { LOOKS, type StageRow } from "./row.ts";

/** Models that each write a design, alone, beside designs that are there already. A designer that reads the project sends its prompt again with every turn. */
export const designs = {
  makes: ["entrant", "design"],
  signs: [],
  roles: {
    designer: {
      tools: LOOKS,
      refused:
        "Work alone: write your own design from the task and the project's own files. You may read, grep and glob inside the project; other designs, reviews and experiments, and all that lies outside the project, are closed to you. Do not try another way.",
      steps: 40,
      max_requests: 60,
      typical: { turns: 3, output: 6_000, seconds: 120 },
      sampling: "design",
    },
    arranger: {
      tools: [],
      steps: 2,
      max_requests: 20,
      typical: { turns: 1, output: 6_000, seconds: 90 },
      sampling: "design",
    },
  },
  phases: {
    generate: { role: "designer", work: "design", while: "designs" },
    arrange: { role: "arranger", work: "document as a design", while: "designs" },
  },
  runs: { designs: { doing: "designs" } },
  stands: {},
} as const satisfies StageRow;
