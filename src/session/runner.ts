import { createHash } from "node:crypto";
import type { Static, TSchema } from "@sinclair/typebox";
import { messageOf } from "../errors.ts";
import type { FailureKind } from "../schemas/failure.ts";
import type { LabSession, LabSessions } from "../schemas/lab-session.ts";
import type { AvailableModel } from "../schemas/model.ts";
import { NO_TOKENS, type Tokens } from "../schemas/provenance.ts";
import type { Violation } from "../schemas/violation.ts";
import { type Failed, failureOf, hopelessWait } from "./failure.ts";
import type { Host, HostAnswer } from "./host.ts";
import type { Limits } from "./limits.ts";
import { readReply } from "./reply.ts";
import { createStop, STOPPED, type Stop } from "./stop.ts";

/** One agent, asked once, in one fresh child session. */
export type SessionRequest<S extends TSchema> = {
  /** The person's session, under which the child is shown. */
  parentID: string;
  /** What the child is called in the host's list, for people. */
  title: string;
  role: LabSession["role"];
  model: AvailableModel;
  /** The whole system prompt. */
  system: string;
  prompt: string;
  schema: S;
  /** What a schema cannot say; sentences about what is wrong. */
  check?: (value: Static<S>) => string[];
  tools: readonly string[];
  /** Wanted sampling; what the model does not accept is not sent. Tokens. */
  sampling: { temperature: number; top_p?: number; max_tokens?: number };
  /** The first isolation violation ends the session. */
  strict: boolean;
  /** Wall-clock limit from the first prompt to the last answer, milliseconds. */
  timeout_ms: number;
  signal: AbortSignal;
  /** Asked when the session's turn has come: a failure keeps it from starting. */
  admit?: () => Promise<Failed | null>;
  onEvent?: (event: SessionEvent) => void;
};

export type SessionEvent =
  | { type: "started"; session_id: string }
  | { type: "repair"; session_id: string; errors: string[] }
  | { type: "retry"; session_id: string; message: string }
  | { type: "host_retry"; session_id: string; attempt: number; message: string };

/** What is known of a session however it ended. `session_id` is empty when it could not be made. */
export type Trace = {
  session_id: string;
  started_at: string;
  finished_at: string;
  /** Prompts sent: the first and its repairs. */
  attempts: number;
  /** Requests to the provider, the turns with tool calls and the host's own retries included. */
  requests: number;
  tokens: Tokens;
  cost: number | null;
  prompt_sha256: string;
  violations: Violation[];
  /** Invisible and control characters taken out of what its tools returned, by kind: how many. */
  removed_from_reads: Record<string, number>;
};

export type SessionResult<T> =
  | { state: "ok"; value: T; dropped: string[]; trace: Trace }
  | { state: "failed"; kind: FailureKind; message: string; trace: Trace };

export type RunSession = <S extends TSchema>(request: SessionRequest<S>) => Promise<SessionResult<Static<S>>>;

/** The agent registered with the host for each role; its permissions deny everything, the child's own allow the rest. */
export const agentName = (role: LabSession["role"]): string => `designlab-${role}`;

type Deps = { host: Host; sessions: LabSessions; now: () => Date };

/** The host's agent that sums a session up when it has outgrown the model's context. */
const COMPACTION = "compaction";
const MOST_REPAIRS = 2;
/** A repair sends the answer back as input; past this the model is rambling and would be paid for it. Characters. */
const MOST_REPAIRABLE = 400_000;
/** Fresh sessions after a transient error; the host has asked the provider six times by then. */
const MOST_RETRIES = 1;
/** Requests to the provider that one question may take, all its sessions, turns and repairs together. */
export const MOST_REQUESTS: Readonly<Record<LabSession["role"], number>> = { topic: 20, designer: 60, evaluator: 20 };
/** How long an aborted child may take to stop, and how often it is told to, milliseconds. */
const ABORT_PATIENCE = 2_000;
const ABORT_AGAIN = 150;

/**
 * Makes the function that asks one model one thing and returns a validated value. It never throws for what a model
 * or a provider does: those are failures, typed. An answer that is not what was asked for is sent back in the same
 * session with what is wrong with it, twice at most.
 */
export function createRunner(deps: Deps & { limits: Limits }): RunSession {
  return (request) => deps.limits.run(request.model.provider, () => ask(deps, request));
}

async function ask<S extends TSchema>(deps: Deps, request: SessionRequest<S>): Promise<SessionResult<Static<S>>> {
  const { now } = deps;
  const trace: Trace = {
    session_id: "",
    started_at: now().toISOString(),
    finished_at: "",
    attempts: 0,
    requests: 0,
    tokens: NO_TOKENS,
    cost: request.model.price === null ? null : 0,
    prompt_sha256: createHash("sha256").update(`${request.system}\n\n${request.prompt}`).digest("hex"),
    violations: [],
    removed_from_reads: {},
  };
  const failed = ({ kind, message }: Failed): SessionResult<Static<S>> => {
    return { state: "failed", kind, message, trace: { ...trace, finished_at: now().toISOString() } };
  };
  if (request.signal.aborted) return failed(STOPPED);
  const refused = (await request.admit?.()) ?? null;
  if (refused) return failed(refused);

  // What the host reports of the child once this has ended, because a person goes on with it, is none of the lab's.
  let ended = false;
  const heard: typeof request = { ...request, onEvent: (event) => (ended ? undefined : request.onEvent?.(event)) };
  const stop = createStop(request.signal, request.timeout_ms);
  try {
    for (let retries = 0; ; retries++) {
      if (stop.signal.aborted) return failed(stop.failure() ?? STOPPED);
      const outcome = await inOneSession(deps, heard, trace, stop);
      if (!("kind" in outcome))
        return { state: "ok", ...outcome, trace: { ...trace, finished_at: now().toISOString() } };
      if (!outcome.transient || retries >= MOST_RETRIES || stop.signal.aborted) return failed(outcome);
      request.onEvent?.({ type: "retry", session_id: trace.session_id, message: outcome.message });
    }
  } finally {
    ended = true;
    stop.dispose();
  }
}

