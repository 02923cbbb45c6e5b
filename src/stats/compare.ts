import { mean, sampleStandardDeviation } from "simple-statistics";
import type { Comparison, CriterionDifference, DesignChange, Move, RankAmong } from "../artifacts/comparison.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import { type RankedDesign, type Ranking, rankedScore } from "../artifacts/ranking.ts";
import { preparePanel, type RankingInput, type RankingNumbers, type Scored } from "./panel.ts";
import { rankDesigns } from "./ranking.ts";
import { tidy } from "./ranks.ts";
import { pairDoubt } from "./verdict.ts";

const MAX_DISAGREEMENTS = 10;

/**
 * Compares the named designs of one experiment. Ranks, scores and probabilities are those of `ranking`, so that they equal
 * what it prints; unknown ids are ignored. Pure and in a fixed order, like rankDesigns.
 */
export function compareDesigns(
  input: RankingInput,
  designIds: readonly string[],
  ranking: RankingNumbers = rankDesigns(input),
): Comparison {
  const { pairwise, summary } = ranking;
  const panel = preparePanel(input);
  const wanted = (id: string) => designIds.includes(id);
  const scored = new Set([...panel.cells, ...panel.ordered].map(({ design }) => panel.designs[design]?.design_id));
  const compared = ranking.designs.filter(({ design_id }) => wanted(design_id) && scored.has(design_id));
  const designs = compared.map(({ design_id }) => design_id);
  const pairs = pairwise.filter(({ better, worse }) => wanted(better) && wanted(worse));
  return tidy({
    designs,
    positions: compared.map((each) => ({
      rank: each.rank,
      score: each.rank === null ? null : rankedScore(ranking, each),
    })),
    unscored: panel.designs.flatMap(({ design_id }) => (wanted(design_id) && !scored.has(design_id) ? design_id : [])),
    pairs,
    doubt: pairDoubt(ranking),
    told_apart: summary.told_apart,
    differences: pairs.flatMap(({ better, worse }) =>
      panel.criteria.map((criterion) => differenceOf(panel, better, worse, criterion)),
    ),
    disagreements: disagreements(
      designs,
      panel.cells.map(({ score }) => score),
      panel.criteria,
    )
      .slice(0, MAX_DISAGREEMENTS)
      .map(({ lowest, highest, ...each }) => ({
        ...each,
        lowest: { reviewer_id: lowest.reviewer_id, score: lowest.scores[each.criterion] ?? 0 },
        highest: { reviewer_id: highest.reviewer_id, score: highest.scores[each.criterion] ?? 0 },
      })),
  });
}

function differenceOf(panel: Scored, better: string, worse: string, criterion: Criterion): CriterionDifference {
  const { name, min, max } = criterion;
  const cellsOf = (id: string) => panel.cells.filter(({ score }) => score.design_id === id);
  const other = new Map(cellsOf(worse).map(({ reviewer, score }) => [reviewer, score.scores[name]]));
  const differences = cellsOf(better).flatMap(({ reviewer, score: { scores } }) => {
    const [own, against] = [scores[name], other.get(reviewer)];
    return own === undefined || against === undefined ? [] : [own - against];
  });
  return {
    better,
    worse,
    criterion: name,
    min,
    max,
    difference: differences.length > 0 ? mean(differences) : null,
    spread: differences.length > 1 ? sampleStandardDeviation(differences) : null,
    reviewers: differences.length,
  };
}

/** `plan`: the ids of the designs in the order of the plan. */
type Ranked = { ranking: Pick<Ranking, "designs">; criteria: readonly Criterion[]; plan: readonly string[] };

/**
 * How each design stands in two experiments on one task, in the order of the later one; then what only the earlier one
 * had. Designs are matched by their model, several of one model in the order of their plans, and each once.
 */
export function changesBetween(earlier: Ranked, later: Ranked): DesignChange[] {
  const [before, after] = [byModel(earlier), byModel(later)];
  const common = [...after.keys()].filter((key) => before.has(key));
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return keys.map((key) => {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
    const [was, is] = [from && standing(from, before, common), to && standing(to, after, common)];
    const move = was && is && moveOf(was, is);
    return {
      model: (to ?? from)?.generating_model ?? "",
      before: was,
      after: is,
      move,
      criterion: from && to && move ? widest(from, to, earlier.criteria, later.criteria, move) : null,
    };
  });
}

