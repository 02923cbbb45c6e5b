import type { TSchema } from "@sinclair/typebox";
import type { FailureKind } from "../artifacts/failure.ts";
import type { LabSession } from "../artifacts/lab-session.ts";
import { ROLES } from "../artifacts/stages/stages.ts";
import {
  contextTooLong,
  type Failed,
  isRefusal,
  isUnreachable,
  providerRefusal,
  unreachable,
  usedUp,
  waitPastDeadline,
} from "./failure.ts";
import type { Usage } from "./host.ts";
import type { Slot } from "./limits.ts";
import type { ModelWatch } from "./outages.ts";
import type { SessionRequest, Trace } from "./request.ts";
import { isUsedUp, resetWait } from "./reset-time.ts";
import { isHostsOwnWait, patienceAfter } from "./room.ts";
import { isTooLong } from "./too-long.ts";

/**
 * One session's turn with the provider: its place, what may end it, its requests and answers so far, what the answers
 * say that they took, whether it heard anything, and whether it is over. `ends` ends the doubt about the model: it is
 * set while the host asks the provider again and nothing was heard.
 */
export type ChildTurn = {
  place: Slot;
  stop: Stop;
  watch: ModelWatch;
  requests: number;
  answers: Usage[];
  heard: boolean;
  over: boolean;
  ends: (() => void) | null;
};

/** The model has sent something: nobody waits for this session any more. */
export function hear(turn: ChildTurn): void {
  turn.heard = true;
  turn.watch.heard();
  endDoubt(turn);
}

export function endDoubt(turn: ChildTurn): void {
  turn.ends?.();
  turn.ends = null;
}

/** Why a session ends that its host would sum up; what it has answered by then stands. */
export const OUTGROWN: Failed = contextTooLong("the session has outgrown the model's context");

/** A host that keeps 20,000 tokens of each context free sums a session up before it has asked anything. */
const NO_ROOM: Failed = {
  kind: "context_overflow",
  message:
    'OpenCode keeps so many tokens of the context free that nothing fits beside them; set "compaction": {"reserved": 1000} in opencode.json, or use a model with a context of 32,000 tokens or more',
  transient: false,
};

/** The host's agent that sums a session up when it has outgrown the model's context. */
const COMPACTION = "compaction";

/** Ends after which the host asks the model again: for more tool calls, or because the provider gave no reason it knows. */
const ASKED_AGAIN: readonly string[] = ["tool-calls", "unknown"];
/** Such answers in a row without any tool call, an empty one among them; each is a request at the full price. */
const MAX_AIMLESS = 3;

