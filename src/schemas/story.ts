import type { CoverageRow } from "./coverage.ts";
import type { Incomplete } from "./incomplete.ts";
import type { Insights } from "./insights.ts";
import type { Ranking } from "./ranking.ts";
import type { Requirement } from "./requirement.ts";

/** What people call designs and reviewers, by the ids that files and data give them. */
export type Names = { designs: ReadonlyMap<string, string>; reviewers: ReadonlyMap<string, string> };

/** What a person decides by: the designs, which one, why, what speaks against it. */
export type Story = {
  ranking: Ranking;
  insights: Insights;
  /** Requirement × design, in the order of the plan; empty where nothing was checked. */
  coverage: readonly CoverageRow[];
  /** Requirements that were checked and that no design meets. */
  unmet: readonly Requirement[];
  /** What the plan wanted and is not there; null where nothing is missing. */
  incomplete: Incomplete | null;
  names: Names;
};
