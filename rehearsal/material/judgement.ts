import type { DesignBody } from "../../src/artifacts/design.ts";
import type { CoverageStatus } from "../../src/artifacts/requirement.ts";
import type { ReviewBody } from "../../src/artifacts/review.ts";

/** A design as it is written here; who asks for no connections is answered without them. */
export type MaterialDesign = DesignBody & { connections: { from: string; to: string; what: string }[] };

export const CRITERIA = ["clarity", "feasibility", "scalability", "maintainability", "innovation"] as const;

/** In the order of CRITERIA, 0 to 10. */
export type Scores = readonly [number, number, number, number, number];

/** What becomes of the ranking: one design is probably the best, or none can be told to be. */
export type Variant = "clear" | "open";

export const REQUIREMENT_IDS = ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "C1", "C2", "C3", "N1", "N2"] as const;

/** What one reviewer says of one design. */
export type Judgement = ReviewBody & {
  /** With the words of the design that show it; none where the design says nothing of it. */
  coverage: Record<(typeof REQUIREMENT_IDS)[number], readonly [status: CoverageStatus, quote: string]>;
  rationales: Record<(typeof CRITERIA)[number], string>;
  scores: Record<Variant, Scores>;
  justification: string;
};

/** Of the ledger, the cells and the cache, in this order. */
export type Judgements = readonly [Judgement, Judgement, Judgement];
