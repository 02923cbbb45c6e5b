import type { PlannedTask, TaskPlan } from "../artifacts/task-plan.ts";
import { count } from "../text/numbers.ts";
import { type Block, heading } from "./block.ts";
import { say, words } from "./sentence.ts";

/** Decisions of the design that one task's file quotes. */
const MAX_CHOICES = 8;
/** Constraints that it does not serve itself and quotes none the less. */
const MAX_CONSTRAINTS = 12;

/** What stands over the risks of a task, and over what was remarked on it. */
export const RISKS_CARRIED = "Risks that it carries";
export const REMARK_OF_APPROVAL = "Remark of who approved it";

/** What leads from a task's file to the design. */
export const WHOLE_DESIGN = "The chosen design, whole: ";

/**
 * What a task's file quotes, below what is to be done: each requirement and component that it names in full, and what the
 * design decided about those components; and the constraints, which hold whatever is built.
 */
export function quotedInFile(task: PlannedTask, { builds }: Pick<TaskPlan, "builds">): Block<never>[] {
  if (builds === undefined) return [];
  const requirements = builds.requirements.filter(({ id }) => task.requirements.includes(id));
  const components = builds.components.filter(({ name }) => task.components.includes(name));
  const choices = (builds.choices ?? []).filter(({ components: of }) =>
    of.some((name) => task.components.includes(name)),
  );
  const more = choices.length - MAX_CHOICES;
  const limits = builds.requirements.filter(({ id }) => /^C\d/u.test(id) && !task.requirements.includes(id));
  const unsaid = limits.length - MAX_CONSTRAINTS;
  return [
    ...(requirements.length === 0 ? [] : [heading(say`Requirements that it serves`, 2)]),
    ...requirements.flatMap(({ id, text }): Block<never>[] => [say`${words(id, "all")}:`, { is: "copy", text }]),
    ...(components.length === 0 ? [] : [heading(say`What it builds of the design`, 2)]),
    ...components.flatMap(({ name, text }): Block<never>[] => [say`${words(name, "all")}:`, { is: "copy", text }]),
    ...(choices.length === 0 ? [] : [heading(say`What the design decided about it`, 2)]),
    ...choices
      .slice(0, MAX_CHOICES)
      .flatMap(({ aspect, text }): Block<never>[] => [say`${words(aspect, "all")}:`, { is: "copy", text }]),
    more > 0 ? say`And ${count(more, "more decision")} of the design, which stand there.` : [],
    ...(limits.length === 0 ? [] : [heading(say`What no task may break`, 2)]),
    ...limits
      .slice(0, MAX_CONSTRAINTS)
      .flatMap(({ id, text }): Block<never>[] => [say`${words(id, "all")}:`, { is: "copy", text }]),
    unsaid > 0 ? say`And ${count(unsaid, "more constraint")}, which the design's document holds.` : [],
  ];
}
