import type { FailureKind } from "../artifacts/failure.ts";
import type { HostAnswer, HostError } from "./host.ts";
import { isUsedUp, resetTime, resetWait } from "./reset-time.ts";
import { isHostsOwnWait } from "./room.ts";
import { isTooLong } from "./too-long.ts";

export type Failed = {
  kind: FailureKind;
  message: string;
  /** True when the same question may well be answered a moment later. */
  transient?: boolean;
  /**
   * The provider did not take it on: it had no room, or could not be reached. `wait_ms` is how long it asks to wait, 0
   * where it does not say.
   */
  refused?: { wait_ms: number };
  outage?: CurrentOutage;
  /** The provider names the sampling that it was sent as what is wrong. */
  refuses_sampling?: boolean;
  /** Its time passed before the provider sent anything. */
  starved?: boolean;
};

/**
 * The model gives nothing for now, so its other questions need not be asked. `resets_at`: when that ends, as the
 * provider says, milliseconds since the epoch; null if it does not. `skipped`: another question found it out, and this
 * one was not answered.
 */
export type CurrentOutage = { resets_at: number | null; skipped: boolean };

const FILTERED = /content.?(filter|policy|management)|safety system|flagged/i;
const RATE_LIMITED = /rate.?limit|too many requests|quota|usage.?limit/i;
/** What providers call it when they have no room: statuses 429, 503 and 529, and the host's words for them. */
const REFUSED =
  /rate.?limit|too many requests|quota|usage.?limit|overload|at capacity|no capacity|unavailable|\b(?:429|503|529)\b/i;
const REFUSING = [429, 503, 529];
/**
 * What the hosts say where no connection comes about: refused, unknown host, no route. A connection that breaks is
 * another matter, although one of them begins both with "Cannot connect to API".
 */
const UNREACHABLE =
  /unable to connect\. is the computer|typo in the url or port|\b(?:ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)\b|^(?:cannot connect to api: )?fetch failed$/i;
const SAMPLING = /\b(?:temperature|top_?p)\b/i;
const UNKNOWN_MODEL = /model.{0,60}(not found|does not exist|not exist|unknown|not supported)|no such model/i;

/**
 * What is wrong with a turn of the model, or null when its text can be read. An empty text is invalid_output, read
 * later. `fresh` is true when this was the first request of its session, so that nothing is lost by another one.
 */
export function failureOf(answer: HostAnswer, fresh: boolean): Failed | null {
  if (answer.error) {
    const { error } = answer;
    const kind = kindOf(error);
    const message = oneLine(error);
    if (error.kind === null && error.status === null && isUnreachable(message)) return unreachable(message);
    if (kind === "context_overflow")
      return { kind, message: `context too long: ${message}; ${SHORTEN}`, transient: false };
    const now = Date.now();
    const wait = resetWait(error.message, now);
    const outage = { resets_at: resetTime(wait, now), skipped: false };
    if (kind === "rate_limited" && isUsedUp(error.message, now)) return { kind, message, outage };
    if (fresh && error.retryable && isRefusal(error.message, error.status))
      return { kind, message, refused: { wait_ms: wait ?? 0 } };
    if (fresh && error.status === 400 && SAMPLING.test(error.message)) return { kind, message, refuses_sampling: true };
    const transient = kind === "provider_error" && error.retryable;
    return { kind, message, transient, ...((transient || kind === "rate_limited") && { outage }) };
  }
  if (answer.finish === "length") {
    return {
      kind: "output_length",
      message: "the answer was cut off at the output limit; raise design.max_tokens or use a model that writes more",
    };
  }
  if (answer.finish === "content-filter" || answer.finish === "content_filter") {
    return { kind: "content_filter", message: "the provider's content filter stopped the answer" };
  }
  return null;
}

/** What was given to a model is too long for it, in the provider's words. */
export function contextTooLong(message: string): Failed {
  return { kind: "context_overflow", message: `context too long: ${inOneLine(message)}; ${SHORTEN}`, transient: false };
}

const SHORTEN = "use a model with a larger context, or shorten the task and what goes with it";

/** Whether a provider says that it has no room now, rather than that something is wrong. */
export function isRefusal(message: string, status: number | null = null): boolean {
  if (isTooLong(message, status)) return false;
  return status === null ? REFUSED.test(message) : REFUSING.includes(status);
}

/** Whether the host could not even connect to the provider. */
export function isUnreachable(message: string): boolean {
  return UNREACHABLE.test(message.trim());
}

/** A request that did not reach the provider, in the host's words. */
export function unreachable(message: string): Failed {
  return { kind: "unreachable", message: inOneLine(message), refused: { wait_ms: 0 } };
}

/** Why a question is not asked at all of a provider that has no room for anybody. */
export const NOT_ASKED: Failed = {
  kind: "rate_limited",
  message: "not asked, for the provider refused one request after another and answered nobody",
};

/** A request that the provider refused for now, in the host's words; it asks to wait `wait_ms`. */
export function providerRefusal(message: string, wait_ms: number): Failed {
  return { kind: RATE_LIMITED.test(message) ? "rate_limited" : "provider_error", message, refused: { wait_ms } };
}

/** The provider says that the quota is used up, and not when it resets. */
export function usedUp(message: string): Failed {
  return { kind: "rate_limited", message: inOneLine(message), outage: { resets_at: null, skipped: false } };
}

/** The longest wait that the host chooses by itself; a longer one was asked for by the provider. Milliseconds. */
const MAX_BACKOFF = 30_000;

/** Why a session ends whose host is about to wait longer than the session may last. */
export function waitPastDeadline(attempt: number, message: string, wait_ms: number): Failed {
  const seconds = Math.ceil(wait_ms / 1000);
  const said = inOneLine(message);
  const now = Date.now();
  const isOwn = wait_ms <= MAX_BACKOFF && isHostsOwnWait(attempt, wait_ms) && resetWait(message, now) === null;
  const outage = { resets_at: isOwn ? null : resetTime(wait_ms, now), skipped: false };
  if (wait_ms > MAX_BACKOFF) {
    const kind = "rate_limited";
    return { kind, message: `the provider asks to wait ${seconds} s, past this session's limit: ${said}`, outage };
  }
  const kind = RATE_LIMITED.test(message) ? "rate_limited" : "provider_error";
  const requests = attempt === 1 ? "1 request" : `${attempt} requests`;
  return {
    kind,
    message: `failed ${requests}, and the next in ${seconds} s is past this session's limit: ${said}`,
    outage,
  };
}

function kindOf({ kind, message, status }: HostError): FailureKind {
  if (kind !== null) return kind;
  if (status === 401 || status === 403) return "auth";
  if (isTooLong(message, status)) return "context_overflow";
  if (FILTERED.test(message)) return "content_filter";
  if (status === 429 || RATE_LIMITED.test(message)) return "rate_limited";
  if (UNKNOWN_MODEL.test(message)) return "unknown_model";
  return "provider_error";
}

function oneLine({ message, status }: HostError): string {
  const text = inOneLine(message);
  return status === null || text.includes(String(status)) ? text : `${text} (HTTP ${status})`;
}

const inOneLine = (message: string): string => message.replace(/\s+/gu, " ").trim().slice(0, 300);
