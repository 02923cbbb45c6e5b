import { type Failed, NOT_ASKED } from "./failure.ts";
import {
  afterAnswer,
  afterMissing,
  afterReached,
  afterRefusal,
  afterStarving,
  allowed,
  isGivenUp,
  OPEN_ROOM,
  patienceLeft,
  type Quota,
} from "./room.ts";

/** The lab's one queue: a place overall and a place at the provider are needed before a model is asked. */
export type Limits = {
  /**
   * Resolves when it is this one's turn: with a place, or with why there will be none.
   * stopped: `signal` has fired. dead: nothing is to be expected of the provider, and why.
   */
  place(wanted: Wanted): Promise<Slot | "stopped" | { dead: Failed }>;
  /** Sets how many may run at once, overall and with one provider; takes effect for what has not started. */
  resize(total: number, perProvider: number | null): void;
};

/** Who is to be asked. Two with the same `question` take about as long. `time_limit` in milliseconds. */
export type Wanted = {
  provider: string;
  question: string;
  time_limit: number;
  /** What is left of it once `not_before` has come: a provider that serves nobody for longer is not waited for. */
  left: number;
  signal: AbortSignal;
  /** Not before this time; milliseconds since the epoch. */
  not_before?: number;
  /** The smallest goes first; of equals the one that came first. */
  order: number;
  /** The place that it had before: it keeps its rank among equals. */
  again?: Slot;
};

/** Leave to ask. Whoever holds it says how it went, once, and gives it back with `leave`, which may be called twice. */
export type Slot = {
  /** Its rank in the queue. */
  readonly rank: number;
  /** The request goes out now, if the host took its time; else it went out when the place was given. */
  sent(): void;
  /** It was answered; `comparable` is false where its latency holds more than one answer. */
  answered(about: { comparable: boolean }): void;
  /** The provider refused. After `wait` it may be asked again; for `pause` nothing of this question. Milliseconds. */
  refused(times: { wait: number; pause: number }): void;
  /** The request did not reach the provider, for that reason. */
  unreached(why: Failed): void;
  /** The provider has sent something, be it an error. */
  reached(): void;
  /** How long a provider that cannot be reached is still tried, milliseconds. */
  patience(): number;
  /** The provider was given up by what this place told, or before: nothing more is expected of it. */
  gaveUp(): boolean;
  /** The time limit has passed before the provider's turn came. */
  starved(): void;
  leave(): void;
  /** What is known of the provider. */
  provider(): Readonly<Quota>;
  /** How many may be under way with the provider where that has changed much since this call was last told; else null. */
  news(): number | null;
};

type Provider = {
  room: Quota;
  under_way: number;
  /** What each call, known by its signal, was last told of the room. */
  told: WeakMap<AbortSignal, number>;
  /** The calls that found it unreachable. */
  dead: WeakMap<AbortSignal, Failed>;
  paused: Map<string, number>;
};
type Waiting = Wanted & { rank: number; start(): void; giveUp(why: Failed): void };

/** How much more or less room there must be before it is told again. */
const WORTH_TELLING = 1.5;

