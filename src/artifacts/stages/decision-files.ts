import { Decision } from "../decision.ts";
import type { decision } from "./decision.ts";
import { fileRow, oneFile } from "./file-row.ts";

/** The file of what was decided. */
export const decisionFiles = {
  decision: fileRow({
    schema: Decision,
    /** 200 decisions, each with its reason and how it turned out. */
    bounds: { characters: 4_000_000, text: 10_000, items: 500, values: 100_000, depth: 8 },
    ...oneFile("decision.json"),
    together: true,
    // It holds the decisions before it.
    keepsOld: () => false,
  }),
} satisfies Record<(typeof decision.makes)[number], unknown>;
