import type { ReadPlan } from "../../plan/read-plan.ts";
import { ticksSaid } from "../../story/plan-task.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";

/** A plan as a document with a box to tick for each task. */
export const planMarkdown = (plan: ReadPlan): Markdown => md`${blocksText(ticksSaid(plan))}\n\n`;
