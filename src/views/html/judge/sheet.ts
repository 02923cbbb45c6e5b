import type { Ballot, Glance, Gleaned, KeptVote } from "../../../artifacts/ballot.ts";
import type { DesignBody } from "../../../artifacts/design.ts";

/** A ballot as its page gets it: every text that may be long is drawn already, as HTML of our own. */
export type Sheet = Omit<Ballot, "designs" | "task"> & {
  task: string;
  designs: readonly SheetDesign[];
  /** Which parts of two designs are about one topic. */
  pairs_of_parts: Gleaned["pairs"];
};

export type SheetDesign = {
  letter: string;
  design_sha256: string;
  title: string;
  summary: string;
  /** What is read before the whole text. */
  glance: Glance;
  /** What stands beside another design's, cut to what a comparison needs. */
  parts: SheetParts;
  /** All that comes after the summary. */
  rest: string;
};

export type SheetParts = {
  tradeoffs: readonly Pick<DesignBody["tradeoffs"][number], "aspect" | "choice" | "rationale">[];
  risks: DesignBody["risks"];
  components: readonly Pick<DesignBody["components"][number], "name" | "description">[];
  connections: NonNullable<DesignBody["connections"]>;
  assumptions: readonly string[];
  open_questions: readonly string[];
};

/**
 * How a person's vote stands: what is kept of it, and what who is done may be told: what became of the vote, and the
 * result, drawn, where there is one to see.
 */
export type VoterTold = { kept: KeptVote | null; after: string | null; result: string | null };

/** What a page gets at first, and what became of what it sent. */
export type Opened = VoterTold & { sheet: Sheet };
export type SheetSaved = VoterTold & { state: "saved" | "stale" };

/** The element in which a ballot's file holds its sheet; a page that is served has none. */
export const SHEET_ID = "sheet";
