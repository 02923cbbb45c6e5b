import { createHash } from "node:crypto";
import type { Forecast } from "../../artifacts/cost.ts";
import { UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { OTHER_ESTIMATE } from "../../story/live-offer.ts";
import type { PlannedCall } from "./planned.ts";

/**
 * What a person's yes to a run is bound to: the folder of the approved brief, or the one of all experiments for a task in
 * words, the text, who is asked how much at what price, and the configuration. Null for every call that a page does not offer.
 */
export function estimateSha256(lab: Lab, plan: PlannedCall, expected: Forecast): string | null {
  if (!("begun" in plan)) return null;
  const all = [plan.begun?.dir ?? lab.base, plan.input, plan.plan, expected, lab.config];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}

/** Throws UsageError where a person said yes to another estimate than that of this call. */
export function refuseOther(lab: Lab, plan: PlannedCall, expected: Forecast): void {
  const { agreed } = lab.caller;
  if (agreed === undefined || agreed === estimateSha256(lab, plan, expected)) return;
  throw new UsageError(OTHER_ESTIMATE);
}

/** Throws UsageError where a run began in the meantime that the person's yes was for. */
export function refuseAgain({ caller }: Pick<Lab, "caller">): void {
  if (caller.agreed !== undefined) throw new UsageError("It was begun already, and is begun no second time.");
}
