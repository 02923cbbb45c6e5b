import type { Forecast } from "../artifacts/cost.ts";
import { dollars, duration } from "../text/numbers.ts";

/** What a person is told of a planning before it begins, and while a call is at work on it. */
export function planAnnounced({ unpriced, cost, seconds }: Pick<Forecast, "unpriced" | "cost" | "seconds">): string {
  const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
  return `the plan is asked for, about ${duration(seconds)}, ${price}`;
}

/** What is done; `change`: what of the plan that is there changes, null where there is none. */
export const planningStep = (change: { expand?: { id: string } | null } | null): string =>
  change?.expand
    ? `breaking ${change.expand.id} into parts`
    : change === null
      ? "planning the tasks"
      : "changing the plan";

/** What is said of a planning that was stopped. */
export const PLANNING_STOPPED = "The planning was stopped. What was answered and said is kept";
