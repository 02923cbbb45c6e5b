import type { CurrentOutage, Failed } from "./failure.ts";

/**
 * Models that give nothing for now, for each call of the tool by its signal. A later call starts with none. While one
 * question of a model gets only errors, those that have not been asked wait for its end. If it fails, those are skipped
 * whose time is over before the limit resets. If nobody says when it resets, all are skipped but one a minute, until
 * something of the model is heard again.
 */
export type Outages = {
  /** A question for the model begins. */
  follow(signal: AbortSignal, model: string): ModelWatch;
};

export type ModelWatch = {
  /** Resolves when no other question of the model gets only errors, or the signal fires. */
  turn(): Promise<void>;
  /** The question gets only errors; returns what ends that. */
  doubt(): () => void;
  /** Why the question, which has `left` milliseconds, need not be asked; null if it is to be asked. */
  skipped(left: number): Failed | null;
  /** The model has sent something. */
  heard(): void;
  /** Calls back when another question finds the model out; returns what takes that back. */
  onOutage(run: (why: Failed) => void): () => void;
  /** How the question failed. */
  failed(how: Failed): void;
};

type Found = Failed & { outage: CurrentOutage };

type Standing = {
  /** How often something was heard. */
  heard: number;
  why: Found | null;
  /** When one question may be asked although the model gives nothing. */
  probe_at: number;
  told: Set<(why: Failed) => void>;
  /** Questions that get only errors since something was heard last. */
  doubts: Set<object>;
  waiting: Set<() => void>;
};

/** How long a model is not asked if nobody says when it answers again. Milliseconds. */
const PROBE_EVERY = 60_000;

/** @param clock Milliseconds since the epoch. */
export function createOutages(clock: () => number = Date.now): Outages {
  const calls = new WeakMap<AbortSignal, Map<string, Standing>>();
  return {
    follow(signal, model) {
      const models = calls.get(signal) ?? new Map<string, Standing>();
      calls.set(signal, models);
      const standing = models.get(model) ?? newStanding();
      models.set(model, standing);
      const before = standing.heard;
      const { doubts, waiting } = standing;
      const settle = (): void => {
        if (doubts.size > 0) return;
        for (const go of [...waiting]) go();
      };
      return {
        turn() {
          if (doubts.size === 0 || signal.aborted) return Promise.resolve();
          return new Promise((resolve) => {
            const go = (): void => {
              waiting.delete(go);
              signal.removeEventListener("abort", go);
              resolve();
            };
            waiting.add(go);
            signal.addEventListener("abort", go);
          });
        },
        doubt() {
          const own = {};
          doubts.add(own);
          return () => {
            doubts.delete(own);
            settle();
          };
        },
        skipped(left) {
          const { why } = standing;
          if (why === null) return null;
          const now = clock();
          const { resets_at } = why.outage;
          if (resets_at !== null) return resets_at - now > left ? why : null;
          if (now < standing.probe_at) return why;
          standing.probe_at = now + PROBE_EVERY;
          return null;
        },
        heard() {
          standing.heard++;
          standing.why = null;
          doubts.clear();
          settle();
        },
        onOutage(run) {
          standing.told.add(run);
          return () => void standing.told.delete(run);
        },
        failed({ kind, message, outage }) {
          if (outage === undefined || outage.skipped) return;
          const now = clock();
          // A limit that the provider names holds, whatever was answered meanwhile and whatever fails beside it.
          const isNamed = (standing.why?.outage.resets_at ?? 0) > now;
          if (outage.resets_at === null && (standing.heard > before || isNamed)) return;
          const why = { kind, message: `skipped after another session failed: ${message}` };
          standing.why = { ...why, outage: { ...outage, skipped: true } };
          standing.probe_at = now + PROBE_EVERY;
          for (const run of [...standing.told]) run(standing.why);
        },
      };
    },
  };
}

const newStanding = (): Standing => ({
  heard: 0,
  why: null,
  probe_at: 0,
  told: new Set(),
  doubts: new Set(),
  waiting: new Set(),
});
