import type { Comparison, CriterionDifference } from "../../artifacts/comparison.ts";
import { pairVerdict } from "../../story/compared.ts";
import { design } from "../../story/sentence.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { count, score } from "../../text/numbers.ts";
import { drawn } from "./drawn.ts";
import { terminalTable } from "./table.ts";

const MAX_PAIRS = 6;
/** Rows of differences over all pairs, so that the reply stays readable. */
const ROWS = 38;

/**
 * Criterion by criterion how each pair differs, in the order of `asked`; with more than two designs each pair's verdict
 * before it. Nothing where there is no pair.
 */
export function pairLines(comparison: Comparison, asked: readonly string[]): Markdown[] {
  const { pairs, differences, doubt } = comparison;
  if (pairs.length === 0) return [];
  const ordered = pairs
    .map((pair) => ({ ...pair, ...inOrder(pair, asked) }))
    .toSorted(
      (a, b) => asked.indexOf(a.first) - asked.indexOf(b.first) || asked.indexOf(a.second) - asked.indexOf(b.second),
    );
  const shown = ordered.slice(0, MAX_PAIRS);
  const rows = Math.max(3, Math.floor(ROWS / shown.length));
  return [
    md`### By criterion`,
    ...shown.flatMap((pair) => {
      const verdict = ordered.length > 1 ? [md`${drawn(pairVerdict(pair, comparison, design))}.`] : [];
      const own = differences.filter(({ better, worse }) => better === pair.better && worse === pair.worse);
      return own.every(({ difference }) => difference === null)
        ? [...verdict, md`No reviewer scored both, so there is no difference by criterion.`]
        : [...verdict, ...differenceLines(own, rows, pair)];
    }),
    ...(ordered.length > shown.length
      ? [md`and ${count(ordered.length - shown.length, "more pair")} in results/ranking.json`]
      : []),
    md`${doubt === "one-reviewer" ? md`` : md`P is the probability that the design named first is the better one. `}A difference is the mean over the reviewers who scored both, on the criterion's own scale; ± is the standard deviation between these reviewers.`,
  ];
}

type Sides = { first: string; second: string };

function inOrder({ better, worse }: Comparison["pairs"][number], asked: readonly string[]): Sides {
  const turned = asked.indexOf(worse) < asked.indexOf(better);
  return turned ? { first: worse, second: better } : { first: better, second: worse };
}

/** A pair's differences in the criteria's order; when they are too many, the largest for their scale. */
function differenceLines(all: readonly CriterionDifference[], most: number, { first, second }: Sides): Markdown[] {
  const size = ({ difference, min, max }: CriterionDifference) => Math.abs(difference ?? 0) / (max - min);
  const least = all.map(size).sort((a, b) => b - a)[most - 1] ?? 0;
  const shown = all.length <= most ? all : all.filter((row) => size(row) >= least).slice(0, most);
  const rows = shown.map(({ criterion, min, max, difference, spread, reviewers, better }) => [
    min === 0 && max === 10 ? criterion : `${criterion} (${min} to ${max})`,
    difference === null ? "–" : signed(better === first ? difference : -difference),
    spread === null ? "–" : `± ${score(spread)}`,
    String(reviewers),
  ]);
  return [
    terminalTable(["criterion", `${first} minus ${second}`, "spread", "reviewers"], rows, ["l", "r", "r", "r"]),
    ...(shown.length < all.length ? [md`and ${all.length - shown.length} criteria with smaller differences`] : []),
  ];
}

/** "+0.50", and "0.00" for what rounds to nothing. */
function signed(value: number): string {
  const text = score(Math.abs(value));
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}
