import { TaskPlan } from "../task-plan.ts";
import { fileRow, oneFile } from "./file-row.ts";
import type { plan } from "./plan.ts";

/** The file of what was planned; its tasks are files of the project's. */
export const planFiles = {
  plan: fileRow({
    schema: TaskPlan,
    /** 60 tasks, and what a person remarked on each. */
    bounds: { characters: 1_000_000, text: 100_000, items: 200, values: 20_000, depth: 8 },
    ...oneFile("plan.json"),
    together: true,
    // Who approves it, and where its files lie, changes nothing of its text.
    keepsOld: ({ approved }) => approved === null,
  }),
} satisfies Record<(typeof plan.makes)[number], unknown>;
