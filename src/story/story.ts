import type { Comparison, DesignChange } from "../artifacts/comparison.ts";
import type { Design } from "../artifacts/design.ts";
import type { Incomplete } from "../artifacts/incomplete.ts";
import type { Insights } from "../artifacts/insights.ts";
import type { Names } from "../artifacts/names.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { CoverageRow, Requirement } from "../artifacts/requirement.ts";
import type { Score } from "../artifacts/score.ts";
import type { Count } from "../artifacts/status.ts";
import type { ControlsOutcome } from "../experiment/controls.ts";
import type { DecisionView } from "../experiment/decision.ts";
import type { RoundOutcome } from "../experiment/round-outcome.ts";
import type { TextChange } from "../experiment/text-changes.ts";
import type { Sentence } from "./sentence.ts";

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
  /** Scores that are there, of those that the designs that are there can have. */
  scores: Count;
  /** What people who judged said beside the numbers. */
  people: StoryPeople;
  /** What planted copies of designs came to; null where there are none. */
  controls: ControlsOutcome | null;
  names: Names;
  /** Null where nothing is decided. */
  decided: DecisionView | null;
  /** What rounds of better designs came to, in their order. */
  rounds: readonly RoundOutcome[];
};

export type StoryPeople = {
  /** Who judged after seeing a result, with the order given, the best first; empty where none was. */
  /** Whose votes came with the files; `ranked`: they were counted all the same where the ranking was made. */
  unseen: readonly { reviewer_id: string; ranked: boolean }[];
  beside: readonly { reviewer_id: string; order: readonly (readonly string[])[] }[];
  /** Who was done after the ranking was made. */
  later: readonly string[];
  /** Where people and models part: what the person and the model say who lie furthest apart; null where nothing. */
  quotes: readonly {
    design_id: string;
    criterion: string | null;
    person: string | null;
    model: string | null;
    /** Letters of the person's own that these words name, and whose they are. */
    letters: readonly { letter: string; design_id: string }[];
  }[];
};

/** Two or more designs of one experiment, in the order asked for. `flags` of a design are its own and what reviewers quoted. */
export type Compared = {
  /** Of the experiment. */
  id: string;
  topic: string;
  designs: readonly Design[];
  comparison: Comparison;
  scores: readonly Score[];
  /** Requirement × compared design; empty where nothing was checked. */
  coverage: readonly CoverageRow[];
  names: Names;
  /** Of a revision beside its parent what their round came to, in place of a verdict on two designs; absent of any other. */
  said?: Sentence;
  /** Of a revision beside its parent: the paired comparison, and what it changed. */
  revision?: {
    child: string;
    parent: string;
    /** P(the revision is better), 0 to 1, and the reviewers who scored both; null where there is no verdict. */
    p_better: number | null;
    reviewers: number;
    changes: TextChange[];
  };
  /** Null for more than two, which do not stand side by side. */
  aligned: { decisions: Aligned<Design["tradeoffs"][number]>; risks: Aligned<Design["risks"][number]> } | null;
};

/** What two designs say of the same topic, in the order of the first; what one alone says, those of the first before the other's. */
export type Aligned<T> = {
  shared: { first: T; second: T; alike: boolean }[];
  alone: { design_id: string; own: T }[];
};

/** One experiment among several that are compared; `story` is null where it is not ranked. */
export type ComparedExperiment = { id: string; topic: string; designs: number; story: Story | null } & Pick<
  Story,
  "decided" | "names"
>;

/** `changes` where there are two that are both ranked and on one task, else null. */
export type ComparedExperiments = {
  rows: ComparedExperiment[];
  changes: DesignChange[] | null;
  /** Whether all are takes on one task. */
  one_task: boolean;
};
