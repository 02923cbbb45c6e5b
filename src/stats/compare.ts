import { mean, sampleStandardDeviation } from "simple-statistics";
import type {
  Comparison,
  CriterionDifference,
  DesignChange,
  Disagreement,
  Move,
  Standing,
} from "../artifacts/comparison.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import { SURE } from "../text/certainty.ts";
import { fitRanking, type RankingFit, whyUnranked } from "./fit.ts";
import { type Panel, type PanelCell, preparePanel, type RankingInput } from "./panel.ts";
import { tidy } from "./ranks.ts";
import { heldBackBy, toldApart } from "./verdict.ts";

const MAX_DISAGREEMENTS = 10;

/**
 * Compares the named designs of one experiment. The probabilities are those of the whole ranking, so that they equal
 * what the ranking prints; unknown ids are ignored. Pure and in a fixed order, like rankDesigns.
 */
export function compareDesigns(input: RankingInput, designIds: readonly string[]): Comparison {
  const panel = preparePanel(input);
  const fitted = fitRanking(panel, input.options);
  const wanted = (design: number) => designIds.includes(panel.designs[design]?.design_id ?? "");
  const designOf = (position: number) => fitted?.incidence.designIds[position] ?? -1;
  const positions = fitted?.order.filter((at) => wanted(designOf(at))) ?? [];
  const scored = new Set(panel.cells.map(({ design }) => design));
  // All weights zero, or nobody compares: there are scores and no ranking, and the designs stand in the panel's order.
  const ranked = fitted
    ? positions.map(designOf)
    : [...panel.designs.keys()].filter((design) => wanted(design) && scored.has(design));
  const idOf = (design: number) => panel.designs[design]?.design_id ?? "";
  const pairs = positions.flatMap((better, at) => positions.slice(at + 1).map((worse) => ({ better, worse })));
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
    told_apart: fitted?.bound ?? toldApart(panel.designs.length),
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
  const doubt = heldBackBy(grounds);
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
): Standing {
  const ahead = common.filter((key) => {
    const other = designs.get(key)?.rank ?? null;
    return rank !== null && other !== null && other < rank;
  });
  return { design_id, rank, among: rank === null ? null : ahead.length + 1 };
}

function moveOf({ among: from }: Standing, { among: to }: Standing): Move | null {
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
