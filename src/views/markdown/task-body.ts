import { besideTask, type Requirement } from "../../artifacts/requirement.ts";
import type { Task } from "../../artifacts/task.ts";
import { toldBeside } from "../../story/brief-stands.ts";
import { inline, join, type Markdown, md, prose } from "../../text/markdown.ts";

/** Characters of a task. */
const TASK = 6_000;

/** What was asked for, by numbers, and what it is judged by. */
export function taskBody(task: Task): Markdown {
  const long = task.task.length > TASK;
  const scales = task.criteria.map(({ name, min, max, weight = 1 }) => {
    return md`${inline(name)} (${min}–${max}, weight ${weight})`;
  });
  return join(
    [
      prose(long ? `${task.task.slice(0, TASK)} […]` : task.task),
      ...requirementLists(besideTask(task)),
      ...briefLists(task),
      md`Criteria: ${join(scales, ", ")}`,
    ],
    "\n\n",
  );
}

const KINDS = [
  ["requirement", md`Requirements:`],
  ["constraint", md`Constraints:`],
  ["non_functional", md`Non-functional requirements:`],
] as const;

/** A title and a list of each kind that there is any of, under the numbers that every view uses. */
export function requirementLists(requirements: readonly Requirement[]): Markdown[] {
  return KINDS.flatMap(([kind, title]) => {
    const own = requirements.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    return [
      title,
      join(
        own.map(({ id, text }) => md`- **${inline(id)}** ${inline(text)}`),
        "\n",
      ),
    ];
  });
}

/** What the brief of a task says beside it. */
export function briefLists(task: Pick<Task, "brief">): Markdown[] {
  return toldBeside(task).flatMap(({ title, items }) => [
    md`${title}:`,
    join(
      items.map((text) => md`- ${inline(text)}`),
      "\n",
    ),
  ]);
}
