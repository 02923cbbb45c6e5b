import type { Spent } from "../../artifacts/cost.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { count, dollars, list, tokensOf } from "../../text/numbers.ts";

/** "12 sessions, 41,200 tokens, $0.31", and which models' prices, and of how many sessions all of it, are unknown. */
export function spentText(spent: Spent): Markdown {
  const { sessions, cost, unpriced, uncounted } = spent;
  if (sessions === 0) return md`no model was asked`;
  if (uncounted === sessions) return md`${count(sessions, "session")}, tokens and cost unknown`;
  const unknown = unpriced.map((model) => inline(model));
  const price =
    unpriced.length === 0
      ? dollars(cost)
      : cost > 0
        ? md`${dollars(cost)} and what ${list(unknown)} cost: their price is unknown`
        : md`cost unknown: the host has no price of ${list(unknown)}`;
  const known = md`${count(sessions, "session")}, ${tokensOf(spent)}, ${uncounted > 0 ? md`at least ` : md``}${price}`;
  return uncounted > 0 ? md`${known} (what ${count(uncounted, "session")} of them took is not known)` : known;
}
