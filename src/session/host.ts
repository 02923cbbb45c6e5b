import type { Caller } from "../artifacts/caller.ts";
import type { FailureKind } from "../artifacts/failure.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import type { Tokens } from "../artifacts/provenance.ts";
import type { Role } from "../artifacts/roles.ts";

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
