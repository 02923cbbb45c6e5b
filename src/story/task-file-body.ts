import type { PlannedTask, TaskPlan } from "../artifacts/task-plan.ts";
import { type Block, heading } from "./block.ts";
import { say, words } from "./sentence.ts";

/** What a task's file quotes, below what is to be done: each requirement and component that it names, in full. */
export function quotedInFile(task: PlannedTask, { builds }: Pick<TaskPlan, "builds">): Block<never>[] {
  if (builds === undefined) return [];
  const requirements = builds.requirements.filter(({ id }) => task.requirements.includes(id));
  const components = builds.components.filter(({ name }) => task.components.includes(name));
  return [
    ...(requirements.length === 0 ? [] : [heading(say`Requirements that it serves`, 2)]),
    ...requirements.flatMap(({ id, text }): Block<never>[] => [say`${words(id, "all")}:`, { is: "copy", text }]),
    ...(components.length === 0 ? [] : [heading(say`What it builds of the design`, 2)]),
    ...components.flatMap(({ name, text }): Block<never>[] => [say`${words(name, "all")}:`, { is: "copy", text }]),
  ];
}
