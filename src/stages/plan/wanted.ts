import type { DesignBody } from "../../artifacts/design.ts";
import { type Requirement, type RequirementLists, requirementsOf } from "../../artifacts/requirement.ts";
import type { PlannedRisk } from "../../artifacts/task-plan.ts";
import { clean } from "../../text/clean.ts";

/** What the tasks of a design are to serve, under the numbers and names by which they say so. */
export type Wanted = {
  requirements: readonly Requirement[];
  components: readonly string[];
  risks: readonly PlannedRisk[];
};

/** Characters of a component's name in a task's file. */
const MAX_NAME = 200;

export function wantedOf(
  task: RequirementLists & { numbered_requirements?: readonly Requirement[] | undefined },
  { components, risks }: Pick<DesignBody, "components" | "risks">,
): Wanted {
  return {
    requirements: requirementsOf(task),
    components: [...new Set(components.map(({ name }) => nameOf(name)))],
    risks: risks.map(({ description, severity, mitigation }, at) => {
      return {
        id: `K${at + 1}`,
        severity,
        text: mitigation ? `${description} (against it: ${mitigation})` : description,
      };
    }),
  };
}

const nameOf = (name: string): string => clean(name).text.replace(/\s+/gu, " ").trim().slice(0, MAX_NAME).trim();
