import type { Requirement } from "../artifacts/requirement.ts";

/** The task as the person gave it; a list may be empty. */
export type TaskText = {
  task: string;
  requirements: readonly string[];
  constraints: readonly string[];
  non_functional_requirements: readonly string[];
};

/** A list as bullets; "None stated." when it is empty. */
export function bullets(items: readonly string[]): string {
  return items.length > 0 ? items.map((item) => `- ${item}`).join("\n") : "None stated.";
}

/** The task as a reviewer reads it, every requirement under its number; lists as they are where nothing has one. */
export function judgedTask(task: TaskText, checked: readonly Requirement[]): string {
  if (checked.length === 0) return taskSections(task);
  const lines = checked.map(({ id, text }) => `${id}: ${text}`);
  return [
    `TASK:\n${task.task}`,
    `REQUIREMENTS (R), CONSTRAINTS (C), NON-FUNCTIONAL REQUIREMENTS (N):\n${lines.join("\n")}`,
  ].join("\n\n");
}

/** The whole task under the headings that every prompt shares. */
export function taskSections({ task, requirements, constraints, non_functional_requirements }: TaskText): string {
  return [
    `TASK:\n${task}`,
    `REQUIREMENTS:\n${bullets(requirements)}`,
    `CONSTRAINTS:\n${bullets(constraints)}`,
    `NON-FUNCTIONAL REQUIREMENTS:\n${bullets(non_functional_requirements)}`,
  ].join("\n\n");
}
