import type { Comparison, CriterionDifference } from "../schemas/comparison.ts";
import type { Design } from "../schemas/design.ts";
import { confirmed } from "../schemas/flag.ts";
import type { Ranking } from "../schemas/ranking.ts";
import { inline, join, type Markdown, md } from "../text/markdown.ts";
import { count, list, oneDecimal, probabilityClause, SURE, score, TOLD_APART } from "../text/numbers.ts";
import { flagLines } from "./flags-text.ts";
import { headline } from "./order-sentences.ts";
import { table } from "./table.ts";

const MAX_PAIRS = 6;
const MAX_DESIGNS = 12;
const MAX_DISAGREEMENTS = 5;
/** Rows of differences over all pairs, so that the reply stays readable. */
const ROWS = 60;
/** As many designs stand side by side; more stand one below another. */
const SIDE_BY_SIDE = 4;

/** Two or more designs of one experiment side by side: what they are, who is better at what, where reviewers disagree. */
export function comparisonReply(title: string, designs: readonly Design[], numbers: Comparison): Markdown {
  const shown = designs.slice(0, MAX_DESIGNS);
  return join(
    [
      md`## Designs of ${inline(title)}`,
      factsTable(shown, numbers),
      ...(designs.length > shown.length ? [md`and ${count(designs.length - shown.length, "more design")}`] : []),
      ...shown.flatMap(({ design_id, flags }) =>
        flags.length > 0 ? [md`### ${inline(design_id)}`, ...flagLines(flags)] : [],
      ),
      ...pairLines(numbers),
      ...(numbers.unscored.length > 0
        ? [
            md`Nobody scored ${list(
              numbers.unscored.map((id) => inline(id)),
              8,
            )}.`,
          ]
        : []),
      ...disagreementLines(numbers),
    ],
    "\n\n",
  );
}

function factsTable(designs: readonly Design[], { designs: ranked, positions }: Comparison): Markdown {
  const positionOf = (id: string) => positions[ranked.indexOf(id)];
  const flagged = designs.some(({ flags }) => confirmed(flags).length > 0);
  const facts: [string, (design: Design) => string][] = [
    ["model", ({ generating_model }) => generating_model],
    ["title", ({ title }) => title],
    ["rank", ({ design_id }) => String(positionOf(design_id)?.rank ?? "–")],
    ["score", ({ design_id }) => score(positionOf(design_id)?.score ?? null)],
    ["components", ({ components }) => String(components.length)],
    ["tradeoffs", ({ tradeoffs }) => String(tradeoffs.length)],
    ["risks", ({ risks }) => risksText(risks)],
    ["open questions", ({ open_questions }) => String(open_questions.length)],
    ...(flagged
      ? [["flags", ({ flags }: Design) => String(confirmed(flags).length)] as [string, (design: Design) => string]]
      : []),
  ];
  if (designs.length <= SIDE_BY_SIDE) {
    const rows = facts.map(([name, of]) => [name, ...designs.map(of)]);
    return table(["", ...designs.map(({ design_id }) => design_id)], rows);
  }
  const rows = designs.map((design) => [design.design_id, ...facts.map(([, of]) => of(design))]);
  return table(["", ...facts.map(([name]) => name)], rows);
}

function pairLines({ designs, pairs, differences }: Comparison): Markdown[] {
  if (designs.length < 2) return [md`Fewer than two of these designs have scores, so there is no number to compare.`];
  if (pairs.length === 0) return [md`All criteria have weight zero, so the designs are not ranked.`];
  const shown = pairs.slice(0, MAX_PAIRS);
  const rows = Math.max(3, Math.floor(ROWS / shown.length));
  return [
    ...shown.flatMap(({ better, worse, probability: p }) => {
      const verdict =
        p >= TOLD_APART
          ? md`**${inline(better)} is ${p >= SURE ? "better" : "probably better"} than ${inline(worse)}** (${probabilityClause(p)}).`
          : md`**${inline(better)} and ${inline(worse)} cannot be told apart** (${probabilityClause(p)}).`;
      const own = differences.filter((row) => row.better === better && row.worse === worse);
      if (own.every(({ difference }) => difference === null)) {
        return [md`${verdict} No reviewer scored both, so there is no difference by criterion.`];
      }
      return [verdict, ...differenceLines(own, rows)];
    }),
    ...(pairs.length > shown.length
      ? [md`and ${count(pairs.length - shown.length, "more pair")} in results/ranking.json`]
      : []),
    md`P is the probability that the first is the better one. A difference is the first minus the second, the mean over the reviewers who scored both, on the criterion's own scale; ± is the standard deviation between these reviewers.`,
  ];
}

