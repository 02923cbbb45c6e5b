import type { Doubt, Ranking } from "./ranking.ts";

/** The numbers that put two or more designs of one experiment side by side. */
export type Comparison = {
  /** The compared designs that have a score, best ranked first. */
  designs: string[];
  /** Where each of `designs` stands in the whole ranking; nulls when nothing is ranked. Scores on 0–10. */
  positions: { rank: number | null; score: number | null }[];
  /** Compared designs that nobody scored. */
  unscored: string[];
  /** P(better is better than worse), for every pair. */
  pairs: Ranking["pairwise"];
  /** Why pairs of this ranking are no surer than "probably", or mean nothing; null where nothing holds them back. */
  doubt: Exclude<Doubt, "one-design"> | "nobody-compares" | null;
  /** From this probability on two of the designs are told apart. */
  told_apart: number;
  /** For every pair, in the order of `pairs`, and every criterion. */
  differences: CriterionDifference[];
  /** Where the reviewers' scores lie furthest apart, the widest first; at most ten, only where they differ. */
  disagreements: Disagreement[];
};

/** How much more `better` was given than `worse` by the reviewers who scored both, on the criterion's own scale. */
export type CriterionDifference = {
  better: string;
  worse: string;
  criterion: string;
  min: number;
  max: number;
  /** Null when no reviewer scored both. */
  difference: number | null;
  /** Sample standard deviation of the difference over these reviewers; null for fewer than two. */
  spread: number | null;
  reviewers: number;
};

type Disagreement = {
  design_id: string;
  criterion: string;
  /** Highest minus lowest score, as a share of the criterion's scale: 0 to 1. */
  range: number;
  lowest: { reviewer_id: string; score: number };
  highest: { reviewer_id: string; score: number };
};

/** Where a design of one model stands in an earlier and a later experiment on one task; null where it has none. */
export type DesignChange = {
  model: string;
  before: RankAmong | null;
  after: RankAmong | null;
  /** Among the designs that are in both; null where it is not ranked in both. */
  move: Move | null;
  /** The criterion whose average went most the way of the move, for its scale; null where it stays or none did. */
  criterion: { name: string; before: number; after: number } | null;
};

/** `rank` in the experiment, `among` the designs whose models are in both; nulls where it is not ranked. */
export type RankAmong = { design_id: string; rank: number | null; among: number | null };

export type Move = "rose" | "fell" | "stays";
