import type { Static, TSchema } from "@sinclair/typebox";
import type { Caller } from "../artifacts/caller.ts";
import type { SessionExchange } from "../artifacts/exchange.ts";
import type { FailureKind } from "../artifacts/failure.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import type { Tokens, Violation } from "../artifacts/provenance.ts";
import type { Role } from "../artifacts/stages/stages.ts";
import type { CurrentOutage, Failed } from "./failure.ts";

/** One agent, asked once, in one fresh child session. */
export type SessionRequest<S extends TSchema> = {
  /** Whose call it is; the child is shown under its session. */
  caller: Caller;
  /** What the child is called in the host's list, for people. */
  title: string;
  role: Role;
  model: AvailableModel;
  /** The whole system prompt. */
  system: string;
  prompt: string;
  schema: S;
  /**
   * What is enough of an answer that no repair is left for: the same shape, in which what can be spared is optional.
   * Absent where all of the schema is needed.
   */
  least?: TSchema;
  /** How often an answer that is not as it was asked for is sent back; twice when absent. */
  repairs?: number;
  /** What a schema cannot say of a value that fits it; sentences about what is wrong. */
  check?: (value: Static<S>, schema: TSchema) => string[];
  /** What a place in the answer is called where something is wrong there; its path when absent. */
  called?: (path: (string | number)[]) => string;
  /** What of an answer that will do is sent back once all the same, in sentences; what comes then is taken. */
  wishes?: (value: Static<S>) => string[];
  tools: readonly string[];
  /** Wanted sampling; what the model does not accept is not sent. Tokens. */
  sampling: { temperature: number; top_p?: number; max_tokens?: number };
  /** Paths are checked; false leaves all that the host can read to its tools. */
  isolated: boolean;
  /** Folder of the experiment that it works for, absolute; absent for a session of none. */
  experiment?: string;
  /** The first isolation violation ends the session. */
  strict: boolean;
  /** Wall-clock limit for the time that the provider has it, waits that it asks for included, milliseconds. */
  timeout_ms: number;
  signal: AbortSignal;
  /** Of those that wait for a place the smallest is asked first, 0 when absent; of equals the one that came first. */
  order?: number;
  /** Asked at every turn of the question: a failure keeps it from starting. */
  admit?: () => Promise<Failed | null>;
  /** The question gives its turn back, to be admitted again. */
  release?: () => void;
  onEvent?: (event: SessionEvent) => void;
  /**
   * Given what each session sent and what came back, before its answer is: once it has ended, however, and so far before
   * each repair. Never throws.
   */
  keep?: (exchange: SessionExchange) => Promise<void>;
};

export type SessionEvent =
  | { type: "started"; session_id: string }
  | { type: "repair"; session_id: string; errors: string[] }
  | { type: "retry"; session_id: string; message: string }
  /** `gives_up_in`: milliseconds until the question fails, if every further request fails; 0 if it fails now. */
  | { type: "host_retry"; session_id: string; attempt: number; message: string; gives_up_in: number }
  /** The provider is given this many sessions at a time from now on. */
  | { type: "room"; provider: string; sessions: number };

/** What is known of a session however it ended. `session_id` is empty when it could not be made. */
export type Trace = {
  session_id: string;
  started_at: string;
  finished_at: string;
  /** Prompts sent: the first and its repairs. */
  attempts: number;
  /** Requests to the provider, the turns with tool calls and the host's own retries included. */
  requests: number;
  /** Null where nobody counted; the cost is null too where the model has no known price. */
  tokens: Tokens | null;
  cost: number | null;
  prompt_sha256: string;
  violations: Violation[];
  /** Invisible and control characters taken out of what its tools returned, by kind: how many. */
  removed_from_reads: Record<string, number>;
};

export type SessionResult<T> =
  /** `dropped` are paths of keys that nobody asked for; `lacks` says what was asked for and is not in the value. */
  | { state: "ok"; value: T; dropped: string[]; lacks: string[]; trace: Trace }
  | { state: "failed"; kind: FailureKind; message: string; outage?: CurrentOutage; trace: Trace };

export type RunSession = <S extends TSchema>(request: SessionRequest<S>) => Promise<SessionResult<Static<S>>>;
