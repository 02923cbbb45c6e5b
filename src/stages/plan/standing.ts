import { planApprovalId } from "../../artifacts/hashes.ts";
import type { TaskPlan } from "../../artifacts/task-plan.ts";
import type { Asked, Replayed } from "../../questions/replay.ts";
import { verdictOn } from "../proposal/approval.ts";
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
export function nextStep(plan: TaskPlan | null, journal: Pick<Replayed, "questions">): PlanStep {
  if (plan === null) return { do: "plan" };
  if (plan.approved !== null) return plan.place?.done ? { do: "done" } : { do: "write", approval: null };
  const verdict = verdictOn(planApprovalId(plan), journal, PLAN_SECTION);
  switch (verdict.is) {
    case "unasked":
      return { do: "ask" };
    case "open":
      return { do: "wait", for: "approval" };
    case "unseen":
      return { do: "wait", for: "person" };
    case "approved":
      return { do: "write", approval: verdict.approval };
    case "rejected": {
      const { remarks } = verdict;
      return remarks === null ? { do: "wait", for: "words" } : { do: "revise", change: { plan, ...remarks } };
    }
  }
}