/** A pair's differences in the criteria's order; when they are too many, the largest for their scale. */
function differenceLines(all: readonly CriterionDifference[], most: number): Markdown[] {
  const size = ({ difference, min, max }: CriterionDifference) => Math.abs(difference ?? 0) / (max - min);
  const least = all.map(size).sort((a, b) => b - a)[most - 1] ?? 0;
  const shown = all.length <= most ? all : all.filter((row) => size(row) >= least).slice(0, most);
  const rows = shown.map(({ criterion, min, max, difference, spread, reviewers }) => [
    min === 0 && max === 10 ? criterion : `${criterion} (${min} to ${max})`,
    difference === null ? "–" : signed(difference),
    spread === null ? "–" : `± ${score(spread)}`,
    String(reviewers),
  ]);
  return [
    table(["criterion", "difference", "spread", "reviewers"], rows, ["l", "r", "r", "r"]),
    ...(shown.length < all.length ? [md`and ${all.length - shown.length} criteria with smaller differences`] : []),
  ];
}

function disagreementLines({ disagreements }: Comparison): Markdown[] {
  if (disagreements.length === 0) return [];
  const lines = disagreements.slice(0, MAX_DISAGREEMENTS).map(({ design_id, criterion, lowest, highest }) => {
    const given = md`${shortScore(lowest.score)} by ${inline(lowest.reviewer_id)}, ${shortScore(highest.score)} by ${inline(highest.reviewer_id)}`;
    return md`- ${inline(criterion)} of ${inline(design_id)}: ${given}`;
  });
  return [md`Where the reviewers disagree most:`, join(lines, "\n")];
}

/** Two experiments side by side, for one task done twice or two takes on one problem. */
export function experimentsReply(rows: readonly { id: string; ranking: Ranking | null; designs: number }[]): Markdown {
  return join(
    [
      md`## Experiments`,
      table(
        ["", ...rows.map(({ id }) => id)],
        [
          ["topic", ...rows.map(({ ranking }) => ranking?.topic ?? "–")],
          ["designs", ...rows.map(({ designs }) => String(designs))],
          [
            "scores",
            ...rows.map(({ ranking }) =>
              ranking ? `${ranking.summary.scored_cells} of ${ranking.summary.expected_cells}` : "–",
            ),
          ],
          ["winner", ...rows.map(({ ranking }) => winnerText(ranking))],
          ["best score", ...rows.map(({ ranking }) => score(bestScore(ranking)))],
          ["reviewers", ...rows.map(({ ranking }) => String(ranking?.summary.total_reviewers ?? "–"))],
          ["confidence", ...rows.map(({ ranking }) => ranking?.summary.confidence ?? "–")],
          ["reviewers differ by", ...rows.map(({ ranking }) => deviationText(ranking))],
          ["failures", ...rows.map(({ ranking }) => String(ranking?.failures.length ?? "–"))],
        ],
      ),
      ...rows.map(({ id, ranking }) => md`${inline(id)}: ${ranking ? headline(ranking) : md`not ranked yet.`}`),
      md`Scores of different experiments come from different panels and tasks: compare the winners, not the numbers.`,
    ],
    "\n\n",
  );
}

function winnerText(ranking: Ranking | null): string {
  if (ranking === null) return "–";
  const { winner, tie_groups } = ranking.summary;
  if (winner !== null) return winner;
  const tied = tie_groups.find((group) => group[0] === ranking.designs[0]?.design_id) ?? [];
  return tied.length > 1 ? `a tie of ${tied.length}` : "none";
}

function deviationText(ranking: Ranking | null): string {
  const deviation = ranking?.reliability.residual_deviation ?? null;
  return deviation === null ? "–" : `±${oneDecimal(deviation)}`;
}

function bestScore(ranking: Ranking | null): number | null {
  const [first] = ranking?.designs ?? [];
  return first?.adjusted_score ?? first?.average_score ?? null;
}

/** "+0.50", and "0.00" for what rounds to nothing. */
function signed(value: number): string {
  const text = score(Math.abs(value));
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** A score as given, without the tail that a mean of samples has. */
function shortScore(value: number): number {
  return Number(value.toFixed(2));
}

function risksText(risks: Design["risks"]): string {
  const high = risks.filter(({ severity }) => severity === "high").length;
  return high > 0 ? `${count(risks.length, "risk")}, ${high} high` : String(risks.length);
}
