import { type Failed, NOT_ASKED, waitPastDeadline } from "./failure.ts";
import type { Clock, Limits, Slot, Wanted } from "./limits.ts";
import { backoff, isHostsOwnWait } from "./room.ts";

/** How one session ended: with something, or failed. `left` is what remains of its time limit, milliseconds. */
type Attempt<T> = { outcome: { done: T } | Failed; left: number };

export type Turns<T> = Omit<Wanted, "left" | "not_before" | "again"> & {
  limits: Limits;
  clock: Clock;
  /** Asks in one fresh session, within `left` milliseconds. It calls the place's sent() and answered(). */
  attempt(place: Slot, left: number): Promise<Attempt<T>>;
  /** Told when the question goes back to the queue. */
  onWaiting?(): void;
  /** Told before the question is asked again in another session. */
  onAgain?(message: string): void;
  /** Told when the room that the provider gives has changed much. */
  onRoom?(sessions: number): void;
};

/** Fresh sessions after a transient error; the host has asked the provider six times by then. */
const MAX_RETRIES = 1;
/** Refusals of one question while its provider answers others. */
const MAX_REFUSED = 12;
/** Attempts of one question to reach a provider that others reach: the model may have a server of its own. */
const MAX_UNREACHED = 5;
/** From so many on it waits longer each time: the provider has room, but not for this model. */
const PATIENT = 3;
/** Times that a question goes back to the queue of a provider that did not come to it in time. */
const MAX_STARVED = 3;
/**
 * Asks one question in as many sessions as its provider makes necessary. The time limit runs only while the provider
 * has the question and during the waits that it asks for, never in the lab's own queue. Returns null when the signal
 * fired before it could be asked.
 */
export async function takeTurns<T>({ attempt, ...turns }: Turns<T>): Promise<{ done: T } | Failed | null> {
  const { limits, clock, time_limit } = turns;
  const seen = { transient: 0, refused: 0, starved: 0 };
  let left = time_limit;
  let again: Slot | undefined;
  let not_before = 0;
  let last: Failed | null = null;
  let refusal: Failed | null = null;
  for (;;) {
    const place = await limits.place({ ...turns, left, not_before, ...(again && { again }) });
    if (place === "stopped") return null;
    if ("dead" in place) return place.dead === NOT_ASKED ? givenUp(last ?? NOT_ASKED, seen.refused) : place.dead;
    if (last !== null) turns.onAgain?.(last.message);
    again = place;
    let made: Attempt<T>;
    try {
      made = await attempt(place, left);
      const news = place.news();
      if (news !== null) turns.onRoom?.(news);
    } finally {
      place.leave();
    }
    const { outcome } = made;
    left = made.left;
    if ("done" in outcome) return outcome;
    last = outcome;
    if (outcome.refused) {
      refusal = outcome;
      seen.refused++;
      const away = outcome.kind === "unreachable";
      const most = away ? MAX_UNREACHED : MAX_REFUSED;
      if (place.gaveUp() || seen.refused >= most) return givenUp(outcome, seen.refused);
      const closed = place.provider().closed_until - clock.now();
      const wait = Math.max(outcome.refused.wait_ms, closed, backoff(seen.refused - PATIENT));
      if (wait > left && away) return givenUp(outcome, seen.refused);
      if (wait > left) return waitPastDeadline(seen.refused, outcome.message, wait);
      left -= wait;
      not_before = clock.now() + wait;
    } else if (outcome.starved && place.provider().queueing && seen.starved < MAX_STARVED) {
      seen.starved++;
      place.starved();
      left = time_limit;
    } else if (outcome.transient && seen.transient < MAX_RETRIES) {
      seen.transient++;
    } else if (outcome.starved && refusal !== null) {
      // The time went into being refused; that it ran out with nothing heard is not the model's slowness.
      return givenUp(refusal, seen.refused);
    } else return outcome;
    turns.onWaiting?.();
  }
}

function givenUp({ kind, message }: Failed, times: number): Failed {
  if (times === 0 || kind === "unreachable") return { kind, message };
  return {
    kind,
    message: `refused ${times === 1 ? "once" : `${times} times`} and never answered: ${message}`,
    outage: { resets_at: null, skipped: false },
  };
}

/** How long nothing of this question's model is to be asked: as long as the provider asks for. Milliseconds. */
export function pauseAsked(wait_ms: number, left: number): number {
  return !isHostsOwnWait(1, wait_ms) && wait_ms <= left ? wait_ms : 0;
}
