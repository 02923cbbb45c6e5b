import type { PlanTask } from "../../artifacts/plan-task.ts";
import { generationsOf } from "../../plan/graph.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import { missingSaid } from "../../story/plan-faults.ts";
import { code, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { drawn } from "./drawn.ts";

/** A plan as a document with a box to tick for each task, in an order in which they can be done; what has none is last. */
export function planMarkdown(plan: ReadPlan): Markdown {
  const ordered = generationsOf(plan.sound).flat();
  const stuck = plan.all.ids.filter((id) => plan.cycle.has(id) || plan.waiting.has(id));
  const items = (ids: readonly string[]): Markdown =>
    join(ids.flatMap((id) => plan.all.tasks.get(id) ?? []).map(item), "\n");
  const rest = stuck.length === 0 ? [] : [md`## In a cycle or behind one`, items(stuck)];
  const missing = missingSaid(plan.trouble);
  const look = missing === null ? [] : [md`**Look:** ${drawn(missing)}.`];
  return join([md`# Plan`, ...look, ...(ordered.length > 0 ? [items(ordered)] : []), ...rest, md``], "\n\n");
}

function item(task: PlanTask): Markdown {
  const ids = (all: readonly string[]): Markdown => join(all.map(code), ", ");
  const lines = [
    md`status: ${task.status ?? md`not known`}`,
    ...(task.depends_on.length > 0 ? [md`after: ${ids(task.depends_on)}`] : []),
    ...(["scope", "risk", "impact"] as const).flatMap((field) => {
      return task[field] === null ? [] : [md`${field}: ${task[field]}`];
    }),
    ...task.done_when.map((each) => md`done when: ${inline(each)}`),
    ...(task.files.length > 0 ? [md`files: ${ids(task.files)}`] : []),
    ...(task.requirements.length > 0
      ? [
          md`requirements: ${join(
            task.requirements.map((each) => inline(each)),
            ", ",
          )}`,
        ]
      : []),
    ...(task.components.length > 0
      ? [
          md`components: ${join(
            task.components.map((each) => inline(each)),
            ", ",
          )}`,
        ]
      : []),
  ];
  const box = task.status === "completed" ? md`[x]` : md`[ ]`;
  return join([md`- ${box} ${code(task.id)} **${inline(task.name)}**`, ...lines.map((line) => md`  - ${line}`)], "\n");
}
