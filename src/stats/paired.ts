import { studentt } from "jstat";
import { Matrix } from "ml-matrix";
import { mean, sumNthPowerDeviations } from "simple-statistics";
import { SURE, TOLD_APART_OF_FEW, TOLD_APART_OF_TWO } from "../text/numbers.ts";
import {
  type Belief,
  ERROR_CORRELATION,
  oddsOf,
  pooledVariance,
  priorVariance,
  type ScoresFit,
  varianceWithin,
} from "./belief.ts";
import { compact } from "./incidence.ts";
import type { PanelCell, Scored } from "./panel.ts";
import { compositesOf, type ScoredPart } from "./parts.ts";
import { EPSILON } from "./ranks.ts";

/** From this probability on a revision is called better than its parent, where a round has so many revisions. */
export function revisionBound(revisions: number): number {
  if (revisions > 3) return SURE;
  return revisions > 1 ? TOLD_APART_OF_FEW : TOLD_APART_OF_TWO;
}

/** Which way a probability says so, by a bound; null where neither. */
export function sideOf(p: number, bound: number): "better" | "worse" | null {
  if (p >= bound - EPSILON) return "better";
  return 1 - p >= bound - EPSILON ? "worse" : null;
}

/** What reviewers of both say of a revision beside its original. */
export type Paired = {
  /** By position in the panel. */
  reviewers: number[];
  difference: number | null;
  /** `error` is the standard error of the difference. Null for fewer than two reviewers, of whom nothing confirms the other. */
  belief: { p: number; deviation: number; freedom: number; error: number } | null;
};

/** Child − parent within reviewers, by one value for each cell. */
export function pairedWithin(
  cells: readonly PanelCell[],
  values: readonly number[],
  { parent, child }: { parent: number; child: number },
): Paired {
  const given = (design: number) =>
    new Map(cells.flatMap((cell, at) => (cell.design === design ? [[cell.reviewer, values[at] ?? 0] as const] : [])));
  const before = given(parent);
  const both = [...given(child)].flatMap(([reviewer, value]) => {
    const own = before.get(reviewer);
    return own === undefined ? [] : [{ reviewer, difference: value - own }];
  });
  const reviewers = both.map(({ reviewer }) => reviewer);
  const differences = both.map(({ difference }) => difference);
  if (both.length === 0) return { reviewers, difference: null, belief: null };
  const difference = mean(differences);
  if (both.length < 2) return { reviewers, difference, belief: null };
  const prior = priorVariance(varianceWithin(compact(cells), values));
  const { variance, freedom } = pooledVariance(sumNthPowerDeviations(differences, 2), both.length - 1, prior);
  const error = Math.sqrt(variance * (1 / both.length + oddsOf(ERROR_CORRELATION)));
  return {
    reviewers,
    difference,
    belief: { p: studentt.cdf(difference / error, freedom), deviation: Math.sqrt(variance), freedom, error },
  };
}

/** A revision and its original, by positions in the belief. `side` is null where they cannot be told apart. */
export type RevisedPlaces = { parent: number; child: number; paired: Paired; side: "better" | "worse" | null };

/** What is found of each revision that is ranked with its original. */
export function revisedPlaces(
  { revised }: Pick<Scored, "revised">,
  base: ScoredPart,
  designIds: readonly number[],
): RevisedPlaces[] {
  if (revised.length === 0) return [];
  const [bound, values] = [revisionBound(revised.length), compositesOf(base)];
  return revised.flatMap((pair): RevisedPlaces[] => {
    const [parent, child] = [designIds.indexOf(pair.parent), designIds.indexOf(pair.child)];
    if (parent < 0 || child < 0) return [];
    const paired = pairedWithin(base.cells, values, pair);
    return [{ parent, child, paired, side: paired.belief && sideOf(paired.belief.p, bound) }];
  });
}

/**
 * A fit in which each revision lies beside its original where the paired comparison puts it. What the panel says of the
 * two together stays: with m the mean of an original and its revisions, and d of each its paired difference,
 *
 * original = m − Σd/(n + 1), revision = original + d, Var(d) = the squared standard error of the pair,
 *
 * d independent of all else. These are linear in m and d, so that the spread stays one. Pairs of which fewer than two
 * reviewers scored both texts say nothing and change nothing.
 */
export function besideOriginals(fitted: ScoresFit, places: readonly RevisedPlaces[]): ScoresFit {
  const known = places.filter(({ paired }) => paired.belief !== null);
  if (known.length === 0) return fitted;
  const belief = [...Map.groupBy(known, ({ parent }) => parent)].reduce(
    (before, [parent, own]) => withFamily(before, parent, own),
    fitted.belief,
  );
  const moved = (fit: ScoresFit["fit"]) => ({ ...fit, theta: [...belief.theta] });
  return { ...fitted, fit: moved(fitted.fit), adjusted: fitted.adjusted && moved(fitted.adjusted), belief };
}

function withFamily(belief: Belief, parent: number, own: readonly RevisedPlaces[]): Belief {
  const { theta, spread } = belief;
  const family = [parent, ...own.map(({ child }) => child)];
  const gaps = [0, ...own.map(({ paired }) => paired.difference ?? 0)];
  const noises = [0, ...own.map(({ paired }) => noiseOf(paired, belief))];
  const middle = mean(family.map((at) => theta[at] ?? 0)) - mean(gaps);
  const size = theta.length;
  const meant = Matrix.eye(size);
  const noise = Matrix.zeros(size, size);
  for (const [at, one] of family.entries()) {
    for (let place = 0; place < size; place++) meant.set(one, place, family.includes(place) ? 1 / family.length : 0);
    for (const [to, other] of family.entries()) {
      // What the k-th difference adds to a text: all of it to its revision, less its share in the mean to everyone.
      const shared = noises.reduce((sum, variance, k) => {
        const [here, there] = [at, to].map((each) => (each === k ? 1 : 0) - 1 / family.length);
        return sum + (k === 0 ? 0 : variance * (here ?? 0) * (there ?? 0));
      }, 0);
      noise.set(one, other, shared);
    }
  }
  return {
    ...belief,
    theta: theta.map((value, at) => (family.includes(at) ? middle + (gaps[family.indexOf(at)] ?? 0) : value)),
    spread: Matrix.add(meant.mmul(spread).mmul(meant.transpose()), noise),
  };
}

/** How far the freedom of the panel may stretch a pair's own error. */
const STRETCH = 4;

/** Var(d) in units of the belief's variance, so that its freedom gives the pair the probability that was found. */
function noiseOf({ difference, belief: found }: Paired, { variance, freedom }: Belief): number {
  const error = found?.error ?? 0;
  const t = studentt.inv(found?.p ?? 0.5, freedom);
  const same = (difference ?? 0) / t;
  const isUsable = same > error / STRETCH && same < error * STRETCH;
  return (isUsable ? same : error) ** 2 / variance;
}
