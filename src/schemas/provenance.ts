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

/** What asking cost: prompts sent, tokens, and US dollars (null when the model's price is unknown, never 0 for that). */
export const Usage = Type.Object({
  attempts: Type.Integer({ minimum: 0 }),
  tokens: Tokens,
  cost: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
});
export type Usage = Static<typeof Usage>;

/** Where an artifact came from. Written by the plugin, never by a model. */
export const Provenance = Type.Object({
  session_id: Type.String(),
  started_at: Type.String(),
  finished_at: Type.String(),
  attempts: Type.Integer({ minimum: 0 }),
  tokens: Tokens,
  cost: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  prompt_sha256: Sha256,
  /** Paths of keys that the model added to the asked-for shape, such as "scores.elegance"; they are not stored. */
  dropped_keys: Type.Optional(Type.Array(Type.String())),
});
export type Provenance = Static<typeof Provenance>;
