import { Matrix } from "ml-matrix";
import { mean, sum } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import { type Belief, type Constants, fitScores, type ScoresFit, sharedErrors } from "./belief.ts";
import { compositeScore, criterionWeight, normalise, SCALE, totalWeight } from "./composite.ts";
import { type CompactIncidence, compact, isConnected, type Observation, weightOf } from "./incidence.ts";
import { limitInfluence } from "./influence.ts";
import { meanModel, type ScoreModel } from "./models.ts";
import type { PanelCell, Scored } from "./panel.ts";

/**
 * Criteria that the same cells hold, and those cells. A ranking has one such part where all reviewers score the same;
 * the first is the widest, which orders of people join.
 */
export type ScoredPart = {
  criteria: readonly Criterion[];
  cells: readonly PanelCell[];
  /** Its criteria's share of the weight of all that rank. */
  share: number;
};

/** A criterion that ranks nothing, and the designs without a score of it; none where its scores compare no designs. */
type LeftOut = { criterion: string; designs: readonly number[] };

/** The parts of a panel's criteria, and what no part can hold. No part where nothing weighs. */
export function partsOf(panel: Scored): { parts: ScoredPart[]; left: LeftOut[] } {
  const { criteria, cells } = panel;
  const heldBy = criteria.map(({ name }) => cells.filter(({ score }) => name in score.scores));
  if (heldBy.every((held) => held.length === cells.length)) {
    return { parts: totalWeight(criteria) > 0 ? [{ criteria, cells, share: 1 }] : [], left: [] };
  }
  const placeOf = new Map(cells.map((cell, at) => [cell, at]));
  const keys = heldBy.map((held) => held.map((cell) => placeOf.get(cell)).join());
  const weighty = [...criteria.keys()].filter((at) => criterionWeight(criteria[at] as Criterion) > 0);
  const groups = [...Map.groupBy(weighty, (at) => keys[at]).values()]
    .map((own) => ({ own, cells: heldBy[own[0] ?? 0] ?? [] }))
    .toSorted((a, b) => b.cells.length - a.cells.length || (a.own[0] ?? 0) - (b.own[0] ?? 0));
  const [base, ...others] = groups;
  if (base === undefined) return { parts: [], left: [] };
  const ranked = designsIn([...base.cells, ...panel.ordered]);
  const [kept, left]: [(typeof groups)[number][], LeftOut[]] = [[base], []];
  for (const group of others) {
    const within = group.cells.filter(({ design }) => ranked.has(design));
    const there = designsIn(within);
    const without = [...ranked].filter((design) => !there.has(design));
    if (without.length === 0 && isConnected(compact(within))) kept.push({ own: group.own, cells: within });
    else left.push(...group.own.map((at) => ({ criterion: criteria[at]?.name ?? "", designs: without })));
  }
  const whole = sum(kept.flatMap(({ own }) => own.map((at) => criterionWeight(criteria[at] as Criterion))));
  const parts = kept.map(({ own, cells: held }, nth): ScoredPart => {
    // What weighs nothing ranks nothing; it stands with what its scores stand beside.
    const idle = (at: number) => nth === 0 && !weighty.includes(at) && keys[at] === keys[own[0] ?? 0];
    const mine = criteria.filter((_, at) => own.includes(at) || idle(at));
    return { criteria: mine, cells: held, share: totalWeight(mine) / whole };
  });
  return { parts, left };
}

/** A part with the model fitted to its composites. */
export type FittedPart = ScoredPart & { incidence: CompactIncidence; values: readonly number[]; fitted: ScoresFit };

/** The composite scores of a part's cells. */
export function compositesOf({ cells, criteria }: Pick<ScoredPart, "cells" | "criteria">): number[] {
  return cells.flatMap(({ score }) => compositeScore(score.scores, criteria) ?? []);
}

/** Scores of one criterion on 0–10. */
export function scoresOn(cells: readonly PanelCell[], criterion: Criterion): number[] {
  return cells.map(({ score }) => SCALE * normalise(score.scores[criterion.name] ?? 0, criterion));
}

/** The fits of the parts beside the base, which is fitted with people's orders. */
export function fitParts(
  [base, ...others]: readonly [FittedPart, ...ScoredPart[]],
  method: "adjusted" | "mean",
  constants: Constants,
): [FittedPart, ...FittedPart[]] {
  return [
    base,
    ...others.map((part): FittedPart => {
      const values = compositesOf(part);
      const all = compact(part.cells);
      const incidence = method === "mean" ? all : limitInfluence(all, values, constants.spreadLimit);
      return { ...part, incidence, values, fitted: fitScores(incidence, values, method, constants) };
    }),
  ];
}

/** Σ a_g·θ_g over what `of` says of each part's designs. */
export function acrossParts<P extends Pick<ScoredPart, "share">>(
  parts: readonly P[],
  of: (part: P) => readonly number[],
): number[] {
  const [first = [], ...others] = parts.map((part) => of(part).map((value) => part.share * value));
  return first.map((value, at) => value + sum([0, ...others.map((own) => own[at] ?? 0)]));
}

