import type { Design } from "../schemas/design.ts";
import type { Ranking } from "../schemas/ranking.ts";
import { inline } from "../text/markdown.ts";
import { flagLines } from "./flags.ts";
import { count, probability, score } from "./numbers.ts";
import { headline } from "./ranking-sentences.ts";
import { table } from "./table.ts";

/** The shape of a comparison's numbers, as the statistics give them. */
type Numbers = {
  pairs: readonly { better: string; worse: string; probability: number }[];
  differences: readonly {
    better: string;
    worse: string;
    criterion: string;
    difference: number | null;
    spread: number | null;
    reviewers: number;
  }[];
  disagreements: readonly {
    design_id: string;
    criterion: string;
    lowest: { reviewer_id: string; score: number };
    highest: { reviewer_id: string; score: number };
  }[];
  unscored: readonly string[];
};

const MOST_PAIRS = 6;
/** Below this the host's own word for a pair is that it cannot be told apart. */
const SURE = 0.8;

/** Two or more designs of one experiment side by side: what they are, who is better at what, where reviewers disagree. */
export function comparisonReply(title: string, designs: readonly Design[], numbers: Numbers): string {
  const { pairs, differences, disagreements, unscored } = numbers;
  const flagged = designs.some(({ flags }) => flags.length > 0);
  return [
    `## Designs of ${inline(title)}`,
    table(
      ["", ...designs.map(({ design_id }) => design_id)],
      [
        ["model", ...designs.map(({ generating_model }) => generating_model)],
        ["title", ...designs.map(({ title: name }) => name)],
        ["components", ...designs.map(({ components }) => String(components.length))],
        ["tradeoffs", ...designs.map(({ tradeoffs }) => String(tradeoffs.length))],
        ["risks", ...designs.map(({ risks }) => risksText(risks))],
        ["open questions", ...designs.map(({ open_questions }) => String(open_questions.length))],
        ...(flagged ? [["flags", ...designs.map(({ flags }) => String(flags.length))]] : []),
      ],
    ),
    ...designs.flatMap(({ design_id, flags }) =>
      flags.length > 0 ? [`### ${inline(design_id)}`, ...flagLines(flags)] : [],
    ),
    ...pairs
      .slice(0, MOST_PAIRS)
      .flatMap(({ better, worse, probability: p }) => [
        `${p >= SURE ? `**${inline(better)}** beats ${inline(worse)}` : `${inline(better)} and ${inline(worse)} cannot be told apart`}: the probability that the first is the better one is ${probability(p)}.`,
        differencesTable(differences.filter((row) => row.better === better && row.worse === worse)),
      ]),
    ...(pairs.length > MOST_PAIRS ? [`and ${pairs.length - MOST_PAIRS} more pairs in results/ranking.json`] : []),
    ...(pairs.length === 0 ? ["No reviewer scored two of these designs, so there is no number to compare."] : []),
    ...(unscored.length > 0 ? [`Nobody scored ${unscored.map((id) => inline(id)).join(", ")}.`] : []),
    ...(disagreements.length > 0
      ? [
          "Where the reviewers disagree most:",
          disagreements
            .slice(0, 5)
            .map(({ design_id, criterion, lowest, highest }) => {
              return `- ${inline(criterion)} of ${inline(design_id)}: ${lowest.score} by ${inline(lowest.reviewer_id)}, ${highest.score} by ${inline(highest.reviewer_id)}`;
            })
            .join("\n"),
        ]
      : []),
  ].join("\n\n");
}

/** Two experiments side by side, for one task done twice or two takes on one problem. */
export function experimentsReply(rows: readonly { id: string; ranking: Ranking | null; designs: number }[]): string {
  return [
    "## Experiments",
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
        ["winner", ...rows.map(({ ranking }) => ranking?.summary.winner ?? "–")],
        ["its score", ...rows.map(({ ranking }) => score(ranking?.designs[0]?.adjusted_score ?? null))],
        ["confidence", ...rows.map(({ ranking }) => ranking?.summary.confidence ?? "–")],
        ["consensus", ...rows.map(({ ranking }) => ranking?.summary.consensus ?? "–")],
        ["failures", ...rows.map(({ ranking }) => String(ranking?.failures.length ?? "–"))],
      ],
    ),
    ...rows.map(({ id, ranking }) => `${inline(id)}: ${ranking ? headline(ranking) : "not ranked yet."}`),
    "Scores of different experiments come from different panels and tasks: compare the winners, not the numbers.",
  ].join("\n\n");
}

function differencesTable(rows: Numbers["differences"]): string {
  return table(
    ["criterion", "difference", "spread", "reviewers"],
    rows.map(({ criterion, difference, spread, reviewers }) => [
      criterion,
      difference === null ? "–" : `${difference > 0 ? "+" : ""}${score(difference)}`,
      score(spread),
      String(reviewers),
    ]),
    ["l", "r", "r", "r"],
  );
}

function risksText(risks: Design["risks"]): string {
  const high = risks.filter(({ severity }) => severity === "high").length;
  return high > 0 ? `${count(risks.length, "risk")}, ${high} high` : String(risks.length);
}
