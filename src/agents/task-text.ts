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

/** The whole task under the headings that every prompt shares. */
export function taskSections({ task, requirements, constraints, non_functional_requirements }: TaskText): string {
  return [
    `TASK:\n${task}`,
    `REQUIREMENTS:\n${bullets(requirements)}`,
    `CONSTRAINTS:\n${bullets(constraints)}`,
    `NON-FUNCTIONAL REQUIREMENTS:\n${bullets(non_functional_requirements)}`,
  ].join("\n\n");
}
