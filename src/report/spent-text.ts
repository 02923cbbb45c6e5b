import type { Spent } from "../schemas/spent.ts";
import { inline } from "../text/markdown.ts";
import { count, dollars, list } from "../text/numbers.ts";

/** "12 sessions, 41,200 tokens, $0.31", and which models' prices are unknown. */
export function spentText({ sessions, tokens, cost, unpriced }: Spent): string {
  if (sessions === 0) return "no model was asked";
  const unknown = unpriced.map((model) => inline(model));
  const price =
    unpriced.length === 0
      ? dollars(cost)
      : cost > 0
        ? `${dollars(cost)} and what ${list(unknown)} cost: their price is unknown`
        : `cost unknown: the host has no price of ${list(unknown)}`;
  return `${count(sessions, "session")}, ${count(tokens, "token")}, ${price}`;
}
