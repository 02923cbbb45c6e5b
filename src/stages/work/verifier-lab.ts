import { costOf, createBudget } from "../../prompting/budget.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import type { VerifierPurse } from "../../store/guard-spending.ts";
import type { GuardOn } from "../../store/guard-switch.ts";

/**
 * The lab that may ask the one model that a person agreed to when the gate was turned on, as verifier and as nothing
 * else, within what is left of the price agreed to.
 * @param purse Where a question reserves its cost before it is asked.
 */
export function verifierLab(
  lab: Lab,
  { terms: { model, max_cost } }: GuardOn,
  purse: Pick<VerifierPurse, "reserve">,
): PayingLab {
  const { runSession, ...paying } = lab.paying();
  const limits = { ...lab.config.limits, max_cost, max_tokens: null, max_minutes: null };
  const budget = createBudget(limits, () => lab.now().getTime());
  let counted = 0;
  return {
    ...paying,
    budget: {
      ...budget,
      async admit(role, asked, use) {
        const before = Math.min(await purse.reserve(costOf(asked, use) ?? 0), Number.MAX_VALUE);
        // A question may be admitted again after a pause.
        budget.countEarlier({ tokens: 0, cost: before - counted });
        counted = before;
        return budget.admit(role, asked, use);
      },
    },
    available: async () => (await lab.available()).filter(({ id }) => id === model),
    async runSession(request) {
      if (request.role === "verifier" && request.model.id === model) return runSession(request);
      throw new TypeError(`The gate may ask ${model} as verifier, not ${request.model.id} as ${request.role}`);
    },
  };
}
