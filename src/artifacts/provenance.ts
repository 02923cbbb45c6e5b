import { type Static, Type } from "@sinclair/typebox";
import { MAX_AMOUNT } from "./bounds.ts";

export const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** ISO 8601, in UTC. */
/** The seal of what this machine saw a person say; it tells nothing elsewhere. */
export const Mac = Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" }));
export const Timestamp = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?Z$" });

export const Amount = Type.Number({ minimum: 0, maximum: MAX_AMOUNT });
export const Times = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT });
/** US dollars; null when the model's price, or what it took, is unknown. */
export const Cost = Type.Union([Amount, Type.Null()]);

/** Tokens as the host counts them. */
export const Tokens = Type.Object({
  input: Amount,
  output: Amount,
  reasoning: Amount,
  cache_read: Amount,
  cache_write: Amount,
});
export type Tokens = Static<typeof Tokens>;
/** What a session took in all, the only sum of them: every view and every limit counts the same. */
export function sumOf({ input, output, reasoning, cache_read, cache_write }: Tokens): number {
  return input + output + reasoning + cache_read + cache_write;
}
/** Null where nobody knows: not counted, or a number that cannot be. */
export const KnownTokens = Type.Union([Tokens, Type.Null()]);

/** Where an artifact came from. Written by the plugin, never by a model. */
export const Provenance = Type.Object({
  session_id: Type.String(),
  started_at: Timestamp,
  finished_at: Timestamp,
  /** Prompts sent: the first, its repairs, and those of a retry. */
  attempts: Times,
  /** Requests to the provider, turns with tool calls included. */
  requests: Times,
  tokens: KnownTokens,
  cost: Cost,
  prompt_sha256: Sha256,
  /** The model that was asked for, when it failed and a fallback of it answered instead. */
  requested_model: Type.Optional(Type.String()),
  /** Paths of keys that the model added to the asked-for shape, such as "scores.elegance"; they are not stored. */
  dropped_keys: Type.Array(Type.String()),
  /** Invisible and control characters taken out of the text, by kind: how many. */
  removed_characters: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
});
export type Provenance = Static<typeof Provenance>;

/** Seconds that something took; 0 where the clock was set back meanwhile, or a time is none. */
export function secondsOf({ started_at, finished_at }: Pick<Provenance, "started_at" | "finished_at">): number {
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** A tool call of a lab session that reached for what it must not see. */
export const Violation = Type.Object({
  /** ISO 8601 time. */
  at: Type.String(),
  /** Host name of the tool: read, grep, glob, … */
  tool: Type.String(),
  /** What was asked for, as the model wrote it, cleaned of control characters and cut to 300 characters. */
  target: Type.String(),
  reason: Type.String(),
});
export type Violation = Static<typeof Violation>;
