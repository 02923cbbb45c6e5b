import type { Comparison, CriterionDifference } from "../schemas/comparison.ts";
import type { Design } from "../schemas/design.ts";
import { confirmed } from "../schemas/flag.ts";
import type { Score } from "../schemas/score.ts";
import type { Names } from "../schemas/story.ts";
import { inline, join, type Markdown, md } from "../text/markdown.ts";
import { count, list, probabilityClause, SURE, score, TOLD_APART } from "../text/numbers.ts";
import { type Aligned, disagreementLines, gravestRisks, riskLines, tradeoffLines } from "./comparison-content.ts";
import { BY_MODELS } from "./design-text.ts";
import { flagLines } from "./flags-text.ts";
import { named } from "./named.ts";
import { terminalTable } from "./table.ts";

const MAX_PAIRS = 6;
const MAX_DESIGNS = 12;
/** Rows of differences over all pairs, so that the reply stays readable. */
const ROWS = 38;
/** As many designs stand side by side; more stand one below another. */
const SIDE_BY_SIDE = 3;
/** Columns of a title and of a model. */
const TITLE = 60;

/** What is compared: `aligned` where it is two designs, in their order. */
export type Compared = {
  title: string;
  designs: readonly Design[];
  comparison: Comparison;
  scores: readonly Score[];
  names: Names;
  aligned: Aligned | null;
};

/**
 * Two or more designs of one experiment side by side: what they are, who is better at what, what they decided and fear,
 * where reviewers disagree and why. Designs go by their letters, reviewers by their models.
 */
export function comparisonReply(compared: Compared): Markdown {
  const { names, aligned } = compared;
  const designs = named(compared.designs, names);
  const numbers = named(compared.comparison, names);
  const shown = designs.slice(0, MAX_DESIGNS);
  const [first, second] = shown;
  return join(
    [
      md`## Designs of ${inline(compared.title)}`,
      BY_MODELS,
      nameLines(shown),
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
      ...(aligned && first && second
        ? [...tradeoffLines(first, second, aligned), ...riskLines(first, second, aligned)]
        : gravestRisks(shown)),
      ...disagreementLines(numbers, named(compared.scores, names)),
    ],
    "\n\n",
  );
}

function nameLines(designs: readonly Design[]): Markdown {
  return join(
    designs.map(
      ({ design_id, title, generating_model, flags }) =>
        md`- **${inline(design_id)}**${confirmed(flags).length > 0 ? md` (flagged)` : md``} “${inline(title, TITLE)}” by ${inline(generating_model, TITLE)}`,
    ),
    "\n",
  );
}

/** What can be counted: side by side where the designs are few, else a row a design. */
function factsTable(designs: readonly Design[], { designs: ranked, positions }: Comparison): Markdown {
  const positionOf = (id: string) => positions[ranked.indexOf(id)];
  const facts: [string, (design: Design) => string][] = [
    ["rank", ({ design_id }) => String(positionOf(design_id)?.rank ?? "–")],
    ["score", ({ design_id }) => score(positionOf(design_id)?.score ?? null)],
    ["risks", ({ risks }) => risksText(risks)],
    ["components", ({ components }) => String(components.length)],
    ["decisions", ({ tradeoffs }) => String(tradeoffs.length)],
    ["open questions", ({ open_questions }) => String(open_questions.length)],
  ];
  if (designs.length <= SIDE_BY_SIDE) {
    const rows = facts.map(([name, of]) => [name, ...designs.map(of)]);
    return terminalTable(["", ...designs.map(({ design_id }) => design_id)], rows);
  }
  const few = facts.slice(0, SIDE_BY_SIDE);
  const rows = designs.map((design) => [design.design_id, ...few.map(([, of]) => of(design))]);
  return terminalTable(["", ...few.map(([name]) => name)], rows);
}

function pairLines({ designs, pairs, differences, doubt }: Comparison): Markdown[] {
  if (designs.length < 2) return [md`Fewer than two of these designs have scores, so there is no number to compare.`];
  if (pairs.length === 0) return [md`All criteria have weight zero, so the designs are not ranked.`];
  const shown = pairs.slice(0, MAX_PAIRS);
  const rows = Math.max(3, Math.floor(ROWS / shown.length));
  return [
    ...shown.flatMap(({ better, worse, probability: p }) => {
      const verdict =
        p >= TOLD_APART
          ? md`**${inline(better)} is ${p >= SURE && doubt === null ? "better" : "probably better"} than ${inline(worse)}** (${probabilityClause(p, doubt !== null)}).`
          : md`**${inline(better)} and ${inline(worse)} cannot be told apart** (${probabilityClause(p, doubt !== null)}).`;
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
    terminalTable(["criterion", "difference", "spread", "reviewers"], rows, ["l", "r", "r", "r"]),
    ...(shown.length < all.length ? [md`and ${all.length - shown.length} criteria with smaller differences`] : []),
  ];
}

/** "+0.50", and "0.00" for what rounds to nothing. */
function signed(value: number): string {
  const text = score(Math.abs(value));
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

function risksText(risks: Design["risks"]): string {
  const high = risks.filter(({ severity }) => severity === "high").length;
  return high > 0 ? `${risks.length}, ${high} high` : String(risks.length);
}
