import type { Spent } from "../artifacts/cost.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { SessionProgress } from "../artifacts/progress.ts";
import { ranFor, spentOf } from "../experiment/spent.ts";
import type { Sentence } from "./sentence.ts";

/** An experiment on disk as far as a page lists it. */
export type StoredExperiment = {
  /** Its folder, which no other has, and that folder's name. */
  dir: string;
  name: string;
  /** When its ledger or its questions were last written, milliseconds since the epoch. */
  at: number;
  /** Seconds that its calls took together, and what for; null where its ledger does not say, or cannot be read. */
  ran: number | null;
  spent: Spent | null;
  /** What a person decided, or else who won, or that nobody did, and how sure that is; null where there is neither. */
  verdict: Sentence | null;
  /** How it stands and what to type next where it began with questions and has no task yet; else null. */
  stands: Sentence | null;
  /** The title of the design that it names, by design_id. */
  titles: ReadonlyMap<string, string>;
  /** How many rounds of better designs it has. */
  rounds: number;
  /** Every session that its ledger names; null where the ledger cannot be read. */
  sessions: SessionProgress[] | null;
};

/** What a ledger tells of time and money; null for one that cannot be read. */
export function tookOf(lines: readonly LedgerLine[] | null): Pick<StoredExperiment, "ran" | "spent"> {
  return { ran: lines && ranFor(lines), spent: lines && spentOf(lines) };
}

/** The newest experiments of the project, newest first, how many older ones there are, and what was not looked into. */
export type Stored = { experiments: StoredExperiment[]; older: number; closed: ClosedBase[] };

/** A base folder that was not looked into, and why. */
export type ClosedBase = { path: string; reason: string };