export function createLimits(total: number, perProvider: number | null, clock: Clock = REAL_CLOCK): Limits {
  const size = { total, cap: perProvider ?? Number.POSITIVE_INFINITY };
  const providers = new Map<string, Provider>();
  let waiting: Waiting[] = [];
  let running = 0;
  let ranks = 0;
  let wake = (): void => undefined;

  const capNow = (): number => Math.min(size.total, size.cap);

  function providerOf(name: string): Provider {
    let provider = providers.get(name);
    if (!provider) {
      provider = { room: OPEN_ROOM, under_way: 0, told: new WeakMap(), dead: new WeakMap(), paused: new Map() };
      providers.set(name, provider);
    }
    return provider;
  }

  /** Starts everything whose turn it is, and comes back when something that has to wait for its time may start. */
  function advance(): void {
    wake();
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const each of [...waiting]) {
      if (running >= size.total) return;
      const { room, under_way, paused } = providerOf(each.provider);
      if (under_way >= allowed(room, capNow())) continue;
      const { not_before = 0 } = each;
      if (room.away_since === null && room.closed_until > Math.max(now, not_before) + each.left) {
        each.giveUp(NOT_ASKED);
        continue;
      }
      const from = Math.max(not_before, paused.get(each.question) ?? 0, room.closed_until);
      if (from > now) next = Math.min(next, from);
      else each.start();
    }
    if (next < Number.POSITIVE_INFINITY) wake = clock.after(next - now, advance);
  }

  /**
   * Whoever waits for the provider hears that it is dead. One that cannot be reached stays so for the calls that hear it,
   * of which `signal` is one; a later call tries again.
   */
  function giveUp(name: string, signal: AbortSignal, why: Failed): void {
    const provider = providerOf(name);
    provider.room = { ...provider.room, fruitless: 0, closed_until: 0, away_since: null };
    const others = waiting.filter((other) => other.provider === name);
    for (const each of [{ signal }, ...others]) if (why.kind === "unreachable") provider.dead.set(each.signal, why);
    for (const each of others) each.giveUp(why);
  }

  function placeFor({ rank, provider: name, question, time_limit, signal }: Waiting): Slot {
    const provider = providerOf(name);
    const among = ++provider.under_way;
    running++;
    let sent_at = clock.now();
    let held = true;
    let gaveUp = false;
    const mayGiveUp = (why: Failed): void => {
      if (!isGivenUp(provider.room, clock.now())) return;
      gaveUp = true;
      giveUp(name, signal, why);
    };
    return {
      rank,
      sent() {
        sent_at = clock.now();
      },
      answered({ comparable }) {
        const latency = comparable ? clock.now() - sent_at : null;
        const { under_way } = provider;
        provider.room = afterAnswer(provider.room, { question, latency, among, under_way, time_limit });
        advance();
      },
      refused({ wait, pause }) {
        const others = provider.under_way - 1;
        const now = clock.now();
        provider.room = afterRefusal(provider.room, { question, sent_at, now, others, cap: capNow(), wait });
        if (pause > 0) provider.paused.set(question, now + pause);
        mayGiveUp(NOT_ASKED);
      },
      unreached(why) {
        gaveUp ||= provider.dead.has(signal);
        if (gaveUp) return;
        provider.room = afterMissing(provider.room, { sent_at, now: clock.now() });
        mayGiveUp({ kind: why.kind, message: why.message });
      },
      reached() {
        const was = provider.room;
        provider.room = afterReached(was);
        if (was.away_since !== null) advance();
      },
      patience: () => (gaveUp ? 0 : patienceLeft(provider.room, clock.now())),
      gaveUp: () => gaveUp,
      starved() {
        provider.room = afterStarving(provider.room, { sent_at, now: clock.now(), cap: capNow() });
      },
      leave() {
        if (!held) return;
        held = false;
        provider.under_way--;
        running--;
        advance();
      },
      provider: () => provider.room,
      news() {
        const { room } = provider;
        if (room.limit === Number.POSITIVE_INFINITY) return null;
        const told = provider.told.get(signal) ?? Number.POSITIVE_INFINITY;
        const there = allowed(room, capNow());
        if (WORTH_TELLING * there > told && there < WORTH_TELLING * told) return null;
        provider.told.set(signal, there);
        return there;
      },
    };
  }

  return {
    place(wanted) {
      const { signal } = wanted;
      if (signal.aborted) return Promise.resolve("stopped");
      const dead = providerOf(wanted.provider).dead.get(signal);
      if (dead) return Promise.resolve({ dead });
      return new Promise((resolve) => {
        const end = (how: () => Slot | "stopped" | { dead: Failed }): void => {
          waiting = waiting.filter((each) => each !== entry);
          signal.removeEventListener("abort", stop);
          resolve(how());
        };
        const stop = (): void => end(() => "stopped");
        const entry: Waiting = {
          ...wanted,
          rank: wanted.again?.rank ?? ranks++,
          start: () => end(() => placeFor(entry)),
          giveUp: (why) => end(() => ({ dead: why })),
        };
        const at = waiting.findIndex((each) => comesAfter(each, entry));
        waiting.splice(at < 0 ? waiting.length : at, 0, entry);
        signal.addEventListener("abort", stop, { once: true });
        advance();
      });
    },
    resize(newTotal, newPerProvider) {
      size.total = newTotal;
      size.cap = newPerProvider ?? Number.POSITIVE_INFINITY;
      advance();
    },
  };
}

function comesAfter(one: Waiting, other: Waiting): boolean {
  return one.order === other.order ? one.rank > other.rank : one.order > other.order;
}

/** The time, and a way to be called later; tests stand a simulated one in its place. Milliseconds. */
export type Clock = {
  now(): number;
  /** Calls `run` after that long, at most 2^31 - 1; returns what takes it back. */
  after(ms: number, run: () => void): () => void;
};

export const REAL_CLOCK: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
