import { generationsOf } from "../../plan/graph.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import { heading, list } from "../../story/block.ts";
import { missingSaid } from "../../story/plan-faults.ts";
import { taskItems } from "../../story/plan-task.ts";
import { say, strong } from "../../story/sentence.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";

/** A plan as a document with a box to tick for each task, in an order in which they can be done; what has none is last. */
export function planMarkdown(plan: ReadPlan): Markdown {
  const stuck = plan.all.ids.filter((id) => plan.cycle.has(id) || plan.waiting.has(id));
  const items = (ids: readonly string[]) => list(ids.flatMap((id) => plan.all.tasks.get(id) ?? []).flatMap(taskItems));
  const missing = missingSaid(plan.trouble);
  const text = blocksText([
    heading(say`Plan`, 1),
    missing.length === 0 ? [] : say`${strong(say`Look:`)} ${missing}.`,
    items(generationsOf(plan.sound).flat()),
    ...(stuck.length === 0 ? [] : [heading(say`In a cycle or behind one`, 2), items(stuck)]),
  ]);
  return md`${text}\n\n`;
}
