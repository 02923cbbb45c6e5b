import { type Static, Type } from "@sinclair/typebox";
import type { Bounds } from "./bounds.ts";
import { FailureKind, Phase } from "./failure.ts";
import { Cost, KnownTokens, Times, Timestamp } from "./provenance.ts";

/** UTF-16 units of one text that is kept, and of what a provider says is wrong. */
export const MAX_SAID = 200_000;
const MAX_ERROR = 4_000;
/** Prompts of one session: the first, its repairs, and what more a host may come to. */
const MAX_TURNS = 6;

/** A text from its beginning on; `left_out` is how many UTF-16 units of its end are not kept. */
export const KeptText = Type.Object({ text: Type.String({ maxLength: MAX_SAID }), left_out: Times });
export type KeptText = Static<typeof KeptText>;

/** One prompt and what came back; nulls where nothing did. */
export const ExchangeTurn = Type.Object({
  sent_at: Timestamp,
  sent: KeptText,
  received_at: Type.Union([Timestamp, Type.Null()]),
  received: Type.Union([KeptText, Type.Null()]),
  /** Why the model stopped, in the host's words. */
  finish: Type.Union([Type.String(), Type.Null()]),
  /** What went wrong with the answer, in the provider's or the host's words. */
  error: Type.Union([Type.String({ maxLength: MAX_ERROR }), Type.Null()]),
});
export type ExchangeTurn = Static<typeof ExchangeTurn>;

/** What one session sent and what came back, as its runner knows it. */
const OfSession = {
  session_id: Type.String(),
  started_at: Timestamp,
  /** Null while the session goes on, or where it was killed. */
  finished_at: Type.Union([Timestamp, Type.Null()]),
  turns: Type.Array(ExchangeTurn, { maxItems: MAX_TURNS }),
  /** Requests to the provider, turns with tool calls included; null where the host told of none and answers came. */
  requests: Type.Union([Times, Type.Null()]),
  tokens: KnownTokens,
  cost: Cost,
  ended: Type.Union([
    Type.Object({ state: Type.Literal("ok") }),
    Type.Object({ state: Type.Literal("failed"), kind: FailureKind, message: Type.String({ maxLength: MAX_ERROR }) }),
    Type.Null(),
  ]),
};
const SessionExchange = Type.Object(OfSession);
export type SessionExchange = Static<typeof SessionExchange>;

/** exchanges/*.json: what was sent to one session and what came back, with whom it was and for what. No headers, no keys. */
export const Exchange = Type.Object({
  version: Type.Literal(1),
  phases: Type.Array(Phase, { minItems: 1 }),
  design_id: Type.Optional(Type.String()),
  reviewer_id: Type.Optional(Type.String()),
  role: Type.String(),
  model: Type.String(),
  /** What the session is called in the host's list. */
  title: Type.String(),
  /** The host's tools that it was given. What they returned is in the host's own session. */
  tools: Type.Array(Type.String()),
  /** The whole system prompt. */
  system: KeptText,
  ...OfSession,
});
export type Exchange = Static<typeof Exchange>;

/** Of one file. */
export const EXCHANGE_BOUNDS: Bounds = {
  characters: (1 + 2 * MAX_TURNS) * MAX_SAID + 100_000,
  text: MAX_SAID,
  items: 200,
  values: 2_000,
  depth: 8,
};

/** A text as it is kept. */
export function saidOf(text: string): KeptText {
  if (text.length <= MAX_SAID) return { text, left_out: 0 };
  const kept = text.slice(0, MAX_SAID).replace(/[\uD800-\uDBFF]$/u, "");
  return { text: kept, left_out: text.length - kept.length };
}

/** What is wrong, as it is kept. */
export const errorOf = (message: string): string => message.slice(0, MAX_ERROR);

/** Whether a session may keep one more turn. */
export const hasRoom = (turns: readonly ExchangeTurn[]): boolean => turns.length < MAX_TURNS;

/** What sessions were for that are told together: a design, a reviewer's evaluation of one, or a step of its own. */
export function exchangePlace({
  phases,
  design_id,
  reviewer_id,
}: Pick<Exchange, "phases" | "design_id" | "reviewer_id">): string {
  if (design_id === undefined) return phases[0] ?? "setup";
  return reviewer_id === undefined ? `design-${design_id}` : `evaluation-${design_id}-${reviewer_id}`;
}
