import type { Static, TSchema } from "@sinclair/typebox";
import type { FailureKind } from "../artifacts/failure.ts";
import { count } from "../text/numbers.ts";
import { type ChildTurn, hear, OUTGROWN, STOPPED, type Stop } from "./child.ts";
import { type Failed, failureOf } from "./failure.ts";
import type { Host, HostAnswer } from "./host.ts";
import { readReply, readUsable } from "./reply.ts";
import type { SessionRequest, Trace } from "./request.ts";

/** A validated value, the keys beside the schema that were left out of it, and what it lacks of the schema. */
export type ReplyReading<S extends TSchema> = { value: Static<S>; dropped: string[]; lacks: string[] };

const MAX_REPAIRS = 2;
/** A repair sends the answer back as input; past this the model is rambling and would be paid for it. Characters. */
const MAX_REPAIRABLE = 400_000;
/** How long an aborted child may take to stop, and how often it is told to, milliseconds. */
const ABORT_PATIENCE = 2_000;
const ABORT_AGAIN = 150;

/** Ends after which an answer that would do is not kept. */
const FINAL: readonly FailureKind[] = ["aborted", "isolation_violation"];

/**
 * One question and its answer in a session that is there; what is not as it was asked for is sent back, twice at most.
 * Where that brings nothing better, the best is kept that has the least that is needed. What is wished beside that is
 * asked for once.
 */
export async function converse<S extends TSchema>(
  host: Host,
  request: SessionRequest<S>,
  trace: Trace,
  turn: ChildTurn,
): Promise<{ done: ReplyReading<S> } | Failed> {
  const { place, stop } = turn;
  let text = request.prompt;
  let usable: { done: ReplyReading<S> } | null = null;
  let wished = false;
  for (let repairs = 0; ; repairs++) {
    trace.attempts++;
    const prompted = await promptUnlessStopped(host, stop, { sessionID: trace.session_id, text });
    const whole = prompted === null && stop.failure() === OUTGROWN ? await answerBefore(host, trace.session_id) : null;
    const answer = prompted ?? whole;
    if (answer?.usage) turn.answers.push(answer.usage);
    const stopped = whole === null ? stop.failure() : null;
    const found = stopped ?? (answer ? failureOf(answer, turn.requests <= 1 && repairs === 0) : STOPPED);
    // What the host has tried again and again is not tried from the start.
    const failure = found?.transient && turn.ends !== null ? { ...found, transient: false } : found;
    if (failure?.refused) stop.end(failure);
    else if (answer) place.reached();
    if (failure && usable && !FINAL.includes(failure.kind)) return usable;
    if (failure || !answer) return failure ?? STOPPED;
    hear(turn);
    if (repairs === 0) place.answered({ comparable: turn.requests <= 1 });
    const reply = readReply(answer.text, request.schema, (value) => request.check?.(value, request.schema) ?? [], {
      called: request.called,
      given: givenTo(request),
      reasoned: answer.reasoned,
    });
    const wishes = reply.ok && !wished ? [...(reply.doubts ?? []), ...(request.wishes?.(reply.value) ?? [])] : [];
    const errors = reply.ok ? wishes : reply.errors;
    if (reply.ok) {
      usable = { done: { value: reply.value, dropped: reply.dropped, lacks: [] } };
      if (errors.length === 0) return usable;
      wished = true;
    } else if (usable === null || errors.length <= usable.done.lacks.length) {
      usable = usableOf(answer.text, request, errors) ?? usable;
    }
    const end = stop.failure() ?? endOf(answer.text, errors, { repairs, most: request.repairs ?? MAX_REPAIRS });
    if (end) return usable ?? end;
    request.onEvent?.({ type: "repair", session_id: trace.session_id, errors });
    text = repairPrompt(errors);
  }
}

/** What an answer may quote. */
const givenTo = ({ system, prompt }: Pick<SessionRequest<TSchema>, "system" | "prompt">): string =>
  `${system}\n${prompt}`;

/** Why an answer that is not as it was asked for is not sent back any more; null where it is. */
function endOf(
  text: string,
  errors: readonly string[],
  { repairs, most }: { repairs: number; most: number },
): Failed | null {
  if (text.length > MAX_REPAIRABLE) {
    const found = `${text.length.toLocaleString("en")} characters`;
    return { kind: "invalid_output", message: `no valid answer in ${found}, too long to be sent back for a repair` };
  }
  if (repairs < most) return null;
  const said = errors.slice(0, 3).join("; ");
  return { kind: "invalid_output", message: `no valid answer after ${count(repairs + 1, "attempt")}: ${said}` };
}

/** An answer that has the least that is needed; null when it has not. */
function usableOf<S extends TSchema>(
  text: string,
  request: SessionRequest<S>,
  errors: string[],
): { done: ReplyReading<S> } | null {
  const { least, check } = request;
  if (least === undefined) return null;
  const reply = readUsable(text, least, (value) => check?.(value as Static<S>, least) ?? [], givenTo(request));
  return reply.ok ? { done: { value: reply.value as Static<S>, dropped: reply.dropped, lacks: errors } } : null;
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
  const patience = performance.now() + ABORT_PATIENCE;
  do {
    await host.abort(prompt.sessionID).catch(() => undefined);
  } while (!(await Promise.race([settled, sleep(ABORT_AGAIN)])) && performance.now() < patience);
  return null;
}

/**
 * The answer that was whole before the host began to sum the session up: it does that also after the last answer, where
 * its provider counts more tokens than the model can take.
 */
async function answerBefore(host: Host, sessionID: string): Promise<HostAnswer | null> {
  const answer = await host.lastAnswer(sessionID).catch(() => null);
  return answer?.finish === "stop" && answer.error === null ? answer : null;
}

const sleep = (milliseconds: number): Promise<false> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, false));

function repairPrompt(errors: readonly string[]): string {
  return [
    "Your answer could not be used:",
    ...errors.map((error) => `- ${error}`),
    "",
    "Answer again with the whole corrected JSON object that was asked for, and nothing else.",
  ].join("\n");
}
