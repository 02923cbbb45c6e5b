import type { Doing, Role } from "./stages/stages.ts";

/** One session of a call, for people. */
export type SessionProgress = {
  /** The child's session; "" until it was made. */
  session_id: string;
  title: string;
  role: Role;
  model: string;
  state: "asked" | "done" | "failed";
  /** When it was asked, milliseconds since the epoch. */
  asked_at: number;
  /** The provider's last error, while the provider is asked again. */
  retrying?: Retrying;
};

/** A provider's error after which it is asked again. `gives_up_at`: when the question fails, milliseconds since the epoch. */
export type Retrying = { error: string; gives_up_at: number };

/**
 * A word about what has just begun or ended. What begins, a design and a failure are worth a message over the screen, a
 * failure before all else; a `step` is for a log.
 */
export type ProgressWord = { text: string; kind: "step" | "news" | "failure" };

/** What a call is to do, as it was planned before its first question. */
export type Expected = {
  /** By the forecast that the person was shown; null where none was made. */
  seconds: number | null;
  /** Of these the evaluations. */
  evaluation_seconds: number | null;
  /** Cells that are to be asked, also of designs that are not written yet. */
  evaluations: number;
};

/** What a call of the tool is doing right now. */
export type Progress = {
  phase: Doing;
  /** Designs or evaluations of the phase that have ended, of how many; 0 of 0 before the first phase. */
  finished: number;
  total: number;
  /** Every session of the call, in the order in which they began. */
  sessions: SessionProgress[];
  /** US dollars so far in this call; null when a price is unknown. */
  cost: number | null;
  /** When the call and when its phase began, milliseconds since the epoch. */
  started_at: number;
  phase_at: number;
  /** What the whole call should take, seconds; null where no forecast was made. */
  expected: number | null;
  /** What of that the evaluations should take, seconds; null where no forecast says. */
  evaluating: number | null;
  /** What a design takes, seconds: as the slowest of those that are written, before the first as they usually do. */
  designing: number;
};

/** Seconds that are left: of the evaluations at their pace so far, or what the forecast leaves. */
export type TimeLeft = { seconds: number; forecast: boolean };

/**
 * What is left of a call, for every view: of the evaluations at their pace once one has ended, before that what the
 * forecast leaves; null where that is used up, nothing is left, nothing was forecast, or only errors come. While designs are written that
 * is what those should still take, and all evaluations: one that takes longer than any before does not end the forecast.
 */
export function timeLeft(progress: Progress, now: number): TimeLeft | null {
  const { phase, phase_at, finished, total, sessions } = progress;
  const asked = sessions.filter(({ state }) => state === "asked");
  if (asked.length > 0 && asked.every(({ retrying }) => retrying !== undefined)) return null;
  if (phase === "evaluations" && finished > 0) {
    if (finished >= total) return null;
    const seconds = (Math.max(0, now - phase_at) / 1000 / finished) * (total - finished);
    return { seconds: Math.ceil(seconds), forecast: false };
  }
  const seconds = Math.floor(forecastLeft(progress, now));
  return seconds > 0 ? { seconds, forecast: true } : null;
}

function forecastLeft(progress: Progress, now: number): number {
  const { phase, phase_at, finished, total, sessions, started_at, expected, evaluating, designing } = progress;
  const since = (then: number): number => Math.max(0, now - then) / 1000;
  if (phase === "evaluations" && evaluating !== null) return evaluating - since(phase_at);
  const asked = sessions.filter(({ role, state }) => role === "designer" && state === "asked");
  const begun = asked.length + finished > 0;
  if (phase !== "designs" || evaluating === null || !begun) return expected === null ? 0 : expected - since(started_at);
  const running = Math.max(0, ...asked.map(({ asked_at }) => designing - since(asked_at)));
  const waves = Math.ceil(Math.max(0, total - finished - asked.length) / Math.max(1, asked.length));
  return running + waves * designing + evaluating;
}

/** A message over the screen; `id` grows by one with each of a call, from 1, and `at` is when it was said, milliseconds. */
export type Notice = { id: number; at: number; text: string };
