import type { DesignChange } from "../artifacts/comparison.ts";
import type { Incomplete } from "../artifacts/incomplete.ts";
import type { Insights } from "../artifacts/insights.ts";
import type { Names } from "../artifacts/names.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { CoverageRow, Requirement } from "../artifacts/requirement.ts";

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

/** One experiment among several that are compared; `story` is null where it is not ranked. */
export type ComparedExperiment = { id: string; topic: string; designs: number; story: Story | null };

/** `changes` where there are two that are both ranked and on one task, else null. */
export type ComparedExperiments = {
  rows: ComparedExperiment[];
  changes: DesignChange[] | null;
  /** Whether all are takes on one task. */
  one_task: boolean;
};
