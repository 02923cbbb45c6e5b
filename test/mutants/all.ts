import type { Mutant } from "./mutant.ts";
import { PHASES_ORDER } from "./phases-order.ts";
import { SESSION } from "./session.ts";
import { STORE } from "./store.ts";

/** Every mutant by the area that it is in: the one list. */
export const MUTANTS: Readonly<Record<string, readonly Mutant[]>> = {
  "phases-order": PHASES_ORDER,
  session: SESSION,
  store: STORE,
};
