import type { Spent } from "../schemas/spent.ts";
import { inline, type Markdown, md } from "../text/markdown.ts";
import { count, dollars, list } from "../text/numbers.ts";

/** "12 sessions, 41,200 tokens, $0.31", and which models' prices are unknown. */
export function spentText({ sessions, tokens, cost, unpriced }: Spent): Markdown {
  if (sessions === 0) return md`no model was asked`;
  const unknown = unpriced.map((model) => inline(model));
  const price =
    unpriced.length === 0
      ? dollars(cost)
      : cost > 0
        ? md`${dollars(cost)} and what ${list(unknown)} cost: their price is unknown`
        : md`cost unknown: the host has no price of ${list(unknown)}`;
  return md`${count(sessions, "session")}, ${count(tokens, "token")}, ${price}`;
}
