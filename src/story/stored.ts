import type { SessionProgress } from "../artifacts/progress.ts";

/** An experiment on disk as far as a page lists it. */
export type StoredExperiment = {
  /** Its folder, which no other has, and that folder's name. */
  dir: string;
  name: string;
  /** When its ledger was last written, milliseconds since the epoch. */
  at: number;
  /** The title of the design in the first place, or how many share it; null where nothing is ranked. */
  first: string | number | null;
  /** Every session that its ledger names; null where the ledger cannot be read. */
  sessions: SessionProgress[] | null;
};

/** The newest experiments of the project, newest first, how many older ones there are, and what was not looked into. */
export type Stored = { experiments: StoredExperiment[]; older: number; closed: ClosedBase[] };

/** A base folder that was not looked into, and why. */
export type ClosedBase = { path: string; reason: string };
