import { type Static, Type } from "@sinclair/typebox";

/** Every way in which asking a model can end without a valid answer. */
export const FAILURE_KINDS = [
  "timeout",
  "aborted",
  "rate_limited",
  "auth",
  "unknown_model",
  "context_overflow",
  "output_length",
  "content_filter",
  "invalid_output",
  "provider_error",
  "isolation_violation",
  "budget",
  "defect",
] as const;

export const FailureKind = Type.Union(FAILURE_KINDS.map((kind) => Type.Literal(kind)));
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The part of an experiment in which something happened. */
export const PHASES = ["setup", "generate", "review", "score"] as const;
export const Phase = Type.Union(PHASES.map((phase) => Type.Literal(phase)));
export type Phase = (typeof PHASES)[number];

/** One cell or design that came to nothing. design_id is null for a failure before there was one (the topic). */
export const Failure = Type.Object({
  phase: Phase,
  model: Type.String(),
  design_id: Type.Union([Type.String(), Type.Null()]),
  reviewer_id: Type.Optional(Type.String()),
  kind: FailureKind,
  message: Type.String(),
});
export type Failure = Static<typeof Failure>;
