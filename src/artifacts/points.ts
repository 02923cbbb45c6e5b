/** One thing that reviewers said of a design: a sentence for all that are alike, and who said one of them. */
export type Point = {
  text: string;
  /** reviewer_ids, each once. */
  reviewers: string[];
  /** The other sentences that say it. */
  variants: { reviewer_id: string; text: string }[];
};

/** Positions of two designs' trade-offs that are about one topic, and whether both chose alike. */
export type SharedTopic = { first: number; second: number; differs: boolean };

/** What reviewers said of one design, alike sentences together. */
export type DesignPoints = {
  design_id: string;
  strengths: readonly Point[];
  weaknesses: readonly Point[];
  missing: readonly Point[];
  improvements: readonly Point[];
};
