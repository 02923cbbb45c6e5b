import type { ModelUsage, Spent } from "../artifacts/cost.ts";
import { isOfDesign } from "../artifacts/failure.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { sumOf } from "../artifacts/provenance.ts";

/** What limits count of earlier calls: what is known, and what was assumed of the rest. */
export function countedOf(lines: readonly LedgerLine[]): Pick<Spent, "tokens" | "cost"> {
  const { tokens, cost } = spentOf(lines);
  const assumed = lines.flatMap((line) => line.assumed ?? []);
  return {
    tokens: assumed.reduce((sum, each) => sum + each.tokens, tokens),
    cost: assumed.reduce((sum, each) => sum + each.cost, cost),
  };
}

/** What sessions cost, summed over ledger lines. */
export function spentOf(lines: readonly LedgerLine[]): Spent {
  const ended = lines.filter(({ event }) => event === "done" || event === "failed");
  const spent: Spent = { sessions: 0, prompts: 0, tokens: 0, cost: 0, unpriced: [], uncounted: 0 };
  const unpriced = new Set<string>();
  for (const { attempts = 0, tokens, cost, model } of ended) {
    if (attempts === 0) continue;
    spent.sessions++;
    spent.prompts += attempts;
    if (tokens) spent.tokens += sumOf(tokens);
    if (tokens === null) spent.uncounted++;
    else if (typeof cost === "number") spent.cost += cost;
    else if (model !== undefined) unpriced.add(model);
  }
  return { ...spent, unpriced: [...unpriced] };
}

/** Seconds from the earliest of the lines to the latest; null where there are not two. */
export function lastedOf(lines: readonly LedgerLine[]): number | null {
  const times = lines.map(({ at }) => Date.parse(at)).filter(Number.isFinite);
  return times.length > 1 ? (Math.max(...times) - Math.min(...times)) / 1000 : null;
}

/** Seconds that all calls took together, from the beginning of each to its last session; null where no line says. */
export function ranFor(lines: readonly LedgerLine[]): number | null {
  const calls: LedgerLine[][] = [[]];
  for (const line of lines) {
    if (line.event === "setup" || line.event === "resumed") calls.push([]);
    // To rank again is no run, and may be weeks later.
    if (line.event !== "ranking") calls.at(-1)?.push(line);
  }
  const took = calls.flatMap((call) => lastedOf(call) ?? []);
  return took.length > 0 ? took.reduce((sum, seconds) => sum + seconds, 0) : null;
}

/** What sessions took that were to write a design and brought none, apart from the one that did. */
export function lostOn(lines: readonly LedgerLine[], design_id: string): Spent {
  return spentOf(
    lines.filter(
      ({ event, design_id: of, phases = [] }) => event === "failed" && of === design_id && isOfDesign(phases),
    ),
  );
}

/** What a session took that scored a design, US dollars: the mean of those whose price is known; null where none is. */
export function scoringCost(lines: readonly LedgerLine[]): number | null {
  const costs = lines.flatMap(({ event, phases, cost }) =>
    event === "done" && phases?.includes("score") && typeof cost === "number" ? [cost] : [],
  );
  return costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) / costs.length : null;
}

/** What each model took, in the order in which the models were first asked. */
export function usageByModel(lines: readonly LedgerLine[]): ModelUsage[] {
  const models = [...new Set(lines.flatMap(({ model }) => model ?? []))];
  return models.map((model) => {
    const own = lines.filter((line) => line.model === model);
    const seconds = own.flatMap((line) => line.seconds ?? []);
    return {
      model,
      spent: spentOf(own),
      failed: own.filter(({ event, kind }) => event === "failed" && kind !== "aborted").length,
      seconds: seconds.reduce((sum, each) => sum + each, 0),
      slowest: Math.max(0, ...seconds),
    };
  });
}

/** A provider that took fewer sessions at a time than were asked of it, by what was learned while it was asked. */
type SlowProvider = { kind: "slow-provider"; provider: string; sessions: number };

/** The providers that slowed a call down, from its lines of the ledger; `sessions` is the least that one took at a time. */
export function slowProviders(lines: readonly LedgerLine[]): SlowProvider[] {
  const least = new Map<string, number>();
  for (const { event, provider, sessions } of lines) {
    if (event !== "limit" || provider === undefined || sessions === undefined) continue;
    least.set(provider, Math.min(sessions, least.get(provider) ?? sessions));
  }
  return [...least].flatMap(([provider, sessions]) => {
    const asked = lines.filter(({ event, model }) => event === "started" && model?.startsWith(`${provider}/`)).length;
    return asked > sessions ? [{ kind: "slow-provider" as const, provider, sessions }] : [];
  });
}
