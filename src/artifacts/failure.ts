import { type Static, Type } from "@sinclair/typebox";
import { Timestamp } from "./provenance.ts";
import { PHASE_FACTS, PHASES } from "./stages/stages.ts";

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
  "unreachable",
  "provider_error",
  "isolation_violation",
  "budget",
  "defect",
] as const;

export const FailureKind = Type.Union(FAILURE_KINDS.map((kind) => Type.Literal(kind)));
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Each way in words for people, as they follow "failed:". */
export const FAILURE_WORDS: Readonly<Record<FailureKind, string>> = {
  timeout: "no answer in time",
  aborted: "stopped",
  rate_limited: "the provider takes no more for now",
  auth: "the provider refuses the key",
  unknown_model: "the provider does not know the model",
  context_overflow: "context too long for the model",
  output_length: "the answer was cut off",
  content_filter: "held back by the provider's filter",
  invalid_output: "no usable answer",
  unreachable: "the provider cannot be reached",
  provider_error: "an error of the provider",
  isolation_violation: "looked where it must not",
  budget: "held back by a limit",
  defect: "an error of the plugin",
};

/** The part of an experiment in which something happened. */
export const Phase = Type.Union(PHASES.map((phase) => Type.Literal(phase)));
export type Phase = Static<typeof Phase>;

/** Whether a session was asked for a design rather than for what is said of one. */
export function isOfDesign(phases: readonly Phase[]): boolean {
  return phases.some((phase) => PHASE_FACTS[phase].while === "designs");
}

export const Outage = Type.Object({
  skipped: Type.Boolean(),
  resets_at: Type.Union([Timestamp, Type.Null()]),
});
export type Outage = Static<typeof Outage>;

/** One cell or design that came to nothing. design_id is null for a failure before there was one (the topic). */
export const Failure = Type.Object({
  phase: Phase,
  model: Type.String(),
  design_id: Type.Union([Type.String(), Type.Null()]),
  reviewer_id: Type.Optional(Type.String()),
  kind: FailureKind,
  message: Type.String(),
  /** The model gave nothing at that time: whether the session was skipped for it, and when the provider's limit resets. */
  outage: Type.Optional(Outage),
});
export type Failure = Static<typeof Failure>;