/** One fresh child session, whose usage is added to the trace however it ends. */
async function inOneSession<S extends TSchema>(
  { host, sessions }: Deps,
  request: SessionRequest<S>,
  trace: Trace,
  stop: Stop,
): Promise<{ value: Static<S>; dropped: string[] } | Failed> {
  try {
    trace.session_id = await host.createSession(request);
    sessions.set(trace.session_id, labSession(request, trace, stop));
    request.onEvent?.({ type: "started", session_id: trace.session_id });
    try {
      return await converse(host, request, trace, stop);
    } finally {
      await addUsage(host, trace);
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return stop.failure() ?? { kind: "provider_error", message: messageOf(error) };
  }
}

async function converse<S extends TSchema>(
  host: Host,
  request: SessionRequest<S>,
  trace: Trace,
  stop: Stop,
): Promise<{ value: Static<S>; dropped: string[] } | Failed> {
  let text = request.prompt;
  for (let repairs = 0; ; repairs++) {
    trace.attempts++;
    const answer = await promptUnlessStopped(host, stop, {
      sessionID: trace.session_id,
      agent: agentName(request.role),
      model: request.model.id,
      text,
    });
    const failure = stop.failure() ?? (answer ? failureOf(answer) : STOPPED);
    if (failure || !answer) return failure ?? STOPPED;
    const reply = readReply(answer.text, request.schema, request.check);
    if (reply.ok) return { value: reply.value, dropped: reply.dropped };
    if (answer.text.length > MOST_REPAIRABLE) {
      const found = `${answer.text.length.toLocaleString("en")} characters`;
      return { kind: "invalid_output", message: `no valid answer in ${found}, too long to be sent back for a repair` };
    }
    if (repairs >= MOST_REPAIRS) {
      const errors = reply.errors.slice(0, 3).join("; ");
      return { kind: "invalid_output", message: `no valid answer after ${repairs + 1} attempts: ${errors}` };
    }
    request.onEvent?.({ type: "repair", session_id: trace.session_id, errors: reply.errors });
    text = repairPrompt(reply.errors);
  }
}

/** The answer, or null when the session was stopped first; then its child has stopped too, as far as the host obeys. */
async function promptUnlessStopped(
  host: Host,
  stop: Stop,
  prompt: Parameters<Host["prompt"]>[0],
): Promise<HostAnswer | null> {
  if (stop.signal.aborted) return null;
  const answered = host.prompt(prompt);
  const first = await Promise.race([answered, stop.fired.then(() => null)]);
  if (!stop.signal.aborted) return first;
  const settled = answered.then(
    () => true,
    () => true,
  );
  // An abort that comes before the host has begun the turn is lost, so it is sent again until the turn has ended.
  const patience = Date.now() + ABORT_PATIENCE;
  do {
    await host.abort(prompt.sessionID).catch(() => undefined);
  } while (!(await Promise.race([settled, sleep(ABORT_AGAIN)])) && Date.now() < patience);
  return null;
}

const sleep = (milliseconds: number): Promise<false> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, false));

function labSession<S extends TSchema>(request: SessionRequest<S>, trace: Trace, stop: Stop): LabSession {
  const { role, system, sampling, model, tools, strict, onEvent } = request;
  const { temperature, top_p, max_tokens } = sampling;
  const { session_id } = trace;
  const most = max_tokens === undefined ? undefined : Math.min(max_tokens, model.output_limit ?? max_tokens);
  return {
    role,
    system,
    sampling: {
      ...(model.sampling && { temperature, ...(top_p !== undefined && { top_p }) }),
      ...(most !== undefined && { max_output_tokens: most }),
    },
    tools,
    strict,
    violations: trace.violations,
    removed_from_reads: trace.removed_from_reads,
    fail: stop.fail,
    requesting(agent) {
      // The host would put a summary in the place of the question and answer that, time and again.
      if (agent === COMPACTION) stop.fail("context_overflow", "the session has outgrown the model's context");
      if (++trace.requests > MOST_REQUESTS[role]) {
        stop.fail("invalid_output", `no valid answer within ${MOST_REQUESTS[role]} requests to the provider`);
      }
    },
    retrying(attempt, message, wait_ms) {
      onEvent?.({ type: "host_retry", session_id, attempt, message });
      if (wait_ms <= stop.remaining()) return;
      const { kind, message: reason } = hopelessWait(attempt, message, wait_ms);
      stop.fail(kind, reason);
    },
  };
}

/** What cannot be read of the usage leaves the answer valid and its price unknown. */
async function addUsage(host: Host, trace: Trace): Promise<void> {
  try {
    const { tokens, cost } = await host.usage(trace.session_id);
    trace.tokens = {
      input: trace.tokens.input + tokens.input,
      output: trace.tokens.output + tokens.output,
      reasoning: trace.tokens.reasoning + tokens.reasoning,
      cache_read: trace.tokens.cache_read + tokens.cache_read,
      cache_write: trace.tokens.cache_write + tokens.cache_write,
    };
    trace.cost = trace.cost === null ? null : trace.cost + cost;
  } catch {
    trace.cost = null;
  }
}

function repairPrompt(errors: readonly string[]): string {
  return [
    "Your answer could not be used:",
    ...errors.map((error) => `- ${error}`),
    "",
    "Answer again with the whole corrected JSON object that was asked for, and nothing else.",
  ].join("\n");
}
