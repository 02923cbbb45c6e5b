/**
 * How many requests one provider is given at a time, learned while it is asked. Two rules of Netflix's
 * concurrency-limits: additive increase and multiplicative decrease (AIMDLimit) for a provider that refuses, and the
 * gradient of latency (Gradient2Limit) for one that takes every request and lets it wait. Pure: time is an argument,
 * in milliseconds.
 */
export type Quota = {
  /** Requests that may be under way; its whole part counts. At least 1, Infinity while nothing was learned. */
  limit: number;
  /** The fewest under way at which one more was too many; Infinity while none was. */
  too_many: number;
  /** When the limit was lowered last: what was sent before belongs to the same round. */
  lowered_at: number;
  /** Whether answers were seen to take longer the more requests were under way. */
  queueing: boolean;
  /** The fastest answer to each kind of question. */
  fastest: ReadonlyMap<string, Pace>;
  /** How often each kind of question was refused in a row while others were answered. */
  refused: ReadonlyMap<string, { times: number; answers: number }>;
  answers: number;
  /** Refusals in a row with nobody else under way: the provider serves nobody. It is asked nothing until then. */
  fruitless: number;
  closed_until: number;
  /** Whether anything ever came of the provider, be it an error. */
  reached: boolean;
  /** Since when it cannot be reached; null while it can. */
  away_since: number | null;
};

/** How long an answer took and how many requests were under way when its own was sent, it included. */
type Pace = { latency: number; among: number };

export const OPEN_ROOM: Quota = {
  limit: Number.POSITIVE_INFINITY,
  too_many: Number.POSITIVE_INFINITY,
  lowered_at: Number.NEGATIVE_INFINITY,
  queueing: false,
  fastest: new Map(),
  refused: new Map(),
  answers: 0,
  fruitless: 0,
  closed_until: 0,
  reached: false,
  away_since: null,
};

/** How much longer than the fastest an answer of a model may well take by itself; Gradient2Limit has 1.5. */
const TOLERANCE = 2;
/** Latency is of interest from this share of the time limit on: below it nothing is in danger. */
const HARMLESS = 0.25;
/** From so many refusals in a row on, while others are answered, it is the model that is refused and not the room. */
const MODEL_ALONE = 3;

/**
 * How many requests may be under way; `cap` is what the configuration allows. One at a time finds out whether a provider
 * can be reached again.
 */
export function allowed({ limit, away_since }: Quota, cap: number): number {
  if (away_since !== null) return 1;
  return Math.max(1, Math.min(Math.floor(limit), cap));
}

/** An answer. `question` says what can be compared: what is asked of one model in one role. */
export type Timed = {
  question: string;
  /** null where it is not that of a single answer. */
  latency: number | null;
  among: number;
  /** How many are under way, the one that was answered included. */
  under_way: number;
  time_limit: number;
};

/**
 * After an answer. Below what was too many before, the limit grows by one an answer, there by one a round, and only
 * while at least half of it is in use.
 */
export function afterAnswer(asked: Quota, answer: Timed): Quota {
  const room = afterReached(asked);
  const { question, latency, among, under_way } = answer;
  const refused = new Map(room.refused);
  refused.delete(question);
  const counted = { ...room, refused, answers: room.answers + 1, fruitless: 0 };
  const best = room.fastest.get(question);
  if (latency !== null && (best === undefined || latency < best.latency)) {
    counted.fastest = new Map(room.fastest).set(question, { latency, among });
  }
  const gradient = gradientOf(best, answer);
  if (gradient < 1) return narrowed(counted, among, gradient);
  if (room.limit === Number.POSITIVE_INFINITY || 2 * under_way < room.limit) return counted;
  // What was too many is not any more.
  const too_many = among >= room.too_many ? Number.POSITIVE_INFINITY : room.too_many;
  const step = room.limit + 1 < too_many ? 1 : 1 / room.limit;
  return { ...counted, too_many, limit: room.limit + step };
}

/** 1, or less by as much as an answer took longer that was sent among more. */
function gradientOf(best: Pace | undefined, { latency, among, time_limit }: Timed): number {
  if (latency === null || best === undefined || among <= best.among || latency < HARMLESS * time_limit) return 1;
  return Math.min(1, (TOLERANCE * best.latency) / latency);
}

/** Gradient2Limit: the limit times the gradient, at least a half, and a short queue on top; the mean with what it was. */
function narrowed(room: Quota, among: number, gradient: number): Quota {
  const reached = Math.min(room.limit, among);
  const wanted = reached * Math.max(0.5, gradient) + Math.sqrt(reached);
  const limit = Math.max(1, Math.min(reached, (reached + wanted) / 2));
  return { ...room, limit, too_many: Math.min(room.too_many, Math.floor(limit) + 1), queueing: true };
}

