import type { FailureKind } from "./failure.ts";
import type { Violation } from "./provenance.ts";
import type { Role } from "./stages/stages.ts";

/** Sampling of one session; a field that is absent is not sent. */
export type Sampling = { temperature?: number; top_p?: number; max_output_tokens?: number };

/**
 * What the hooks need to know of a child session that the lab started. The session runner writes it before the
 * first prompt; the hooks read it by session id and record violations in it. A session that is not in the map is
 * the person's own and is never touched.
 */
export type LabSession = {
  role: Role;
  /** The whole system prompt; the host's own is replaced. */
  system: string;
  sampling: Sampling;
  /** Names of the host's tools that this session may call; every other call is a violation. */
  tools: readonly string[];
  /** False lets every path pass; which tools the session may call is checked all the same. */
  isolated: boolean;
  /** Folder of the experiment that it works for, absolute: what was decided of it is closed to it. */
  experiment?: string;
  /** True when the first violation ends the session. */
  strict: boolean;
  violations: Violation[];
  /** Invisible and control characters taken out of what its tools returned, by kind: how many. */
  removed_from_reads: Record<string, number>;
  /** Ends the session with a failure of this kind. Idempotent. */
  fail(kind: FailureKind, message: string): void;
  /** The host is about to send a request to the provider, in the name of this agent of the host; false: it must not. */
  requesting(agent: string): boolean;
  /** The provider has sent a part of an answer. */
  hearing(): void;
  /** The model's answer to a request calls a tool. */
  calling(): void;
  /** The answer has ended, for this reason in the host's words. */
  answered(finish: string): void;
  /** The host is about to ask the provider again, after `wait_ms`. */
  retrying(attempt: number, message: string, wait_ms: number): void;
};

/** Lab sessions by session id; entries stay, so that a child continued later is still kept in. */
export type LabSessions = Map<string, LabSession>;
