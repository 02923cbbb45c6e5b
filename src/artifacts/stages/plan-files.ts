import { Basis } from "../basis.ts";
import { TaskPlan } from "../task-plan.ts";
import { fileRow, oneFile } from "./file-row.ts";
import type { plan } from "./plan.ts";

/** The files of what was planned, and of what it was made of; its tasks are files of the project's. */
export const planFiles = {
  basis: fileRow({
    schema: Basis,
    bounds: { characters: 210_000, text: 200_000, items: 10, values: 20, depth: 3 },
    ...oneFile("basis.json"),
    together: true,
    keepsOld: () => true,
  }),
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
