import { BOUNDS } from "../bounds.ts";
import { Brief } from "../brief.ts";
import { Idea } from "../idea.ts";
import { Interview } from "../interview.ts";
import { Task } from "../task.ts";
import type { brief } from "./brief.ts";
import { fileRow, oneFile } from "./file-row.ts";

/** The files of an experiment up to its task. */
export const briefFiles = {
  idea: fileRow({
    schema: Idea,
    bounds: BOUNDS.task,
    ...oneFile("idea.json"),
    together: false,
    keepsOld: () => false,
  }),
  interview: fileRow({
    schema: Interview,
    /** Every turn with what it asked, and each text of the brief. */
    bounds: { characters: 15_000_000, text: 200_000, items: 500, values: 200_000, depth: 12 },
    ...oneFile("interview.json"),
    together: false,
    keepsOld: () => false,
  }),
  brief: fileRow({
    schema: Brief,
    bounds: { characters: 2_000_000, text: 200_000, items: 500, values: 20_000, depth: 12 },
    ...oneFile("brief.json"),
    together: true,
    keepsOld: () => true,
  }),
  task: fileRow({
    schema: Task,
    bounds: BOUNDS.task,
    ...oneFile("task.json"),
    together: false,
    keepsOld: () => false,
  }),
} satisfies Record<(typeof brief.makes)[number], unknown>;
