import type { Caller } from "../artifacts/caller.ts";
import type { FailureKind } from "../artifacts/failure.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import type { Tokens } from "../artifacts/provenance.ts";
import type { Role } from "../artifacts/stages/stages.ts";
import { LabError, messageOf } from "../errors.ts";

/**
 * What the lab needs of OpenCode: the seam between this project and its host, with one file for each generation of the
 * host. Tests stand a scripted host in its place. Everything throws HostFailure for what the host does wrong.
 */
export type Host = {
  /** The host's own version, such as 2.0.15; null where it does not tell. */
  version(caller: Caller): Promise<string | null>;
  /** Every model of every connected provider. */
  models(): Promise<AvailableModel[]>;
  /** Makes a child session and returns its id; nothing is asked of its model yet. */
  createSession(request: NewSession): Promise<string>;
  /** Sends one prompt and waits for the model's whole turn. What the provider does wrong is in `error`, not thrown. */
  prompt(request: { sessionID: string; text: string }): Promise<HostAnswer>;
  /** The last answer of a session that came to its end by itself, whatever the host began after it; null without one. */
  lastAnswer(sessionID: string): Promise<HostAnswer | null>;
  /** Stops what the session is doing; aborting its parent does not. */
  abort(sessionID: string): Promise<void>;
  /** Tokens and host-computed cost in US dollars over all turns of a session. */
  usage(sessionID: string): Promise<Usage>;
};

/** Everything that a session keeps from its first prompt to its last; its system prompt and sampling are the hooks'. */
export type NewSession = {
  caller: Caller;
  /** What the child is called in the host's list, for people. */
  title: string;
  role: Role;
  /** provider/model, one that models() named. */
  model: string;
  /** The only tools of the host that the session may call. */
  tools: readonly string[];
};

export type HostAnswer = {
  text: string;
  /** Why the model stopped, in the host's words: stop, length, content-filter, … */
  finish: string | null;
  error: HostError | null;
  /** True where the host tells of reasoning beside the text. */
  reasoned?: boolean;
  /** What the last request of the turn took, where the host says so beside the answer. */
  usage?: Usage;
};

/** Tokens, and the host's own count of US dollars; null where nobody counted, or nobody can have. */
export type Usage = { tokens: Tokens | null; cost: number | null };

export type HostError = {
  /** What the host itself holds it to be, in the lab's words; null where it does not say. */
  kind: FailureKind | null;
  message: string;
  /** The provider's HTTP status, where there was one. */
  status: number | null;
  /** The host holds that asking again may help; it has done so itself already. */
  retryable: boolean;
};

/** The host, its connection or what it answered is at fault, not the lab and not a model: the one error of the seam. */
export class HostFailure extends LabError {
  override name = "HostFailure";
}

/** Where there is no host: no provider is connected, and nothing can be asked. */
export const NO_HOST: Host = {
  version: async () => null,
  models: async () => [],
  createSession: throwUnasked,
  prompt: throwUnasked,
  lastAnswer: throwUnasked,
  abort: throwUnasked,
  usage: throwUnasked,
};

async function throwUnasked(): Promise<never> {
  throw new HostFailure("There is no OpenCode here to ask a model with.");
}

/** Runs one operation of the host and turns whatever it throws into a HostFailure that says what was attempted. */
export async function askHost<T>(what: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new HostFailure(`OpenCode could not ${what}: ${messageOf(error)}`, { cause: error });
  }
}

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
  const kinds = Object.keys(one) as (keyof Tokens)[];
  return Object.fromEntries(kinds.map((kind) => [kind, one[kind] + other[kind]])) as Tokens;
}

function isCounted(counts: Record<keyof Tokens, unknown>): counts is Tokens {
  return Object.values(counts).every((count) => Number.isInteger(count) && isAmount(count, MAX_TOKENS));
}

function isAmount(value: unknown, most: number): value is number {
  return typeof value === "number" && value >= 0 && value <= most;
}