/** The plain means of designs, criteria by their weights. */
export function meansOf(parts: readonly FittedPart[]): number[] {
  return acrossParts(parts, ({ incidence, values }) => meanModel(incidence).solve(values).theta);
}

/**
 * The quality of designs whose criteria are not all scored by the same: θ = Σ a_g·θ_g over the parts, a_g a part's share
 * of the weight. What one reviewer errs by on two parts' criteria correlates by r, so that
 *
 * Cov(θ) = Σ_g a_g²·s_g²·(V_g + diag(c_g)) + 2·Σ_{g<h} a_g·a_h·r·s_g·s_h·(sym(L_g·P·L_h') + diag(√(c_g·c_h))),
 *
 * L_g what a part's model makes of its cells, P the cells that both have, by 1 over the root of both weights, c_g what
 * reviewers err by together. The numbers beside (severity, β, residuals) are the base's.
 */
export function joined(parts: readonly [FittedPart, ...FittedPart[]], constants: Constants): ScoresFit {
  const [{ fitted }] = parts;
  if (parts.length === 1) return fitted;
  const single = singleVariance(parts[0], fitted.models.ranking.method, constants);
  const pieces = parts.map((part) => ({
    ...part,
    deviation: Math.sqrt(varianceOf(part, single, constants)),
    together: sharedErrors(part.incidence, constants),
  }));
  const base = fitted.belief.variance;
  const own = Matrix.zeros(fitted.fit.theta.length, fitted.fit.theta.length);
  const shared = fitted.fit.theta.map(() => 0);
  for (const [at, one] of pieces.entries()) {
    const alone = (one.share * one.deviation) ** 2 / base;
    own.add(Matrix.mul(one.fitted.models.ranking.covariance(), alone));
    for (const [design, error] of one.together.entries()) shared[design] = (shared[design] ?? 0) + alone * error;
    for (const other of pieces.slice(at + 1)) {
      const both = (constants.withinReviewer * one.share * other.share * one.deviation * other.deviation) / base;
      const crossed = crossing(one, other);
      own.add(Matrix.mul(Matrix.add(crossed, crossed.transpose()), both));
      for (const [design, error] of one.together.entries()) {
        shared[design] = (shared[design] ?? 0) + 2 * both * Math.sqrt(error * (other.together[design] ?? 0));
      }
    }
  }
  const theta = acrossParts(parts, (part) => part.fitted.fit.theta);
  const moved = (fit: ScoresFit["fit"], all: readonly number[]) => ({ ...fit, theta: [...all] });
  const belief: Belief = { ...fitted.belief, theta, spread: Matrix.add(own, Matrix.diag(shared)) };
  const ranking: ScoreModel = { ...fitted.models.ranking, covariance: () => own.clone() };
  const adjusted =
    fitted.adjusted &&
    moved(
      fitted.adjusted,
      acrossParts(parts, (part) => (part.fitted.adjusted ?? part.fitted.fit).theta),
    );
  return { ...fitted, models: { ...fitted.models, ranking }, adjusted, fit: moved(fitted.fit, theta), belief };
}

/** What a part's scores err by; one mind shows nothing of it, nor does a part without a degree of freedom. */
function varianceOf({ incidence, fitted, criteria }: FittedPart, single: number, constants: Constants): number {
  const { additive } = fitted.models;
  if (incidence.reviewers > 1 && (additive?.degreesOfFreedom ?? 0) > 0) return fitted.belief.variance;
  const weights = criteria.map(criterionWeight);
  const squares = sum(weights.map((weight) => (weight / sum(weights)) ** 2));
  return single * (squares + constants.withinReviewer * (1 - squares));
}

/** What a score of one criterion errs by: the mean over the criteria that most reviewers score. */
function singleVariance({ criteria, cells }: FittedPart, method: "adjusted" | "mean", constants: Constants): number {
  const incidence = compact(cells);
  return mean(criteria.map((each) => fitScores(incidence, scoresOn(cells, each), method, constants).belief.variance));
}

/** L_g·P·L_h': what errors of the cells that two parts share leave in both parts' qualities, for errors of 1. */
function crossing(one: FittedPart, other: FittedPart): Matrix {
  const size = one.incidence.designs;
  const crossed = Matrix.zeros(size, size);
  const places = new Map(other.cells.map((cell, at) => [keyOf(cell), at]));
  for (const [at, cell] of one.cells.entries()) {
    const place = places.get(keyOf(cell));
    if (place === undefined) continue;
    const ours = Matrix.columnVector(responseOf(one, at));
    const theirs = Matrix.rowVector(responseOf(other, place));
    const [own, their] = [one.incidence.observations[at] ?? cell, other.incidence.observations[place] ?? cell];
    crossed.add(ours.mmul(theirs).div(Math.sqrt(weightOf(own) * weightOf(their))));
  }
  return crossed;
}

/** What one cell's score adds to each design's quality. */
function responseOf({ fitted, values }: FittedPart, at: number): number[] {
  return fitted.models.ranking.solve(values.map((_, place) => (place === at ? 1 : 0))).theta;
}

const keyOf = ({ design, reviewer }: Observation): string => `${design} ${reviewer}`;
const designsIn = (cells: readonly Observation[]): Set<number> => new Set(cells.map(({ design }) => design));
