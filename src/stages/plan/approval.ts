import type { Names } from "../../artifacts/names.ts";
import type { TaskPlan } from "../../artifacts/task-plan.ts";
import { UsageError } from "../../errors.ts";
import { generationsOf, graphOf } from "../../plan/graph.ts";
import { questionIn } from "../../questions/check.ts";
import type { NewQuestion } from "../../questions/types.ts";
import { planApprovalId } from "../../store/artifact-kinds.ts";
import { unmarked } from "../../story/sentence.ts";
import { plannedBy } from "../../story/task-plan.ts";
import { planSection, taskSection } from "../../views/markdown/task-plan-text.ts";
import { asTask } from "./check.ts";
import type { Wanted } from "./wanted.ts";

/** The section that is about the whole plan; no task can be called so. */
export const PLAN_SECTION = "plan";

/** The question by which a person approves these very tasks, in an order in which they can be done. Throws UsageError. */
export function approvalOf(plan: TaskPlan, wanted: Wanted, { titles }: Pick<Names, "titles">): NewQuestion {
  const graph = graphOf(plan.tasks.map(asTask));
  const order = generationsOf(graph).flat();
  const tasks = order.flatMap((id) => plan.tasks.find((task) => task.id === id) ?? []);
  const question: NewQuestion = {
    id: planApprovalId(plan),
    type: "show_plan",
    text: "Is this how it is to be built?",
    context: unmarked(plannedBy(plan.model), String),
    required: true,
    sections: [
      {
        id: PLAN_SECTION,
        title: "The plan",
        markdown: planSection(plan, titles.get(plan.design_id) ?? plan.design_id),
      },
      ...tasks.map((task) => ({
        id: task.id,
        title: `${task.id}: ${task.name}`,
        markdown: taskSection(task, wanted.risks),
      })),
    ],
  };
  const faults = questionIn(question);
  if (!Array.isArray(faults)) return question;
  throw new UsageError(`Cannot ask whether the plan is approved: ${faults[0]}. Nothing was changed.`, {
    advice: "Mend it in plan.json, or move that file away and have it planned anew.",
  });
}
