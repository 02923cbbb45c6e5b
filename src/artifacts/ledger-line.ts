import { type Static, Type } from "@sinclair/typebox";
import { MAX_AMOUNT } from "./bounds.ts";
import { FailureKind, Phase } from "./failure.ts";
import { PLAN_STATUSES } from "./plan-task.ts";
import { Amount, Cost, KnownTokens, Times, Timestamp } from "./provenance.ts";

const LEDGER_EVENTS = [
  "setup",
  "started",
  "repair",
  "retry",
  "host_retry",
  "limit",
  "done",
  "failed",
  "violation",
  "budget",
  "look",
  "vote",
  "task",
  "ranking",
  "resumed",
  "aborted",
] as const;

/** One line of ledger.jsonl. Which of the optional fields are there depends on the event. */
export const LedgerLine = Type.Object({
  at: Timestamp,
  event: Type.Union(LEDGER_EVENTS.map((event) => Type.Literal(event))),
  /** What a session was asked for: one part or both of an evaluation, a design, a topic. */
  phases: Type.Optional(Type.Array(Phase)),
  design_id: Type.Optional(Type.String()),
  reviewer_id: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
  kind: Type.Optional(FailureKind),
  message: Type.Optional(Type.String()),
  attempts: Type.Optional(Times),
  requests: Type.Optional(Times),
  tokens: Type.Optional(KnownTokens),
  cost: Type.Optional(Cost),
  /** Where tokens or cost are unknown: what limits count in their place, as it was expected. */
  assumed: Type.Optional(Type.Object({ tokens: Amount, cost: Amount })),
  seconds: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_AMOUNT })),
  /** For the beginning of a call: what it should take, by the forecast that the person was shown, and how many cells it is to ask. */
  expected_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_AMOUNT })),
  expected_evaluation_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_AMOUNT })),
  expected_evaluations: Type.Optional(Times),
  /** For a retry by OpenCode: in how many seconds the question fails, if every further request fails. */
  gives_up_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_AMOUNT })),
  /** For a look: how many evaluations are not asked for after it. */
  spared: Type.Optional(Times),
  /** For a change of a task of the plan: its id, what it is now, and how the word came: a typed line or an agent's call. */
  task_id: Type.Optional(Type.String()),
  status: Type.Optional(Type.Union(PLAN_STATUSES.map((status) => Type.Literal(status)))),
  door: Type.Optional(Type.Union([Type.Literal("command"), Type.Literal("text")])),
  /** For a limit that was learned: how many sessions at a time the provider is given from now on. */
  provider: Type.Optional(Type.String()),
  sessions: Type.Optional(Times),
});
export type LedgerLine = Static<typeof LedgerLine>;
