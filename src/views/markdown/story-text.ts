import { authorOf, confirmed } from "../../artifacts/design.ts";
import type { Names } from "../../artifacts/names.ts";
import { isCompared, onScale, type Ranking, rankedScore } from "../../artifacts/ranking.ts";
import { requirementsOf } from "../../artifacts/requirement.ts";
import type { Task } from "../../artifacts/task.ts";
import type { Met } from "../../artifacts/unmet.ts";
import { belowTable } from "../../story/account.ts";
import { metInShort } from "../../story/meets.ts";
import { BETTER_DESIGNS } from "../../story/round-words.ts";
import { roundsBlocks } from "../../story/rounds.ts";
import type { Story } from "../../story/story.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { chance, isBeyondConfidence, range, scoreText } from "../../text/numbers.ts";
import { blocksText } from "./blocks.ts";
import { drawn, UNNAMED } from "./drawn.ts";
import { table, terminalTable } from "./table.ts";

/** Columns of a title in a table that must hold at 80 columns. */
const CELL = 46;
const NARROW = 38;
const MEETS = "10/12".length;
const MAX_ROWS = 20;

/** Rank, design, what it meets, score and P(best), best first, at most 80 characters wide. */
export function storyTable({ ranking, insights, names }: Story): Markdown {
  const checked = ranking.designs.some(({ requirements }) => requirements !== undefined);
  const compared = isCompared(ranking);
  // Scores of different reviewers stand in no order, and so in no column.
  const set = ranking.summary.verdict.kind !== "nobody-compares";
  const rows = ranking.designs.slice(0, MAX_ROWS).map((each) => {
    const { rank, design_id, p_best, flags, requirements } = each;
    const found = insights.designs.find((design) => design.design_id === design_id);
    return [
      rank === null || !set ? "–" : String(rank),
      found ? `${found.letter}${confirmed(flags).length > 0 ? " (flagged)" : ""} ${found.title}` : design_id,
      ...(checked ? [meetsText(requirements)] : []),
      scoreText(set ? rankedScore(ranking, each) : null),
      chance(compared ? p_best : null, ranking),
    ];
  });
  const longest = Math.max(...ranking.designs.map(({ requirements }) => meetsText(requirements).length));
  const left = ranking.designs.length - rows.length;
  const columns = ["Rank", "Design", ...(checked ? ["Meets"] : []), "Score/10", "P(best)"];
  const shown = table(
    columns,
    rows,
    ["r", "l", ...(checked ? (["r"] as const) : []), "r", "r"],
    checked ? NARROW - Math.max(0, longest - MEETS) : CELL,
  );
  return blocksText([{ is: "drawing", of: shown }, ...belowTable(ranking, { checked, set, compared, left })], {
    names,
  });
}

/**
 * The ranking as a table: one row a design, best first; Score is what ranks, adjusted or the average, and the other of
 * the two stands beside it. Flags have a column where there are any, and the number of
 * scores where designs differ in it. One reviewer's opinion has no probabilities, and no range of nine in ten stands
 * beside a confidence that is lower than that.
 */
export function rankingTable(ranking: Ranking, { designs: letters }: Names = UNNAMED): Markdown {
  const { designs } = ranking;
  const compared = isCompared(ranking);
  const set = ranking.summary.verdict.kind !== "nobody-compares";
  const ranges = set && !isBeyondConfidence(ranking);
  const flagged = designs.some(({ flags }) => confirmed(flags).length > 0);
  const adjusted = ranking.method === "adjusted";
  const scoresOf = ({ adjusted_score, average_score }: (typeof designs)[number]) => {
    const [average, other] = [set ? average_score : null, onScale(adjusted_score)];
    return adjusted ? ([other, average] as const) : ([average, other] as const);
  };
  const other = designs.some((design) => scoresOf(design)[1] !== null);
  const checked = designs.some(({ requirements }) => requirements !== undefined);
  const uneven = new Set(designs.map(({ reviewers }) => reviewers)).size > 1;
  return table(
    [
      "Rank",
      "Design",
      "Model",
      ...(checked ? ["Meets"] : []),
      "Score",
      ...(other ? [adjusted ? "Average" : "Adjusted"] : []),
      "P(best)",
      ...(ranges ? ["Ranks (90 %)"] : []),
      ...(uneven ? ["Scores"] : []),
      ...(flagged ? ["Flags"] : []),
    ],
    designs.map((design) => [
      design.rank === null || !set ? "–" : String(design.rank),
      letters.get(design.design_id) ?? design.design_id,
      authorOf(design),
      ...(checked ? [meetsText(design.requirements)] : []),
      ...scoresOf(design)
        .slice(0, other ? 2 : 1)
        .map(scoreText),
      chance(compared ? design.p_best : null, ranking),
      ...(ranges ? [compared && design.rank_interval ? range(design.rank_interval) : "–"] : []),
      ...(uneven ? [design.reviewers > 0 ? String(design.reviewers) : "not scored"] : []),
      ...(flagged ? [String(confirmed(design.flags).length || "")] : []),
    ]),
    [
      "r",
      "l",
      "l",
      ...(checked ? (["r"] as const) : []),
      "r",
      ...(other ? (["r"] as const) : []),
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
export function criteriaTables(
  ranking: Ranking,
  names: readonly string[],
  { designs: letters }: Names = UNNAMED,
): Markdown[] {
  if (ranking.summary.verdict.kind === "nobody-compares") return [];
  const { designs } = ranking;
  return Array.from({ length: Math.ceil(designs.length / DESIGNS_A_TABLE) }, (_, at) => {
    const shown = designs.slice(at * DESIGNS_A_TABLE, (at + 1) * DESIGNS_A_TABLE);
    return terminalTable(
      ["Criterion", ...shown.map(({ design_id }) => letters.get(design_id) ?? design_id)],
      names.map((name) => [name, ...shown.map((design) => scoreText(design.score_breakdown[name]?.average ?? null))]),
      ["l", ...shown.map(() => "r" as const)],
    );
  });
}

/** "10/12": requirements that a design meets, of those that were checked, and assertions behind them. */
export function meetsText(found: Met | undefined): string {
  return found === undefined || found.of === 0 ? "–" : metInShort(found);
}

/** What rounds of better designs came to, under its heading; nothing where there was none. */
export function betterText({ rounds, names }: Story, task: Task): Markdown[] {
  const blocks = roundsBlocks(rounds, requirementsOf(task));
  return blocks.length === 0 ? [] : [md`## ${drawn(BETTER_DESIGNS)}`, blocksText(blocks, { names })];
}
