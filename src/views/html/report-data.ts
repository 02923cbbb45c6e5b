import type { ModelUsage, Spent } from "../../artifacts/cost.ts";
import type { Design } from "../../artifacts/design.ts";
import type { Dissent } from "../../artifacts/insights.ts";
import type { DesignPoints } from "../../artifacts/points.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import type { CoverageRow } from "../../artifacts/requirement.ts";
import type { Review } from "../../artifacts/review.ts";
import type { Score } from "../../artifacts/score.ts";
import type { Task } from "../../artifacts/task.ts";
import type { Account } from "../../story/account.ts";
import type { ExchangePlace } from "../../story/exchange.ts";
import type { PlanSheet } from "../../story/plan-sheet.ts";
import type { Compared, Story } from "../../story/story.ts";

/** A revision and its parent as they were judged, as texts to be set one against the other. */
export type ChangedText = { child: string; parent: string; before: string; after: string };

type Decisions = NonNullable<Compared["aligned"]>["decisions"];

/** Everything that a report shows, gathered from an experiment's files. Text in it is as models and people wrote it. */
export type ReportData = {
  task: Task;
  /** Every model that judged or was to judge. */
  reviewers: readonly { reviewer_id: string; model: string; persona?: string }[];
  /** People who judge, each by the name that they gave. */
  people: readonly { reviewer_id: string; name: string }[];
  /** Those that can be used. */
  designs: readonly Design[];
  reviews: readonly Review[];
  scores: readonly Score[];
  ranking: Ranking;
  /** One number on 0–10 for each score: its criteria by their weights; null when all weights are zero. */
  composites: readonly { design_id: string; reviewer_id: string; score: number | null }[];
  /** What reviewers said of each design, alike sentences together. */
  points: readonly DesignPoints[];
  /** Requirement by requirement what reviewers say of each design. */
  coverage: readonly CoverageRow[];
  /** Every pair of designs: which of their trade-offs are about one topic. */
  topics: readonly { first: string; second: string; shared: Decisions["shared"] }[];
  /** Where two reviewers see the same thing notably differently, the widest first. */
  disagreements: readonly Dissent[];
  /** What a person is told of all this. */
  account: Account;
  /** False where no probability means anything: one reviewer alone tells the designs apart, or none, or one has scores. */
  compared: boolean;
  usage: readonly ModelUsage[];
  spent: Spent;
  /** What sessions took that were to write a design and did not. */
  lost: readonly { design_id: string; spent: Spent }[];
  /** Seconds from the first to the last line of the ledger; null when there is none. */
  seconds: number | null;
  /** The plan of the chosen design, as its files were when the report was written; null where there is none. */
  plan: PlanSheet | null;
  /** Of what there is a page of what was sent and what came back, by its place. */
  exchanges: readonly string[];
  /** What failed, by its place, in the order of the plan. */
  failed: readonly ExchangePlace[];
  /** What rounds of better designs came to, in their order, with what each of their texts was made of as it was judged. */
  rounds: readonly { outcome: Story["rounds"][number]; changes: readonly ChangedText[] }[];
  /** The configuration that was in effect. */
  config: Readonly<Record<string, unknown>>;
};
