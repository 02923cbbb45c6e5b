import { decideNow } from "../../story/next.ts";
import type { Stage } from "../stage.ts";

/** A person who chooses a design. */
export const decision = {
  by: "person",
  state({ decided }) {
    if (decided === null) return "not_begun";
    return decided.stands === "as-decided" ? "done" : "stale";
  },
  next: ({ experiment: { task } }) => decideNow(task.experiment_id),
} satisfies Stage;
