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
