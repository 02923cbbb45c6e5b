import type { Tokens } from "../artifacts/provenance.ts";
import type { Usage } from "./host.ts";

/** What the host says that an answer or a session took: numbers of a provider, of which nothing is certain. */
export type Counted = {
  cost?: unknown;
  tokens?: {
    input?: unknown;
    output?: unknown;
    reasoning?: unknown;
    cache?: { read?: unknown; write?: unknown } | null;
  } | null;
};

/** The most tokens of a kind, and the most US dollars, that one session can have taken; some send 2^64 − 1 for "unknown". */
const MAX_TOKENS = 1e9;
const MAX_COST = 1e6;

/**
 * The host's numbers as far as they can be. A kind of tokens that is left out was not needed; one that no session can
 * have taken was never counted, and then neither the tokens nor the price that the host makes of them are known.
 */
export function usageFrom({ tokens, cost }: Counted): Usage {
  const { input = 0, output = 0, reasoning = 0, cache } = tokens ?? {};
  const counts = { input, output, reasoning, cache_read: cache?.read ?? 0, cache_write: cache?.write ?? 0 };
  if (!tokens || !isCounted(counts)) return UNKNOWN_USAGE;
  return { tokens: counts, cost: isAmount(cost, MAX_COST) ? cost : null };
}

/** Nobody knows what it took. */
export const UNKNOWN_USAGE: Usage = { tokens: null, cost: null };

/** What both took; unknown where a part of it is. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    tokens: one.tokens && other.tokens && addTokens(one.tokens, other.tokens),
    cost: one.cost === null || other.cost === null ? null : one.cost + other.cost,
  };
}

function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    cache_read: one.cache_read + other.cache_read,
    cache_write: one.cache_write + other.cache_write,
  };
}

function isCounted(counts: Record<keyof Tokens, unknown>): counts is Tokens {
  return Object.values(counts).every((count) => Number.isInteger(count) && isAmount(count, MAX_TOKENS));
}

function isAmount(value: unknown, most: number): value is number {
  return typeof value === "number" && value >= 0 && value <= most;
}
