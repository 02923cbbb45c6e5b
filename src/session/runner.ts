import { createHash } from "node:crypto";
import type { Static, TSchema } from "@sinclair/typebox";
import type { LabSessions } from "../artifacts/lab-session.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import { NO_TOKENS } from "../artifacts/no-tokens.ts";
import { defectOf, LabError, messageOf } from "../errors.ts";
import { type ChildTurn, createStop, endDoubt, labSession, releasedSession, STOPPED } from "./child.ts";
import { converse, type ReplyReading } from "./conversation.ts";
import type { Failed } from "./failure.ts";
import { addUsage, type Host, HostFailure, type NewSession, UNKNOWN_USAGE, type Usage } from "./host.ts";
import { type Limits, REAL_CLOCK, type Slot } from "./limits.ts";
import { createOutages, type Outages } from "./outages.ts";
import { recordSession } from "./recording.ts";
import type { RunSession, SessionRequest, SessionResult, Trace } from "./request.ts";
import { pauseAsked, takeTurns } from "./turns.ts";

type Deps = { host: Host; sessions: LabSessions; now: () => Date };
/** `refusing`: models of which the host does not know whether they take temperature and top_p, and which refused them. */
type AllDeps = Deps & { limits: Limits; refusing: Set<string>; outages: Outages };

/**
 * Makes the function that asks one model one thing and returns a validated value. It never throws for what a model
 * or a provider does: those are failures, typed. An answer that is not what was asked for is sent back in the same
 * session with what is wrong with it, twice at most.
 */
export function createRunner(deps: Deps & { limits: Limits }): RunSession {
  const refusing = new Set<string>();
  const outages = createOutages();
  return (request) => ask({ ...deps, refusing, outages }, request);
}

async function ask<S extends TSchema>(deps: AllDeps, request: SessionRequest<S>): Promise<SessionResult<Static<S>>> {
  const { now } = deps;
  const { model, role, timeout_ms, signal } = request;
  const trace: Trace = {
    session_id: "",
    started_at: now().toISOString(),
    finished_at: "",
    attempts: 0,
    requests: 0,
    tokens: NO_TOKENS,
    cost: model.price === null ? null : 0,
    prompt_sha256: createHash("sha256").update(`${request.system}\n\n${request.prompt}`).digest("hex"),
    violations: [],
    removed_from_reads: {},
  };
  // What the host reports of the child once this has ended, because a person goes on with it, is none of the lab's.
  let ended = false;
  let begun = false;
  const watch = deps.outages.follow(signal, model.id);
  const tell: typeof request.onEvent = (event) => (ended ? undefined : request.onEvent?.(event));
  try {
    await watch.turn();
    const result = await takeTurns<ReplyReading<S>>({
      limits: deps.limits,
      clock: REAL_CLOCK,
      provider: model.provider,
      question: `${model.id} ${role}`,
      time_limit: timeout_ms,
      order: request.order ?? 0,
      signal,
      async attempt(place, left) {
        const skipped = watch.skipped(left);
        if (skipped) return { outcome: skipped, left };
        begun = true;
        if (trace.attempts === 0) trace.started_at = now().toISOString();
        const refused = (await request.admit?.()) ?? null;
        if (refused) return { outcome: refused, left };
        const stop = createStop(signal, left, timeout_ms);
        try {
          const inSession = (each: AvailableModel) => {
            const turn = { place, stop, watch, requests: 0, answers: [], heard: false, over: false, ends: null };
            return inOneSession(deps, { ...request, model: each, onEvent: tell }, trace, turn);
          };
          const without = { ...model, sampling: false };
          const asked = deps.refusing.has(model.id) ? without : model;
          let outcome = await inSession(asked);
          if (!("done" in outcome) && outcome.refuses_sampling && asked.sampling === null) {
            deps.refusing.add(model.id);
            tell({ type: "retry", session_id: trace.session_id, message: outcome.message });
            outcome = await inSession(without);
          }
          return { outcome, left: stop.remaining() };
        } finally {
          stop.dispose();
        }
      },
      // Whoever waits for what this one was granted may have its place.
      onWaiting: () => request.release?.(),
      onAgain: (message) => tell({ type: "retry", session_id: trace.session_id, message }),
      onRoom: (sessions) => tell({ type: "room", provider: model.provider, sessions }),
    });
    const finished_at = now().toISOString();
    // What waited in the queue alone took nothing.
    const finished = { ...trace, ...(!begun && { started_at: finished_at }), finished_at };
    if (result !== null && "done" in result) return { state: "ok", ...result.done, trace: finished };
    const { kind, message, outage } = result ?? STOPPED;
    watch.failed(result ?? STOPPED);
    return { state: "failed", kind, message, ...(outage && { outage }), trace: finished };
  } finally {
    ended = true;
  }
}

