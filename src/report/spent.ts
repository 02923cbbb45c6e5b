import type { LedgerLine } from "../schemas/ledger.ts";
import { inline } from "../text/markdown.ts";
import { count, dollars, list } from "./numbers.ts";

/** What sessions cost, summed over ledger lines; every session counts once. */
export type Spent = { sessions: number; prompts: number; tokens: number; cost: number; unpriced: string[] };

export function spentOf(lines: readonly LedgerLine[]): Spent {
  const ended = lines.filter(({ event }) => event === "done" || event === "failed");
  const spent: Spent = { sessions: 0, prompts: 0, tokens: 0, cost: 0, unpriced: [] };
  const unpriced = new Set<string>();
  for (const { attempts = 0, tokens, cost, model } of ended) {
    if (attempts === 0) continue;
    spent.sessions++;
    spent.prompts += attempts;
    if (tokens)
      spent.tokens += tokens.input + tokens.output + tokens.reasoning + tokens.cache_read + tokens.cache_write;
    if (typeof cost === "number") spent.cost += cost;
    else if (model !== undefined) unpriced.add(model);
  }
  return { ...spent, unpriced: [...unpriced] };
}

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
