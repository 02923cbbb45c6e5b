import type { FailureKind } from "./failure.ts";

/** A tool call of a lab session that reached for what it must not see. */
export type Violation = {
  /** ISO 8601 time. */
  at: string;
  /** Host name of the tool: read, grep, glob, … */
  tool: string;
  /** What was asked for, as the model wrote it, cleaned of control characters and cut to 300 characters. */
  target: string;
  reason: string;
};

/** Sampling of one session; a field that is absent is not sent. */
export type Sampling = { temperature?: number; top_p?: number; max_output_tokens?: number };

/**
 * What the hooks need to know of a child session that the lab started. The session runner writes it before the
 * first prompt; the hooks read it by session id and record violations in it. A session that is not in the map is
 * the person's own and is never touched.
 */
export type LabSession = {
  role: "topic" | "designer" | "evaluator";
  /** The whole system prompt; the host's own is replaced. */
  system: string;
  sampling: Sampling;
  /** Names of the host's tools that this session may call; every other call is a violation. */
  tools: readonly string[];
  /** True when the first violation ends the session. */
  strict: boolean;
  violations: Violation[];
  /** Ends the session with a failure of this kind. Idempotent. */
  fail(kind: FailureKind, message: string): void;
};

/** Lab sessions by session id; entries stay, so that a child continued later is still kept in. */
export type LabSessions = Map<string, LabSession>;
