import { goOnPlanning, nextTask, planNow } from "../../story/next.ts";
import { planAnnounced } from "../../story/planning.ts";
import { type Asks, comingOf, expectedOf, type Stage } from "../stage.ts";
import { type PlannerInput, plannerAgent } from "./planner.ts";

/** The chosen design, broken into tasks. */
export const plan = {
  by: "person",
  state({ planned, decided }) {
    if (planned === null) return decided?.decision.design_id === null ? "skipped" : "not_begun";
    if (planned.stands !== "as-planned") return "stale";
    if (planned.plan.place?.done) return "done";
    return planned.approved ? "stopped" : "needs_approval";
  },
  next({ experiment: { task }, planned }) {
    const id = task.experiment_id;
    if (planned === null) return planNow(id);
    return planned.plan.place?.done ? nextTask(id) : goOnPlanning(id);
  },
} satisfies Stage;

/** A plan: one session, whose prompt is known. `named`: somebody chose the model for it. */
export const planning: Asks<{ input: PlannerInput; model: string; named: boolean }> = {
  sends: "design",
  coming: (lab, { input, model, named }) => ({
    sessions: [comingOf(plannerAgent, model, input)],
    named: [...lab.chosen, ...(named ? [model] : [])],
  }),
  announces(_input, numbers) {
    return { text: planAnnounced(numbers), expected: expectedOf(numbers) };
  },
};
