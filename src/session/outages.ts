import type { Failed } from "./failure.ts";

/**
 * Models that give nothing for now, for each call of the tool by its signal. A later call starts with none. While one
 * question of a model gets only errors, those that have not been asked wait for its end. If it fails, they are skipped,
 * until something of the model is heard again.
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
  /** Why the question need not be asked; null if it is to be asked. */
  skipped(): Failed | null;
  /** The model has sent something. */
  heard(): void;
  /** Calls back when another question finds the model out; returns what takes that back. */
  onOutage(run: (why: Failed) => void): () => void;
  /** How the question failed. */
  failed(how: Failed): void;
};

type Standing = {
  /** How often something was heard. */
  heard: number;
  why: Failed | null;
  told: Set<(why: Failed) => void>;
  /** Questions that get only errors since something was heard last. */
  doubts: Set<object>;
  waiting: Set<() => void>;
};

export function createOutages(): Outages {
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
        skipped: () => standing.why,
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
          if (outage === undefined || outage.skipped || standing.why !== null) return;
          // What was answered meanwhile shows that the model works; a limit that it names holds all the same.
          if (standing.heard > before && outage.reset_ms === null) return;
          const why = { kind, message: `skipped after another session failed: ${message}` };
          standing.why = { ...why, outage: { ...outage, skipped: true } };
          for (const run of [...standing.told]) run(standing.why);
        },
      };
    },
  };
}

const newStanding = (): Standing => ({ heard: 0, why: null, told: new Set(), doubts: new Set(), waiting: new Set() });