function byModel({ ranking, plan }: Ranked): Map<string, RankedDesign> {
  const found = new Map<string, RankedDesign>();
  for (const design of ranking.designs) {
    const same = ranking.designs.filter(({ generating_model }) => generating_model === design.generating_model);
    const ids = same.map(({ design_id }) => design_id).sort((a, b) => plan.indexOf(a) - plan.indexOf(b));
    found.set(JSON.stringify([design.generating_model, ids.indexOf(design.design_id)]), design);
  }
  return found;
}

/** `among` counts only designs that are in both experiments, so that it does not move where others come or go. */
function standing(
  { design_id, rank }: RankedDesign,
  designs: ReadonlyMap<string, RankedDesign>,
  common: readonly string[],
): RankAmong {
  const ahead = common.filter((key) => {
    const other = designs.get(key)?.rank ?? null;
    return rank !== null && other !== null && other < rank;
  });
  return { design_id, rank, among: rank === null ? null : ahead.length + 1 };
}

function moveOf({ among: from }: RankAmong, { among: to }: RankAmong): Move | null {
  if (from === null || to === null) return null;
  if (from === to) return "stays";
  return to < from ? "rose" : "fell";
}

/** The criterion of both, on one scale in both, whose average went most the way of the design; null where none did. */
function widest(
  from: RankedDesign,
  to: RankedDesign,
  earlier: readonly Criterion[],
  later: readonly Criterion[],
  move: Move,
): DesignChange["criterion"] {
  const way = { rose: 1, fell: -1, stays: 0 }[move];
  const moved = later.flatMap(({ name, min, max }) => {
    const same = earlier.some((each) => each.name === name && each.min === min && each.max === max);
    const before = from.score_breakdown[name]?.average ?? null;
    const after = to.score_breakdown[name]?.average ?? null;
    if (!same || before === null || after === null) return [];
    return [{ name, before, after, share: (way * (after - before)) / (max - min) }];
  });
  const [most] = moved.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return most ? { name: most.name, before: most.before, after: most.after } : null;
}

/** The lowest and the highest score of one design on one criterion; `range` is their distance as a share of its scale. */
export type ScoresApart<S> = { design_id: string; criterion: string; range: number; lowest: S; highest: S };

/** What one reviewer gave one design. */
type Given = { design_id: string; scorer_model: string; scores: Readonly<Record<string, number>> };

/** The lowest and the highest that two different models gave: rows of one model are one mind. Empty for fewer than two. */
function widestApart<S extends Given>(sorted: readonly S[], on: (score: S) => number): readonly S[] {
  const [lowest, highest] = [sorted.at(0), sorted.at(-1)];
  if (!lowest || !highest || lowest.scorer_model !== highest.scorer_model)
    return [lowest, highest].flatMap((each) => each ?? []);
  const isOther = ({ scorer_model }: S): boolean => scorer_model !== lowest.scorer_model;
  const [above, below] = [sorted.findLast(isOther), sorted.find(isOther)];
  if (!above || !below) return [];
  return on(above) - on(lowest) >= on(highest) - on(below) ? [lowest, above] : [below, highest];
}

/** Where scores of one design differ on one criterion, the widest first; of equals in the order of `designIds` and criteria. */
export function disagreements<S extends Given>(
  designIds: readonly string[],
  scores: readonly S[],
  criteria: readonly Criterion[],
): ScoresApart<S>[] {
  return designIds
    .flatMap((design_id) =>
      criteria.flatMap(({ name: criterion, min, max }): ScoresApart<S>[] => {
        const on = ({ scores }: Given): number => scores[criterion] ?? min;
        const own = scores.filter((score) => score.design_id === design_id && criterion in score.scores);
        const sorted = own.toSorted((a, b) => on(a) - on(b));
        const [lowest, highest] = widestApart(sorted, on);
        if (!lowest || !highest || on(lowest) === on(highest)) return [];
        return [{ design_id, criterion, range: (on(highest) - on(lowest)) / (max - min), lowest, highest }];
      }),
    )
    .sort((a, b) => b.range - a.range);
}
