import { nextTask } from "../../story/next.ts";
import type { Stage } from "../stage.ts";

/** What the person's own agent builds by the plan. */
export const work = {
  by: "person",
  state: ({ planned }) => (planned?.plan.place?.done ? "stopped" : "not_begun"),
  next: ({ experiment: { task } }) => nextTask(task.experiment_id),
} satisfies Stage;
