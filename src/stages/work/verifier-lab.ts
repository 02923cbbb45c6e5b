import { createBudget } from "../../prompting/budget.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import type { GuardOn } from "../../store/guard-switch.ts";

/**
 * The lab that may ask the one model that a person agreed to when the gate was turned on, as verifier and as nothing
 * else, within what is left of the price agreed to.
 * @param spent Dollars that were taken of it.
 */
export function verifierLab(lab: Lab, { terms: { model, max_cost } }: GuardOn, spent: number): PayingLab {
  const { runSession, ...paying } = lab.paying();
  const left = max_cost === null ? null : Math.max(0, max_cost - spent);
  const limits = { ...lab.config.limits, max_cost: left, max_tokens: null, max_minutes: null };
  return {
    ...paying,
    budget: createBudget(limits, () => lab.now().getTime()),
    available: async () => (await lab.available()).filter(({ id }) => id === model),
    async runSession(request) {
      if (request.role === "verifier" && request.model.id === model) return runSession(request);
      throw new TypeError(`The gate may ask ${model} as verifier, not ${request.model.id} as ${request.role}`);
    },
  };
}
