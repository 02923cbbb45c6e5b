import type { Mutant } from "./mutant.ts";

const CONFIRM = { file: "src/ops/confirm.ts", tests: ["test/ops/confirm.test.ts"] };
const CHECKOUT = { file: "src/config/checkout.ts", tests: ["test/config/checkout.test.ts"] };
const RULES = { file: "src/hooks/host-config.ts", tests: ["test/hooks/host-config.test.ts"] };

/** Faults in what asks before money is spent, and in who may say what is not asked. */
export const PRICE: readonly Mutant[] = [
  {
    name: "many sessions of an unknown price are not confirmed",
    ...CONFIRM,
    find: "sessions > most",
    replace: "sessions > 10_000",
  },
  {
    name: "whoever wants to be asked always is not asked for an unknown price",
    ...CONFIRM,
    find: "above === 0 ? 0 : UNPRICED_SESSIONS",
    replace: "UNPRICED_SESSIONS",
  },
  {
    name: "the host's own free models are asked unasked where no price is asked for",
    ...CONFIRM,
    find: "hosts_own.length > 0 ?",
    replace: "above !== null && hosts_own.length > 0 ?",
  },
  {
    name: "leave to pass a price sends the task to the host's free service",
    ...CONFIRM,
    find: 'stranger ? "designlab_free" : "designlab_cost"',
    replace: '"designlab_cost"',
  },
  {
    name: "doctor asks models before the person is asked",
    ...CONFIRM,
    find: "await allowed(lab, context, await forecastProbes(lab, models));",
    replace: "await forecastProbes(lab, models);",
  },
  {
    name: "a checkout loosens a bound",
    ...CHECKOUT,
    find: "if (amount(of(wanted)) <= amount(of(before))) continue;",
    replace: "continue;",
  },
  {
    name: "null from a checkout is a strict bound",
    ...CHECKOUT,
    find: "value ?? Number.POSITIVE_INFINITY",
    replace: "value ?? 0",
  },
  {
    name: "a checkout names fallback models",
    ...CHECKOUT,
    find: "others.filter((other) => own.includes(other))",
    replace: "[...others]",
  },
  {
    name: "the plugin options are taken for the person's own",
    file: "src/config/load.ts",
    tests: CHECKOUT.tests,
    find: "new Set([OPTIONS, ",
    replace: "new Set([",
  },
  {
    name: "a person's rule for a price does not reach the question",
    ...RULES,
    find: "const bare = ASKED.some((asked) => asked === name) && !(whole in rules);",
    replace: "const bare = false && !(whole in rules);",
  },
  {
    name: "an agent that may do whatever there is passes a price unasked",
    ...RULES,
    find: 'all === "ask" || all === "deny"',
    replace: "all !== undefined",
  },
];
