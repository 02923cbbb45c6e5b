import type { Task } from "../schemas/task.ts";
import { inline, join, type Markdown, md, prose } from "../text/markdown.ts";

/** What was asked for, and what it is judged by. */
export function taskBody({ task, criteria, ...lists }: Task): Markdown {
  const long = task.length > 6_000;
  const { requirements, constraints, non_functional_requirements } = lists;
  const scales = criteria.map(({ name, min, max, weight = 1 }) => {
    return md`${inline(name)} (${min}–${max}, weight ${weight})`;
  });
  return join(
    [
      prose(long ? `${task.slice(0, 6_000)} […]` : task),
      ...listed("Requirements", requirements),
      ...listed("Constraints", constraints),
      ...listed("Non-functional requirements", non_functional_requirements),
      md`Criteria: ${join(scales, ", ")}`,
    ],
    "\n\n",
  );
}

function listed(
  title: "Requirements" | "Constraints" | "Non-functional requirements",
  items: readonly string[],
): Markdown[] {
  if (items.length === 0) return [];
  return [join([md`${title}:`, ...items.map((item) => md`- ${inline(item)}`)], "\n")];
}
