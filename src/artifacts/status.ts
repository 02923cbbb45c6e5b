import type { Entrant } from "./entrant.ts";
import type { Failure } from "./failure.ts";
import type { Lineage } from "./lineage.ts";
import type { ScoreSample } from "./score.ts";
import type { Part, Reviewer } from "./task.ts";

/** How many are there of how many that the plan wants. */
export type Count = { there: number; wanted: number };

export type MissingDesign = {
  kind: "design";
  design_id: string;
  model: string;
  /** As whom it designs. */
  persona?: string;
  /** The document that is to be it, in place of one that a model writes. */
  entrant?: Entrant;
  /** What it revises or merges. */
  lineage?: Lineage;
  /** It was started, and nothing tells how it ended: it runs now, or its process is gone. */
  begun: boolean;
};

/** One reviewer and one design, with the parts that are missing. */
export type MissingCell = {
  kind: "cell";
  design_id: string;
  reviewer: Reviewer;
  parts: Part[];
  /** Samples of the score that are there and stay. */
  samples: readonly ScoreSample[];
  /**
   * Sessions that it takes to make the parts: one asks for all of them, each further sample has its own; none for a
   * reviewer that no session asks.
   */
  sessions: number;
  /** False while the design itself is missing. */
  askable: boolean;
  begun: boolean;
};

/** One thing that the plan wants and is not there. */
export type PendingWork = MissingDesign | MissingCell;

/**
 * Where an experiment stands against its plan. A cell is wanted for every planned design, also for one that failed; a
 * score counts once it has all its samples; what is stale or cannot be read is not there; what was spared is not wanted.
 */
export type Status = {
  designs: Count;
  reviews: Count;
  scores: Count;
  samples: Count;
  /** Scores that are there with fewer samples than the plan wants. */
  short: number;
  /** Cells that could not change the choice: neither wanted nor missing, until somebody asks for them. */
  spared: MissingCell[];
  /** In the order in which a run would ask for it; empty when the plan is fulfilled. */
  pending: PendingWork[];
  /** What is pending and last ended in a failure: one entry for each design or part of a cell. */
  failures: Failure[];
};
