import type { Flag } from "./flag.ts";
import type { FlaggedTopScore } from "./ranking.ts";

/** What a person should look at before trusting an experiment. Nothing of it disqualifies a design. */
export type Attention = {
  designs: readonly { design_id: string; flags: readonly Flag[]; violations: number }[];
  reviewers: readonly { reviewer_id: string; violations: number }[];
  top_scores: readonly FlaggedTopScore[];
  /** Names left in a prompt that was to be blind. */
  identified: readonly { design_id: string; names: readonly string[] }[];
};
