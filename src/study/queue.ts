import type {
  StudyBundle,
  StudyExperiment,
  StudyExperimentState,
  StudyLimits,
  StudyStanding,
  StudyStep,
  StudyWorker,
} from "../artifacts/study.ts";
import type { Home } from "../store/private.ts";

/** A stored file of an experiment: a path inside it with "/", and the hash of its bytes. */
export type QueuedFile = { path: string; sha256: string; bytes: number };

/**
 * Where studies, their experiments and what these left are kept, for any number of workers: a file of SQLite, or a
 * database of Postgres. Every method throws LabError with what was attempted for a database that is gone, full or of
 * another version; one that is away for a moment is waited for (a minute).
 */
export type StudyQueue = {
  /** Where it is, without a password. */
  readonly address: string;
  /**
   * Adds a study with all its experiments, once. @param expected What all of it may cost at most by its forecast, US
   * dollars: each experiment is kept its part of it where the study has no limit for one; null: nobody knows.
   * @param prices What one experiment of each panel may cost at most, where that is known: then one is kept as much.
   */
  add(
    bundle: StudyBundle,
    expected: number | null,
    prices?: Readonly<Record<string, number>> | null,
  ): Promise<"added" | "there">;
  /** All studies, the newest first. */
  studies(): Promise<{ hash: string; name: string; added: string }[]>;
  /** Its hash was computed anew; null where there is none. */
  bundle(hash: string): Promise<StudyBundle | null>;
  standing(hash: string): Promise<StudyStanding>;
  /** In the order of their keys; at most `most`, those after a key. */
  experiments(
    hash: string,
    of?: { state?: StudyExperimentState; after?: string; most?: number },
  ): Promise<StudyExperiment[]>;
  stop(hash: string): Promise<void>;
  /** Goes on, and takes other limits where some are given. */
  goOn(hash: string, limits?: { [K in keyof StudyLimits["study"]]?: number | null }): Promise<void>;
  /** Has what failed wait anew: these keys, or all. Returns which. */
  again(hash: string, keys: readonly string[] | null): Promise<string[]>;
  files(hash: string, key: string): Promise<QueuedFile[]>;
  /** The bytes of one stored file as they are there, whatever their hash; null where there is none. */
  read(hash: string, key: string, path: string): Promise<Uint8Array | null>;
  /** Takes part as a worker: see `work`. @param person Whose private folder counts what this machine's workers spend. */
  join(worker: Omit<StudyWorker, "state" | "seen" | "spent">, person: Home): Promise<WorkerSeat>;
  close(): Promise<void>;
};

/** A worker's own line to a queue. */
export type WorkerSeat = {
  /**
   * Takes experiments of a study until it is over, is left by `signal`, or the worker's own money is spent: at most
   * `at_once` at a time, of panels that it can take alone, and none before its money is reserved. Resolves with why it
   * ended. A `perform` that returns has finished the experiment; one that throws GivenBack gives it back to others; what
   * else it throws fails the experiment with that error's message and advice. Money is reserved by the bundle's limit of
   * one experiment, else by `prices`: what this machine knows of each panel; null or missing: unknown.
   */
  work(
    hash: string,
    given: {
      takes(panel: string): boolean;
      prices?: ReadonlyMap<string, number | null>;
      perform(taken: TakenExperiment): Promise<Performed>;
      signal: AbortSignal;
    },
  ): Promise<"over" | "left" | "money" | "stopped">;
  leave(): Promise<void>;
};

/** What an experiment came to, once its files are stored. */
export type Performed = { outcome: "done" } | { outcome: "failed"; reason: string; advice: string | null };

/** One experiment in a worker's hands. What others took over meanwhile fires `signal`, and every write of it is refused. */
export type TakenExperiment = {
  hash: string;
  bundle: StudyBundle;
  experiment: StudyExperiment;
  /** Fires when it was lost, the study was stopped, or the worker leaves. */
  signal: AbortSignal;
  /** Does a step once: one that is known to be done is not done again. */
  step(name: StudyStep, work: () => Promise<void>): Promise<void>;
  /** Has every step be done again, here and wherever it goes on: of what one of them stored, a part is gone. */
  anew(): Promise<void>;
  /** What others stored of it: as `files` and `read` above. */
  files(): Promise<QueuedFile[]>;
  read(path: string): Promise<Uint8Array | null>;
  /** Stores a file as it is now, or that it is gone. Throws GivenBack where the experiment is another's by now. */
  put(path: string, bytes: Uint8Array | null): Promise<void>;
  /** Notes what it cost here by now in this worker's own budget, and nowhere else: also of what is another's by now. */
  charge(cost: number): Promise<void>;
  /** Does the same, and tells the queue. @param before What a stored ledger says that others spent. */
  spent(here: ExperimentSpent, before?: ExperimentSpent): Promise<void>;
  /** The most that it may cost here in all, US dollars; null: no limit. */
  allowance(): Promise<number | null>;
  /**
   * Waits for its share of requests at a time of each of these providers, over all workers of the account, and holds it
   * while `work` runs. @param work Gets how many sessions it may have at a time with any one of them; null: no limit.
   */
  share<T>(providers: readonly string[], work: (sessions: number | null) => Promise<T>): Promise<T>;
  /** A provider said that these were too many: all workers give it fewer, and nothing for so many seconds. */
  refused(provider: string, seconds: number): Promise<void>;
};

/** What an experiment spent: US dollars, tokens, and sessions without a known price. */
export type ExperimentSpent = { cost: number; tokens: number; unpriced: number };

/** The experiment goes back to the others, with what is stored. */
export class GivenBack extends Error {
  override name = "GivenBack";
}