/** What the hooks know of a child while it is asked: they count its requests and may end it. */
export function labSession<S extends TSchema>(request: SessionRequest<S>, trace: Trace, turn: ChildTurn): LabSession {
  const { stop, place } = turn;
  const { role, system, sampling, model, tools, isolated, strict, experiment, onEvent } = request;
  const { temperature, top_p, max_tokens } = sampling;
  const { session_id } = trace;
  const { max_requests } = ROLES[role];
  let calls = 0;
  let aimless = 0;
  const most = max_tokens === undefined ? undefined : Math.min(max_tokens, model.output_limit ?? max_tokens);
  return {
    role,
    system,
    sampling: {
      ...(model.sampling !== false && { temperature, ...(top_p !== undefined && { top_p }) }),
      ...(most !== undefined && { max_output_tokens: most }),
    },
    tools,
    isolated,
    ...(experiment !== undefined && { experiment }),
    strict,
    violations: trace.violations,
    removed_from_reads: trace.removed_from_reads,
    fail: stop.fail,
    requesting(agent) {
      // The host would put a summary in the place of the question and answer that, time and again.
      if (agent === COMPACTION) stop.end(trace.requests === 0 ? NO_ROOM : OUTGROWN);
      if (trace.requests >= max_requests) {
        stop.fail("invalid_output", `no valid answer within ${max_requests} requests to the provider`);
      }
      if (stop.failure() !== null) return false;
      trace.requests++;
      if (turn.requests++ === 0) place.sent();
      return true;
    },
    calling() {
      calls++;
    },
    answered(finish) {
      aimless = calls === 0 && ASKED_AGAIN.includes(finish) ? aimless + 1 : 0;
      calls = 0;
      if (aimless < MAX_AIMLESS) return;
      const times = `${aimless} answers in a row`;
      stop.fail(
        "provider_error",
        `the provider ended ${times} without a tool call and without saying that it was done`,
      );
    },
    hearing() {
      if (!turn.heard) place.reached();
      hear(turn);
    },
    retrying(attempt, message, wait_ms) {
      if (turn.over) return;
      // What a session has read and been told is not thrown away: there the host's own retry goes on.
      const fresh = turn.requests <= 1 && !turn.heard;
      if (!turn.heard) turn.ends ??= turn.watch.doubt();
      if (isUnreachable(message)) {
        const away = unreachable(message);
        place.unreached(away);
        if (fresh || wait_ms > place.patience()) return stop.end(away);
      } else place.reached();
      const wait = Math.max(wait_ms, resetWait(message, Date.now()) ?? 0);
      const refused = isRefusal(message);
      const failures = refused && fresh ? place.provider().fruitless + 1 : attempt;
      const gives_up_in = wait > stop.remaining() ? 0 : Math.min(stop.remaining(), patienceAfter(failures, wait));
      onEvent?.({ type: "host_retry", session_id, attempt, message, gives_up_in });
      if (isTooLong(message, null)) return stop.end(contextTooLong(message));
      // A provider that asks for a longer wait has a limit for a while, whatever it calls it.
      if (isHostsOwnWait(attempt, wait_ms) && isUsedUp(message, Date.now())) return stop.end(usedUp(message));
      if (wait > stop.remaining()) return stop.end(waitPastDeadline(attempt, message, wait));
      if (refused && fresh) stop.end(providerRefusal(message, wait));
    },
  };
}

/** The same child once it has answered: it is kept in as before, and holds on to nothing of what it was asked. */
export function releasedSession(session: LabSession): LabSession {
  const { role, system, sampling, tools, isolated, strict, experiment } = session;
  const kept = { role, system, sampling, tools, isolated, strict, ...(experiment !== undefined && { experiment }) };
  return {
    ...kept,
    violations: [],
    removed_from_reads: {},
    fail: nothing,
    requesting: () => true,
    hearing: nothing,
    calling: nothing,
    answered: nothing,
    retrying: nothing,
  };
}

const nothing = (): void => undefined;

/** What ends a session from outside: the person, the clock, the isolation hook, a provider that refuses. First wins. */
export type Stop = {
  signal: AbortSignal;
  /** Resolves when the session is to stop. */
  fired: Promise<void>;
  fail(kind: FailureKind, message: string): void;
  /** The same for a failure that says more. */
  end(failure: Failed): void;
  failure(): Failed | null;
  /** Milliseconds of wall clock left. */
  remaining(): number;
  dispose(): void;
};

export const STOPPED: Failed = { kind: "aborted", message: "the run was stopped" };

/** Starts the clock: `left` of `time_limit` is there, milliseconds, at most 2^31 - 1, the longest timer there is. */
export function createStop(signal: AbortSignal, left: number, time_limit: number): Stop {
  const controller = new AbortController();
  const deadline = performance.now() + left;
  const fired = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let failure: Failed | null = null;
  const end = (why: Failed): void => {
    failure ??= why;
    controller.abort();
  };
  const onAbort = (): void => end(STOPPED);
  const onTime = (): void => end({ kind: "timeout", message: `no valid answer within ${time_limit / 1000} s` });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(onTime, left);
  return {
    signal: controller.signal,
    fired,
    fail: (kind, message) => end({ kind, message }),
    end,
    failure: () => failure,
    remaining: () => deadline - performance.now(),
    dispose() {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    },
  };
}