/** A refusal. `others` are under way without it; `wait` is how long the host or the provider wants to wait. */
export type Refused = { question: string; sent_at: number; now: number; others: number; cap: number; wait: number };

/**
 * After a refusal: half of the limit, once for all that was sent in one round, but no more than the provider is serving
 * at that moment. Where one more was known to be too many, and was only tried again, what is served stays.
 */
export function afterRefusal(asked: Quota, { question, sent_at, now, others, cap, wait }: Refused): Quota {
  const room = afterReached(asked);
  const before = room.refused.get(question) ?? { times: 0, answers: -1 };
  const times = room.answers > before.answers ? before.times + 1 : before.times;
  const refused = new Map(room.refused).set(question, { times, answers: room.answers });
  if (others > 0 && times > MODEL_ALONE) return { ...room, refused };
  const limit = Math.min(room.limit, cap);
  const newRound = sent_at > room.lowered_at;
  const halved = newRound && others + 1 < room.too_many ? Math.floor(limit / 2) : limit;
  const fruitless = others === 0 ? room.fruitless + 1 : room.fruitless;
  return {
    ...room,
    refused,
    limit: Math.max(1, Math.min(halved, others)),
    too_many: Math.max(2, newRound ? others + 1 : Math.min(room.too_many, others + 1)),
    lowered_at: newRound ? now : room.lowered_at,
    fruitless,
    closed_until: others === 0 ? now + Math.max(wait, backoff(fruitless)) : room.closed_until,
  };
}

/** After the provider sent anything. */
export function afterReached(room: Quota): Quota {
  if (room.away_since === null) return room.reached ? room : { ...room, reached: true };
  return { ...room, reached: true, away_since: null, fruitless: 0, closed_until: 0 };
}

/** How long a provider that cannot be reached is tried: one that never was, and one that was and may start again. */
const NEVER_REACHED = 2_000;
const REACHED_BEFORE = 20_000;

/** What is left of that; all of it while the provider can be reached. Milliseconds. */
export function patienceLeft({ reached, away_since }: Quota, now: number): number {
  const all = reached ? REACHED_BEFORE : NEVER_REACHED;
  return away_since === null ? all : away_since + all - now;
}

/**
 * After a request that did not reach the provider. The next one goes out after a wait that grows, the last when the
 * patience ends. All that were sent before one was seen to fail are one attempt.
 */
export function afterMissing(room: Quota, { sent_at, now }: { sent_at: number; now: number }): Quota {
  if (room.away_since !== null && sent_at <= room.lowered_at) return room;
  const fruitless = room.away_since === null ? 1 : room.fruitless + 1;
  const away = { ...room, away_since: room.away_since ?? now, lowered_at: now, fruitless };
  return { ...away, closed_until: now + Math.max(0, Math.min(backoff(fruitless), patienceLeft(away, now))) };
}

/** Refusals in a row with nobody else under way, after which the provider is taken for dead. */
const MAX_FRUITLESS = 6;

/** Whether nothing more is expected of the provider for now. */
export function isGivenUp(room: Quota, now: number): boolean {
  return room.fruitless >= MAX_FRUITLESS || (room.away_since !== null && patienceLeft(room, now) <= 0);
}

const FIRST_BACKOFF = 2_000;
const LONGEST_BACKOFF = 30_000;

/** How long to wait after so many refusals in a row, twice as long each time. */
export function backoff(times: number): number {
  return times < 1 ? 0 : Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (times - 1));
}

/** How much more than its backoff the host may wait by itself. */
const ROUNDING = 1.25;

/** Whether the host chose a wait after so many failed attempts by itself; a longer one is the provider's wish. */
export function isHostsOwnWait(attempt: number, wait_ms: number): boolean {
  return wait_ms <= ROUNDING * backoff(attempt);
}

/**
 * How long it takes until a request is given up that failed so many times and goes out again after `wait_ms`, if every
 * one fails. OpenCode gives up after as many. Milliseconds.
 */
export function patienceAfter(times: number, wait_ms: number): number {
  let sum = wait_ms;
  for (let next = times + 1; next < MAX_FRUITLESS; next++) sum += backoff(next);
  return sum;
}

/** After a request of a provider that queues ran into its time limit before its turn: half of the limit, once a round. */
export function afterStarving(
  room: Quota,
  { sent_at, now, cap }: { sent_at: number; now: number; cap: number },
): Quota {
  if (sent_at <= room.lowered_at) return room;
  return { ...room, limit: Math.max(1, Math.floor(Math.min(room.limit, cap) / 2)), lowered_at: now };
}
