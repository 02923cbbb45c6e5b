import type { Ballot, KeptVote } from "../../../artifacts/ballot.ts";

/** A ballot as its page gets it: every text that may be long is drawn already, as HTML of our own. */
export type Sheet = Omit<Ballot, "designs" | "task"> & {
  task: string;
  designs: readonly SheetDesign[];
};

export type SheetDesign = {
  letter: string;
  design_sha256: string;
  title: string;
  summary: string;
  /** All that comes after the summary. */
  rest: string;
};

/** How a person's vote stands: what is kept of it, and what who is done may be told. */
export type VoterTold = { kept: KeptVote | null; after: string | null };

/** What a page gets at first, and what became of what it sent. */
export type Opened = VoterTold & { sheet: Sheet };
export type SheetSaved = VoterTold & { state: "saved" | "stale" };

/** The element in which a ballot's file holds its sheet; a page that is served has none. */
export const SHEET_ID = "sheet";
