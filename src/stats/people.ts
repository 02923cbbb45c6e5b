import { studentt } from "jstat";
import { max, mean } from "simple-statistics";
import type { PartedCriterion, PartedDesign } from "../artifacts/people.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { CONSTANTS, fitScores, oddsOf, type ScoresFit } from "./belief.ts";
import { SCALE } from "./composite.ts";
import { firstOf } from "./first.ts";
import { fitRanking, type RankingFit } from "./fit.ts";
import { type CompactIncidence, compact, keepReviewers } from "./incidence.ts";
import { byModels, peopleIn, type RankingInput, type Scored } from "./panel.ts";
import { scoresOn } from "./parts.ts";
import { confidenceLevel, toldApart } from "./verdict.ts";

type People = NonNullable<Ranking["people"]>;

/** Which people count, what the ranking would be without them, and where they and the models part. Null without people. */
export function rankingPeople(
  panel: Scored,
  fitted: RankingFit | null,
  options: RankingInput["options"],
): People | null {
  const people = peopleIn(panel);
  if (people.size === 0) return null;
  return {
    counted: [...people].map(([at, weight]) => {
      const of = (all: readonly { reviewer: number }[]) => all.filter(({ reviewer }) => reviewer === at).length;
      const answered = fitted ? of(fitted.answers) : 0;
      const { reviewer_id = "" } = panel.reviewers[at] ?? {};
      return { reviewer_id, weight, scores: of(panel.cells), ordered: of(panel.ordered), pairs: answered };
    }),
    without: withoutThem(panel, fitted, options),
    parted: { designs: fitted ? partedDesigns(panel, fitted) : [], criteria: partedCriteria(panel, options) },
  };
}

function withoutThem(panel: Scored, fitted: RankingFit | null, options: RankingInput["options"]): People["without"] {
  const models = byModels(panel);
  const before = fitRanking(models, options);
  const places = panel.designs.map(({ design_id }, at) => {
    const place = before?.incidence.designIds.indexOf(at) ?? -1;
    const reviewers = models.cells.filter(({ design }) => design === at).length;
    return {
      design_id,
      rank: before?.ranks[place] ?? null,
      p_best: before?.uncertainty.best[place] ?? null,
      reviewers,
    };
  });
  const placeOf = (order: readonly number[] = []) => new Map(order.map((design, at) => [design, at]));
  const sorted = (by: RankingFit | null) => {
    const at = placeOf(by?.order.map((position) => by.incidence.designIds[position] ?? -1));
    return [...places.entries()]
      .sort(([a], [b]) => (at.get(a) ?? places.length) - (at.get(b) ?? places.length) || a - b)
      .map(([, place]) => place);
  };
  const { verdict, opinions } = firstOf(models, before, sorted(before));
  return {
    verdict,
    confidence: before ? confidenceLevel(before.grounds) : "low",
    opinions,
    told_apart: before?.bound ?? toldApart(panel.designs.length),
    designs: sorted(fitted).map(({ design_id, rank, p_best }) => ({ design_id, rank, p_best })),
  };
}

/** Points of 0–10 from which a difference is told whatever chance may leave. */
export const PARTED = 1;
/** Share of a criterion's scale from which it is. */
export const PARTED_SHARE = 0.2;
const MOST = 10;

function partedDesigns(panel: Scored, fitted: RankingFit): PartedDesign[] {
  return widest(partings(panel, fitted, fitted.composites, fitted.models.ranking.method), PARTED);
}

function partedCriteria(panel: Scored, { method }: RankingInput["options"]): PartedCriterion[] {
  if (panel.cells.length === 0) return [];
  const all = panel.criteria.flatMap((criterion) => {
    const cells = panel.cells.filter(({ score }) => criterion.name in score.scores);
    if (cells.length === 0) return [];
    const incidence = compact(cells);
    const values = scoresOn(cells, criterion);
    const found = partings(panel, { incidence, ...fitScores(incidence, values, method) }, values, method);
    return found.map((each) => ({
      criterion: criterion.name,
      scale: (criterion.max - criterion.min) / SCALE,
      ...each,
    }));
  });
  return widest(all, PARTED_SHARE * SCALE).map(({ scale, ...each }) => {
    return { ...each, difference: each.difference * scale };
  });
}

