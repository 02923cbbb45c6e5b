import { createHash } from "node:crypto";
import type { Static, TSchema } from "@sinclair/typebox";
import { HostFailure } from "../host/failure.ts";
import type { Host, HostAnswer, NewSession } from "../host/host.ts";
import type { LabSessions } from "../schemas/lab-session.ts";
import { NO_TOKENS } from "../schemas/provenance.ts";
import { labSession, releasedSession } from "./child.ts";
import { type Failed, failureOf } from "./failure.ts";
import type { Limits } from "./limits.ts";
import { readReply } from "./reply.ts";
import type { RunSession, SessionRequest, SessionResult, Trace } from "./request.ts";
import { createStop, STOPPED, type Stop } from "./stop.ts";

type Deps = { host: Host; sessions: LabSessions; now: () => Date };

const MAX_REPAIRS = 2;
/** A repair sends the answer back as input; past this the model is rambling and would be paid for it. Characters. */
const MAX_REPAIRABLE = 400_000;
/** Fresh sessions after a transient error; the host has asked the provider six times by then. */
const MAX_RETRIES = 1;
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
  const requestUntilEnded: typeof request = {
    ...request,
    onEvent: (event) => (ended ? undefined : request.onEvent?.(event)),
  };
  const stop = createStop(request.signal, request.timeout_ms);
  try {
    for (let retries = 0; ; retries++) {
      if (stop.signal.aborted) return failed(stop.failure() ?? STOPPED);
      const outcome = await inOneSession(deps, requestUntilEnded, trace, stop);
      if (!("kind" in outcome))
        return { state: "ok", ...outcome, trace: { ...trace, finished_at: now().toISOString() } };
      if (!outcome.transient || retries >= MAX_RETRIES || stop.signal.aborted) return failed(outcome);
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
    const created = await Promise.race([host.createSession(newSession(request)), stop.fired.then(() => null)]);
    if (created === null) return stop.failure() ?? STOPPED;
    trace.session_id = created;
    const session = labSession(request, trace, stop);
    sessions.set(created, session);
    request.onEvent?.({ type: "started", session_id: created });
    try {
      return await converse(host, request, trace, stop);
    } finally {
      await addUsage(host, trace);
      sessions.set(created, releasedSession(session));
    }
  } catch (error) {
    // Anything but what the host did wrong is a defect of the lab's own, which no model is to be blamed for.
    if (!(error instanceof HostFailure)) throw error;
    return stop.failure() ?? { kind: "provider_error", message: error.message };
  }
}

const newSession = <S extends TSchema>({ caller, title, role, model, tools }: SessionRequest<S>): NewSession => ({
  caller,
  title,
  role,
  model: model.id,
  tools,
});

async function converse<S extends TSchema>(
  host: Host,
  request: SessionRequest<S>,
  trace: Trace,
  stop: Stop,
): Promise<{ value: Static<S>; dropped: string[] } | Failed> {
  let text = request.prompt;
  for (let repairs = 0; ; repairs++) {
    trace.attempts++;
    const answer = await promptUnlessStopped(host, stop, { sessionID: trace.session_id, text });
    const failure = stop.failure() ?? (answer ? failureOf(answer) : STOPPED);
    if (failure || !answer) return failure ?? STOPPED;
    const reply = readReply(answer.text, request.schema, request.check);
    if (reply.ok) return { value: reply.value, dropped: reply.dropped };
    if (answer.text.length > MAX_REPAIRABLE) {
      const found = `${answer.text.length.toLocaleString("en")} characters`;
      return { kind: "invalid_output", message: `no valid answer in ${found}, too long to be sent back for a repair` };
    }
    if (repairs >= MAX_REPAIRS) {
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
