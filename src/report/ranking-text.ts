import type { Attention } from "../schemas/attention.ts";
import { confirmed } from "../schemas/flag.ts";
import type { Ranking } from "../schemas/ranking.ts";
import type { Task } from "../schemas/task.ts";
import { inline, join, type Markdown, md, prose } from "../text/markdown.ts";
import { amount, count, probability, score } from "../text/numbers.ts";
import { attentionLines } from "./attention-text.ts";
import { failureLines } from "./failures-text.ts";
import { flagLines } from "./flags-text.ts";
import { sortNotes } from "./notes-text.ts";
import { headline, isOneOpinion } from "./order-sentences.ts";
import { rankingSentences } from "./ranking-sentences.ts";
import { table } from "./table.ts";

/**
 * The ranking as a table: one row a design, best first. Flags have a column where there are any, and the number of
 * scores where designs differ in it. One reviewer's opinion has no probabilities.
 */
export function rankingTable(ranking: Ranking): Markdown {
  const { designs } = ranking;
  const compared = designs.filter(({ rank }) => rank !== null).length > 1 && !isOneOpinion(ranking);
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
      "Ranks (90 %)",
      ...(uneven ? ["Scores"] : []),
      ...(flagged ? ["Flags"] : []),
    ],
    designs.map((design) => [
      design.rank === null ? "–" : String(design.rank),
      design.design_id,
      design.generating_model,
      score(design.adjusted_score),
      score(design.average_score),
      probability(compared ? design.p_best : null),
      compared ? intervalText(design.rank_interval) : "–",
      ...(uneven ? [design.reviewers > 0 ? String(design.reviewers) : "not scored"] : []),
      ...(flagged ? [String(confirmed(design.flags).length || "")] : []),
    ]),
    ["r", "l", "l", "r", "r", "r", "r", ...(uneven ? (["r"] as const) : []), ...(flagged ? (["r"] as const) : [])],
  );
}

const CRITERIA_A_TABLE = 8;

/** Each design's average on each criterion, on the criterion's own scale: a table for every eight criteria. */
export function criteriaTables({ designs }: Ranking, names: readonly string[]): Markdown[] {
  const tables: Markdown[] = [];
  for (let from = 0; from < names.length; from += CRITERIA_A_TABLE) {
    const shown = names.slice(from, from + CRITERIA_A_TABLE);
    const rows = designs.map(({ design_id, score_breakdown }) => [
      design_id,
      ...shown.map((name) => score(score_breakdown[name]?.average ?? null)),
    ]);
    tables.push(table(["Design", ...shown], rows, ["l", ...shown.map(() => "r" as const)]));
  }
  return tables;
}

/** What was missing, in one sentence; null when the whole matrix is there. */
export function incompleteness({ summary, failures }: Ranking): Markdown | null {
  const { scored_cells, expected_cells } = summary;
  const designs = failures.filter(({ phase }) => phase === "generate").length;
  if (scored_cells === expected_cells && designs === 0) return null;
  const said = [
    ...(scored_cells < expected_cells ? [md`${scored_cells} of ${count(expected_cells, "score")} are there`] : []),
    ...(designs > 0 ? [md`${count(designs, "designer")} delivered nothing`] : []),
  ];
  return md`**Incomplete:** ${join(said, "; ")}. The ranking uses what there is.`;
}

/** results/ranking.md: everything that ranking.json holds, for people. */
export function rankingMarkdown(ranking: Ranking, task: Task, attention: Attention): Markdown {
  const { designs, failures, summary, assumptions } = ranking;
  const { files, numbers } = sortNotes(ranking.notes);
  const missing = incompleteness(ranking);
  const bullets = [...attentionLines(attention), ...rankingSentences(ranking).map((sentence) => md`- ${sentence}`)];
  const text = join(
    [
      md`# ${inline(ranking.topic)}`,
      headline(ranking),
      ...(missing ? [missing] : []),
      rankingTable(ranking),
      ...(bullets.length > 0 ? [join(bullets, "\n")] : []),
      md`## Scores by criterion`,
      ...criteriaTables(
        ranking,
        task.criteria.map(({ name }) => name),
      ),
      md`## What reviewers said`,
      ...designs.flatMap(
        ({
          design_id,
          flags,
          qualitative_summary: { total_strengths, total_weaknesses, common_strengths, common_weaknesses },
        }) => [
          md`### ${inline(design_id)}`,
          ...flagLines(flags),
          md`${count(total_strengths, "strength")} and ${amount(total_weaknesses)} ${total_weaknesses === 1 ? "weakness" : "weaknesses"} were named.`,
          ...bulletsUnder(
            md`More than one reviewer praised:`,
            common_strengths.map((each) => inline(each)),
          ),
          ...bulletsUnder(
            md`More than one reviewer criticised:`,
            common_weaknesses.map((each) => inline(each)),
          ),
        ],
      ),
      ...(failures.length > 0 ? [md`## What failed`, join(failureLines(failures, 100), "\n")] : []),
      ...bulletsUnder(md`## What was left out`, files),
      ...bulletsUnder(md`## What the numbers leave open`, numbers),
      md`## How to read this`,
      md`${METHOD[ranking.method]} ${count(summary.total_designs, "design")}, ${count(summary.total_reviewers, "reviewer")}, ${summary.scored_cells} of ${count(summary.expected_cells, "score")}. All scores are on 0–10, those by criterion on the criterion's own scale.`,
      md`P(best) is the probability that a design is the best, and a rank range holds the design's rank in 90 % of ${amount(assumptions.draws)} draws. Both take reviewers' errors to be correlated at ${assumptions.error_correlation}, an assumption and not a measurement, and so none is printed beyond 95 %. A winner is the best with 80 % or more by at least two reviewers; designs that cannot be told apart with 80 % are a tie. Confidence is P(best) of the first design in a word: high from 95 %, medium from 80 %, and never above medium with two designs or two reviewers.`,
      md`Agreement of the reviewers (r_WG, alpha, W and others) is in results/ranking.json: it hardly says who is the best.`,
      md`Made ${inline(ranking.timestamp, 40)} for the experiment ${inline(ranking.experiment_id)}.`,
      md`## Task`,
      prose(task.task.length > 5_000 ? `${task.task.slice(0, 5_000)} […]` : task.task),
    ],
    "\n\n",
  );
  return md`${text}\n`;
}

const METHOD: Readonly<Record<Ranking["method"], Markdown>> = {
  adjusted: md`Ranks rest on the adjusted score: the average with each reviewer's severity and preference for its own design taken out.`,
  mean: md`Ranks rest on the average score.`,
};

function intervalText(interval: [number, number] | null): string {
  if (interval === null) return "–";
  const [low, high] = interval;
  return low === high ? String(low) : `${low}–${high}`;
}

function bulletsUnder(title: Markdown, items: readonly Markdown[]): Markdown[] {
  return items.length > 0
    ? [
        title,
        join(
          items.map((item) => md`- ${item}`),
          "\n",
        ),
      ]
    : [];
}
