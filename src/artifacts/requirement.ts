import { type Static, Type } from "@sinclair/typebox";

export const REQUIREMENT_KINDS = ["requirement", "constraint", "non_functional"] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

/** One thing that a design must do, respect or reach, under the number by which every view calls it: R1, C1, N1, … */
export const Requirement = Type.Object({
  id: Type.String({ pattern: "^[RCN][1-9][0-9]*$" }),
  kind: Type.Union(REQUIREMENT_KINDS.map((kind) => Type.Literal(kind))),
  text: Type.String({ minLength: 1 }),
});
export type Requirement = Static<typeof Requirement>;

/** The lists of a task as it gives them. */
export type RequirementLists = {
  requirements: readonly string[];
  constraints: readonly string[];
  non_functional_requirements: readonly string[];
};

/** The lists as one numbered list, requirements first. */
export function numbered(lists: RequirementLists): Requirement[] {
  const number = (letter: string, kind: RequirementKind, texts: readonly string[]): Requirement[] =>
    texts.map((text, index) => ({ id: `${letter}${index + 1}`, kind, text }));
  return [
    ...number("R", "requirement", lists.requirements),
    ...number("C", "constraint", lists.constraints),
    ...number("N", "non_functional", lists.non_functional_requirements),
  ];
}

/** The numbered list of a task; one that was stored before there were numbers has that of its lists. */
export function requirementsOf(
  task: RequirementLists & { numbered_requirements?: readonly Requirement[] | undefined },
): readonly Requirement[] {
  return task.numbered_requirements ?? numbered(task);
}
