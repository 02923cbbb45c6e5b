import type { PlanAnswer } from "../../plan/answer.ts";
import type { Where } from "../../story/plan-asked.ts";
import { planSaid } from "../../story/plan-view.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";

/** Lines of one view. */
const MOST_LINES = 60;

/** One view of a plan, in at most 60 lines; a task that is no file yet is shown whole. */
export const planText = (answer: PlanAnswer, asked: Where): Markdown =>
  blocksText(planSaid(answer, asked), { lines: MOST_LINES - (asked.above ?? 0) });