/** One fresh child session, whose usage is added to the trace however it ends. */
async function inOneSession<S extends TSchema>(
  { host, sessions, now }: Deps,
  request: SessionRequest<S>,
  trace: Trace,
  turn: ChildTurn,
): Promise<{ done: ReplyReading<S> } | Failed> {
  const { stop, place } = turn;
  if (stop.signal.aborted) return stop.failure() ?? STOPPED;
  try {
    const created = await Promise.race([host.createSession(newSession(request)), stop.fired.then(() => null)]);
    if (created === null) return stop.failure() ?? STOPPED;
    trace.session_id = created;
    const session = labSession(request, trace, turn);
    sessions.set(created, session);
    request.onEvent?.({ type: "started", session_id: created });
    // A place that a provider has not taken up is free at once, whatever the host still does with the child.
    void stop.fired.then(() => giveBack(place, stop.failure(), stop.remaining()));
    // One that fails itself need not find out by itself that the model gives nothing.
    const unwatch = turn.watch.onOutage((why) => {
      if (turn.ends !== null && turn.watch.skipped(stop.remaining()) !== null) stop.end(why);
    });
    const recording = recordSession(host, { session_id: created, now, keep: request.keep ?? keepNothing });
    try {
      const outcome = await converse(recording.host, request, trace, turn);
      recording.ended("done" in outcome ? null : outcome);
      if ("done" in outcome) return outcome;
      // Before those go on that wait for the end of this one.
      if (turn.ends !== null) turn.watch.failed(outcome);
      return outcome.kind === "timeout" ? { ...outcome, starved: !turn.heard } : outcome;
    } catch (error) {
      recording.ended(stop.failure() ?? { kind: "provider_error", message: messageOf(error) });
      throw error;
    } finally {
      unwatch();
      turn.over = true;
      endDoubt(turn);
      const isTaken = stop.failure()?.refused === undefined || turn.requests > 1;
      const took = isTaken ? await usageOf(host, created, turn) : NOTHING_TAKEN;
      Object.assign(trace, addUsage(trace, took));
      sessions.set(created, releasedSession(session));
      await recording.finish(request.model.price === null ? { ...took, cost: null } : took, turn.requests);
    }
  } catch (error) {
    if (error instanceof HostFailure) return stop.failure() ?? { kind: "provider_error", message: error.message };
    if (error instanceof LabError) throw error;
    // A defect of the lab's own: no model is to be blamed for it, and no other cell is to be lost.
    return stop.failure() ?? { kind: "defect", message: defectOf(error) };
  }
}

const newSession = <S extends TSchema>({ caller, title, role, model, tools }: SessionRequest<S>): NewSession => ({
  caller,
  title,
  role,
  model: model.id,
  tools,
});

function giveBack(place: Slot, failure: Failed | null, left: number): void {
  if (!failure?.refused) return;
  const { wait_ms } = failure.refused;
  // A limit of this model past all patience says nothing of how much the provider takes of others.
  if (wait_ms > left) place.reached();
  else if (failure.kind === "unreachable") place.unreached(failure);
  else place.refused({ wait: wait_ms, pause: pauseAsked(wait_ms, left) });
  place.leave();
}

const keepNothing = async (): Promise<void> => undefined;
const NOTHING_TAKEN: Usage = { tokens: NO_TOKENS, cost: 0 };

/**
 * What the session took. Where every request has an answer that says so, the host need not be asked for it. What
 * cannot be read leaves the answer valid, and what it took unknown.
 */
async function usageOf(host: Host, session_id: string, { requests, answers }: ChildTurn): Promise<Usage> {
  const isSaid = requests > 0 && requests === answers.length;
  const all = isSaid ? answers : [await host.usage(session_id).catch(() => UNKNOWN_USAGE)];
  return all.reduce(addUsage, NOTHING_TAKEN);
}
