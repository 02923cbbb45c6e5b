import { mean, sampleStandardDeviation } from "simple-statistics";
import type { Comparison, CriterionDifference, Disagreement } from "../artifacts/comparison.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import { SURE, TOLD_APART } from "../text/certainty.ts";
import { doubtOf } from "./confidence.ts";
import type { RankingInput } from "./input.ts";
import { fitRanking, type RankingFit, whyUnranked } from "./ranking-fit.ts";
import { tidy } from "./rounding.ts";
import { type Panel, type PanelCell, preparePanel } from "./score-panel.ts";

const MAX_DISAGREEMENTS = 10;

/**
 * Compares the named designs of one experiment. The probabilities are those of the whole ranking, so that they equal
 * what the ranking prints; unknown ids are ignored. Pure and in a fixed order, like rankDesigns.
 */
export function compareDesigns(input: RankingInput, designIds: readonly string[]): Comparison {
  const panel = preparePanel(input);
  const fitted = fitRanking(panel, input.options);
  const wanted = (design: number) => designIds.includes(panel.designs[design]?.design_id ?? "");
  const positions = fitted?.order.filter((at) => wanted(fitted.incidence.designIds[at] ?? -1)) ?? [];
  const scored = new Set(panel.cells.map(({ design }) => design));
  // All weights zero, or nobody compares: there are scores and no ranking, and the designs stand in the panel's order.
  const ranked = fitted
    ? positions.map((at) => fitted.incidence.designIds[at] ?? -1)
    : [...panel.designs.keys()].filter((design) => wanted(design) && scored.has(design));
  const idOf = (design: number) => panel.designs[design]?.design_id ?? "";
  const pairs = positions.flatMap((better, at) => positions.slice(at + 1).map((worse) => ({ better, worse })));
  const designOf = (position: number) => fitted?.incidence.designIds[position] ?? -1;
  return tidy({
    designs: ranked.map(idOf),
    positions: ranked.map((_, at) => ({
      rank: fitted?.ranks[positions[at] ?? -1] ?? null,
      score: fitted?.fit.theta[positions[at] ?? -1] ?? null,
    })),
    unscored: [...panel.designs.keys()].filter((design) => wanted(design) && !scored.has(design)).map(idOf),
    pairs: pairs.map(({ better, worse }) => ({
      better: idOf(designOf(better)),
      worse: idOf(designOf(worse)),
      probability: fitted?.uncertainty.beats(better, worse) ?? 0,
    })),
    doubt: fitted ? doubtIn(fitted) : whyUnranked(panel) === "nobody-compares" ? "nobody-compares" : null,
    told_apart: fitted?.bound ?? TOLD_APART,
    differences: pairs.flatMap(({ better, worse }) =>
      panel.criteria.map((criterion) => differenceOf(panel, designOf(better), designOf(worse), criterion)),
    ),
    disagreements: ranked
      .flatMap((design) => panel.criteria.flatMap((criterion) => disagreementOf(panel, design, criterion) ?? []))
      .sort((a, b) => b.range - a.range)
      .slice(0, MAX_DISAGREEMENTS),
  });
}

/** What holds the pairs of a ranking back; null where none would be surer than it allows. */
function doubtIn({ order, grounds, uncertainty }: RankingFit): Comparison["doubt"] {
  const doubt = doubtOf(grounds);
  if (doubt === "close-designs") return grounds.best > SURE ? doubt : null;
  const beyond = order.some((better, at) =>
    order.slice(at + 1).some((worse) => uncertainty.beats(better, worse) > SURE),
  );
  return doubt === "one-reviewer" || beyond ? doubt : null;
}

function differenceOf(panel: Panel, better: number, worse: number, criterion: Criterion): CriterionDifference {
  const { name, min, max } = criterion;
  const other = new Map(cellsOf(panel, worse).map(({ reviewer, score }) => [reviewer, score.scores[name] ?? 0]));
  const differences = cellsOf(panel, better).flatMap(({ reviewer, score }) => {
    const against = other.get(reviewer);
    return against === undefined ? [] : [(score.scores[name] ?? 0) - against];
  });
  return {
    better: panel.designs[better]?.design_id ?? "",
    worse: panel.designs[worse]?.design_id ?? "",
    criterion: name,
    min,
    max,
    difference: differences.length > 0 ? mean(differences) : null,
    spread: differences.length > 1 ? sampleStandardDeviation(differences) : null,
    reviewers: differences.length,
  };
}

function disagreementOf(panel: Panel, design: number, { name, min, max }: Criterion): Disagreement | null {
  const given = cellsOf(panel, design).map(({ score }) => ({
    reviewer_id: score.reviewer_id,
    score: score.scores[name] ?? min,
  }));
  const sorted = given.toSorted((a, b) => a.score - b.score);
  const lowest = sorted.at(0);
  const highest = sorted.at(-1);
  if (!lowest || !highest || lowest.score === highest.score) return null;
  const range = (highest.score - lowest.score) / (max - min);
  return { design_id: panel.designs[design]?.design_id ?? "", criterion: name, range, lowest, highest };
}

function cellsOf(panel: Panel, design: number): PanelCell[] {
  return panel.cells.filter((cell) => cell.design === design);
}
