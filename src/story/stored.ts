import type { SessionProgress } from "../artifacts/progress.ts";
import type { Sentence } from "./sentence.ts";

/** An experiment on disk as far as a page lists it. */
export type StoredExperiment = {
  /** Its folder, which no other has, and that folder's name. */
  dir: string;
  name: string;
  /** When its ledger was last written, milliseconds since the epoch. */
  at: number;
  /** Which design won, in short; null where there is no ranking. */
  short: Sentence | null;
  /** The title of the design that it names, by design_id. */
  titles: ReadonlyMap<string, string>;
  /** Every session that its ledger names; null where the ledger cannot be read. */
  sessions: SessionProgress[] | null;
};

/** The newest experiments of the project, newest first, how many older ones there are, and what was not looked into. */
export type Stored = { experiments: StoredExperiment[]; older: number; closed: ClosedBase[] };

/** A base folder that was not looked into, and why. */
export type ClosedBase = { path: string; reason: string };
