import type { Criterion } from "../artifacts/criterion.ts";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import type { RankingNote } from "../artifacts/ranking-note.ts";

/** What a ranking is computed from: plain data, no file and no clock. */
export type RankingInput = {
  designs: readonly {
    design_id: string;
    generating_model: string;
    /** Length of the design's text, in characters. */
    length: number;
  }[];
  /** The panel, also those whose every score is missing. `model` is provider/model. */
  reviewers: readonly { reviewer_id: string; model: string }[];
  criteria: readonly Criterion[];
  /** Valid scores only: a number in bounds for every criterion. At most one for each design and reviewer. */
  scores: readonly ScoreCell[];
  /**
   * Cells that the panel wants and that are not there; when absent, every cell of designs and reviewers without a
   * score. A stand-in that judged some designs leaves none missing for the others.
   */
  missing?: readonly { design_id: string; reviewer_id: string }[];
  reviews: readonly {
    design_id: string;
    reviewer_id: string;
    strengths: readonly string[];
    weaknesses: readonly string[];
  }[];
  options: {
    method: "adjusted" | "mean";
    exclude_self_reviews: boolean;
    /** Draws for the rank intervals; fewer than 2,000 are raised to 2,000. */
    draws: number;
  };
};

export type ScoreCell = {
  design_id: string;
  reviewer_id: string;
  /** provider/model that scored; it makes the cell a self-review when it also wrote the design. */
  scorer_model: string;
  /** The criteria's scores, each on its own scale; with repeated scoring the mean of the samples. */
  scores: Readonly<Record<string, number>>;
  /** The overall score that the model states, 0–10. */
  overall_score: number;
  /** With repeated scoring, each sample's criteria scores; absent or of length 1 otherwise. */
  samples?: readonly Readonly<Record<string, number>>[];
};

/** Everything in ranking.json that arithmetic decides. */
export type RankingNumbers = Pick<
  Ranking,
  "method" | "exclude_self_reviews" | "summary" | "reliability" | "pairwise" | "robustness" | "assumptions" | "bias"
> & { designs: RankedDesign[]; notes: RankingNote[] };
