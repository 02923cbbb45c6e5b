import { type Static, Type } from "@sinclair/typebox";

export const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** Tokens as the host counts them. */
export const Tokens = Type.Object({
  input: Type.Number({ minimum: 0 }),
  output: Type.Number({ minimum: 0 }),
  reasoning: Type.Number({ minimum: 0 }),
  cache_read: Type.Number({ minimum: 0 }),
  cache_write: Type.Number({ minimum: 0 }),
});
export type Tokens = Static<typeof Tokens>;

export const NO_TOKENS: Tokens = { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 };

/** Where an artifact came from. Written by the plugin, never by a model. */
export const Provenance = Type.Object({
  session_id: Type.String(),
  started_at: Type.String(),
  finished_at: Type.String(),
  /** Prompts sent: the first, its repairs, and those of a retry. */
  attempts: Type.Integer({ minimum: 0 }),
  /** Requests to the provider, turns with tool calls included. */
  requests: Type.Integer({ minimum: 0 }),
  tokens: Tokens,
  cost: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  prompt_sha256: Sha256,
  /** The model that was asked for, when it failed and a fallback of it answered instead. */
  requested_model: Type.Optional(Type.String()),
  /** Paths of keys that the model added to the asked-for shape, such as "scores.elegance"; they are not stored. */
  dropped_keys: Type.Array(Type.String()),
  /** Invisible and control characters taken out of the text, by kind: how many. */
  removed_characters: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
});
export type Provenance = Static<typeof Provenance>;
