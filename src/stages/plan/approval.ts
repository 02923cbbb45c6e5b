import type { Names } from "../../artifacts/names.ts";
import type { PlannedRisk, PlannedTasks, TaskPlan } from "../../artifacts/task-plan.ts";
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
export function approvalOf(plan: TaskPlan, { titles }: Pick<Names, "titles">): NewQuestion {
  const question: NewQuestion = {
    id: planApprovalId(plan),
    type: "show_plan",
    text: "Is this how it is to be built?",
    context: unmarked(plannedBy(plan.model), String),
    required: true,
    sections: sectionsOf(plan, plan.risks, titles.get(plan.design_id) ?? plan.design_id),
  };
  const faults = questionIn(question);
  if (!Array.isArray(faults)) return question;
  throw new UsageError(`Cannot ask whether the plan is approved: ${faults[0]}. Nothing was changed.`, {
    advice: "Mend it in plan.json, or move that file away and have it planned anew.",
  });
}

/** What keeps a person from being asked about such tasks, in sentences for the model; none where nothing does. */
export function unaskable(tasks: PlannedTasks, wanted: Wanted): string[] {
  const question = { type: "show_plan", text: "?", sections: sectionsOf(tasks, wanted.risks, "") };
  const faults = questionIn(question);
  return Array.isArray(faults) ? faults.map((fault) => `the plan is more than a person can be shown: ${fault}`) : [];
}

function sectionsOf({ tasks, not_served }: PlannedTasks, risks: readonly PlannedRisk[], title: string) {
  const order = generationsOf(graphOf(tasks.map(asTask))).flat();
  const inOrder = order.flatMap((id) => tasks.find((task) => task.id === id) ?? []);
  return [
    { id: PLAN_SECTION, title: "The plan", markdown: planSection({ tasks, not_served }, title) },
    ...inOrder.map((task) => ({
      id: task.id,
      title: `${task.id}: ${task.name}`,
      markdown: taskSection(task, risks),
    })),
  ];
}
