import { confirmed } from "../../artifacts/flag.ts";
import { isCompared, type Ranking } from "../../artifacts/ranking.ts";
import type { Story } from "../../story/story.ts";
import { incompleteText } from "../../text/incomplete.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { chance, isBeyondConfidence, score } from "../../text/numbers.ts";
import { table, terminalTable } from "./table.ts";

/**
 * The ranking as a table: one row a design, best first. Flags have a column where there are any, and the number of
 * scores where designs differ in it. One reviewer's opinion has no probabilities, and no range of nine in ten stands
 * beside a confidence that is lower than that.
 */
export function rankingTable(ranking: Ranking): Markdown {
  const { designs } = ranking;
  const compared = isCompared(ranking);
  const set = ranking.summary.verdict.kind !== "nobody-compares";
  const ranges = set && !isBeyondConfidence(ranking);
  const flagged = designs.some(({ flags }) => confirmed(flags).length > 0);
  const uneven = new Set(designs.map(({ reviewers }) => reviewers)).size > 1;
  return table(
    [
      "Rank",
      "Design",
      "Model",
      "Adjusted",
      "Average",
      "P(best)",
      ...(ranges ? ["Ranks (90 %)"] : []),
      ...(uneven ? ["Scores"] : []),
      ...(flagged ? ["Flags"] : []),
    ],
    designs.map((design) => [
      design.rank === null || !set ? "–" : String(design.rank),
      design.design_id,
      design.generating_model,
      score(design.adjusted_score),
      score(set ? design.average_score : null),
      chance(compared ? design.p_best : null, ranking),
      ...(ranges ? [compared ? intervalText(design.rank_interval) : "–"] : []),
      ...(uneven ? [design.reviewers > 0 ? String(design.reviewers) : "not scored"] : []),
      ...(flagged ? [String(confirmed(design.flags).length || "")] : []),
    ]),
    [
      "r",
      "l",
      "l",
      "r",
      "r",
      "r",
      ...(ranges ? (["r"] as const) : []),
      ...(uneven ? (["r"] as const) : []),
      ...(flagged ? (["r"] as const) : []),
    ],
  );
}

/** Designs of a table, so that it holds at 80 columns. */
const DESIGNS_A_TABLE = 3;

/**
 * Each design's average on each criterion, on the criterion's own scale: a row a criterion, three designs a table. None
 * where nobody compares, for such averages do not stand beside each other.
 */
export function criteriaTables(ranking: Ranking, names: readonly string[]): Markdown[] {
  if (ranking.summary.verdict.kind === "nobody-compares") return [];
  const { designs } = ranking;
  return Array.from({ length: Math.ceil(designs.length / DESIGNS_A_TABLE) }, (_, at) => {
    const shown = designs.slice(at * DESIGNS_A_TABLE, (at + 1) * DESIGNS_A_TABLE);
    return terminalTable(
      ["Criterion", ...shown.map(({ design_id }) => design_id)],
      names.map((name) => [name, ...shown.map((design) => score(design.score_breakdown[name]?.average ?? null))]),
      ["l", ...shown.map(() => "r" as const)],
    );
  });
}

/** What was missing, in one sentence; null when all that was planned is there. */
export function incompleteness({ incomplete }: Pick<Story, "incomplete">): Markdown | null {
  return incomplete && md`**Incomplete:** ${inline(incompleteText(incomplete), 400)}. The ranking uses what there is.`;
}

function intervalText(interval: [number, number] | null): string {
  if (interval === null) return "–";
  const [low, high] = interval;
  return low === high ? String(low) : `${low}–${high}`;
}
