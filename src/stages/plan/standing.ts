import type { TaskPlan } from "../../artifacts/task-plan.ts";
import { type Asked, isApproval, isApproved, isOver, type Replayed } from "../../questions/replay.ts";
import type { AnswerTo } from "../../questions/types.ts";
import { planApprovalId } from "../../store/artifact-kinds.ts";
import { PLAN_SECTION } from "./approval.ts";
import type { PlanChange } from "./planner.ts";

/** What is to be done next with a plan. */
export type PlanStep =
  | { do: "plan" }
  | { do: "ask" }
  | { do: "revise"; change: PlanChange }
  /** The person is waited for: `words`: it was rejected without a word; `person`: an agent approved it. */
  | { do: "wait"; for: "approval" | "words" | "person" }
  | { do: "write"; approval: Asked | null }
  | { do: "done" };

/** @param plan null where there is none of the design that is meant. */
export function nextStep(plan: TaskPlan | null, { questions }: Pick<Replayed, "questions">): PlanStep {
  if (plan === null) return { do: "plan" };
  if (plan.approved !== null) return plan.place?.done ? { do: "done" } : { do: "write", approval: null };
  const id = planApprovalId(plan);
  const approval = questions.find((each) => each.id === id && !isOver(each));
  if (approval === undefined) return { do: "ask" };
  if (approval.state !== "answered") return { do: "wait", for: "approval" };
  const { decision, annotations, feedback } = approval.answer as AnswerTo<"show_plan">;
  if (decision === "approve") return isApproved(approval) ? { do: "write", approval } : { do: "wait", for: "person" };
  const { [PLAN_SECTION]: toAll, ...toTasks } = annotations;
  const whole = [feedback, toAll].filter((each) => each !== undefined).join("\n\n");
  if (whole === "" && Object.keys(toTasks).length === 0) return { do: "wait", for: "words" };
  return { do: "revise", change: { plan, annotations: toTasks, whole: whole === "" ? null : whole } };
}

/** Approvals of other texts of a plan, which are over once this one is asked about. */
export function olderApprovals(plan: TaskPlan, { questions }: Pick<Replayed, "questions">): Asked[] {
  const id = planApprovalId(plan);
  return questions.filter((each) => isApproval(each) && each.id !== id && !isApproved(each) && !isOver(each));
}