function widest<P extends PartedDesign>(parted: readonly P[], bound: number): P[] {
  const size = ({ difference }: P) => Math.abs(difference);
  return parted
    .filter((each) => each.beyond_chance || size(each) >= bound)
    .sort((a, b) => size(b) - size(a))
    .slice(0, MOST);
}

/**
 * Of each design that both judged, what people give it above what models do: the difference of their weighted mean
 * residuals, out of which the design's quality falls and severity is taken. Chance: within the 97.5 % point of t times
 * √(s²·(1 − 1/N)·(Σ_g(1/W_g + ρ_g/(1 − ρ_g)) − 2κ·ρ_m/(1 − ρ_m))), W_g what the group's cells weigh and s² of models
 * alone, or else a person who differs would make all scores look noisy. The last term: with b_g what all of a group err
 * by, Var(b_p − b_m) = Var b_p + Var b_m − 2·Cov(b_p, b_m), and what both err by together is in no difference of them.
 */
function partings(
  panel: Scored,
  { incidence, adjusted, fit }: Pick<ScoresFit, "adjusted" | "fit"> & { incidence: CompactIncidence },
  values: readonly number[],
  method: "adjusted" | "mean",
): PartedDesign[] {
  const { observations, designs, reviewerIds } = incidence;
  const persons = peopleIn(panel);
  const own = keepReviewers(incidence, values, (at) => !persons.has(reviewerIds[at] ?? -1));
  if (own.values.length === 0 || own.values.length === values.length) return [];
  const { belief } = fitScores(own.rest, own.values, method);
  const residuals =
    adjusted?.residuals ?? fit.residuals.map((each, at) => each - severityOf(observations[at]?.reviewer));
  const limit = studentt.inv(0.975, belief.freedom);
  const [ofPeople, ofModels] = [oddsOf(CONSTANTS.people), oddsOf(CONSTANTS.correlation)];
  return Array.from({ length: designs }, (_, at) => at).flatMap((at) => {
    const cells = observations.flatMap(({ design, reviewer, person }, place) =>
      design === at ? [{ id: idOf(reviewer), person, off: residuals[place] ?? 0 }] : [],
    );
    const people = cells.filter(({ person }) => person !== undefined);
    const models = cells.filter(({ person }) => person === undefined);
    if (people.length === 0 || models.length === 0) return [];
    const weight = people.reduce((sum, { person = 0 }) => sum + person, 0);
    const theirs = people.reduce((sum, { person = 0, off }) => sum + person * off, 0) / weight;
    const difference = theirs - mean(models.map(({ off }) => off));
    const groups = 1 / weight + ofPeople + 1 / models.length + ofModels;
    const among = groups - 2 * CONSTANTS.shared * ofModels;
    const deviation = Math.sqrt(belief.variance * (1 - 1 / designs) * among);
    const furthest = (of: typeof cells, way: number) => {
      const far = max(of.map(({ off }) => way * off));
      return of.find(({ off }) => way * off === far)?.id ?? "";
    };
    return {
      design_id: panel.designs[incidence.designIds[at] ?? -1]?.design_id ?? "",
      difference,
      beyond_chance: deviation > 0 && Math.abs(difference) > limit * deviation,
      person: furthest(people, Math.sign(difference)),
      model: furthest(models, -Math.sign(difference)),
    };
  });

  function severityOf(reviewer = -1): number {
    return fit.severity[reviewer] ?? 0;
  }

  function idOf(reviewer: number): string {
    return panel.reviewers[reviewerIds[reviewer] ?? -1]?.reviewer_id ?? "";
  }
}
