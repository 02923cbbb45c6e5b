import { mean, sampleVariance, sum, sumNthPowerDeviations } from "simple-statistics";
import type { Ranking } from "../artifacts/ranking.ts";
import { compositeScore, criteriaIn } from "./composite.ts";
import type { RankingFit } from "./fit.ts";
import { completeTable, groupsOf, type Incidence, squaresWithin } from "./incidence.ts";
import { additiveModel } from "./models.ts";
import type { Scored } from "./panel.ts";
import { isRounding, midRanks, tiedGroups } from "./ranks.ts";
import { leaveOneOut, leaveOneOutOfParts } from "./robustness.ts";

/** How far the panel agrees, of a thrifty evaluation those who judged every design, and whether its winner rests on one reviewer. Nulls where a number cannot be computed. */
export function reliabilityOf(panel: Scored, fitted: RankingFit | null): Ranking["reliability"] {
  const reviewer_consistency = reviewerConsistency(panel);
  if (!fitted) {
    return {
      kendall_w: null,
      krippendorff_alpha: null,
      icc_2_1: null,
      icc_2_k: null,
      icc_3_k: null,
      leave_one_out: null,
      residual_deviation: null,
      reviewer_consistency,
    };
  }
  const { rest, values } = fitted.agreeing;
  const table = completeTable(rest, values);
  return {
    kendall_w: table && kendallW(table),
    krippendorff_alpha: krippendorffAlpha(groupsOf(rest, values, "design")),
    ...intraclassCorrelations(rest, values),
    leave_one_out: leaveOneOutIds(panel, fitted),
    residual_deviation: residualDeviation(fitted),
    reviewer_consistency,
  };
}

/**
 * How far the scores of one design lie apart once severity is taken out: √(RSS/df), in points of 0–10. Null for fewer
 * than two degrees of freedom, from which nothing about a spread can be told.
 */
function residualDeviation({ models, adjusted }: RankingFit): number | null {
  const { additive } = models;
  if (additive === null || adjusted === null || additive.degreesOfFreedom < 2) return null;
  return Math.sqrt(adjusted.rss / additive.degreesOfFreedom);
}

function leaveOneOutIds(panel: Scored, fitted: RankingFit): Ranking["reliability"]["leave_one_out"] {
  const { incidence, ids, composites, answers, leader, models, parts } = fitted;
  if (leader === null || incidence.designs < 2) return null;
  const { method } = models.ranking;
  const found =
    parts.length === 1 && panel.shared.length === panel.criteria.length
      ? leaveOneOut(incidence, composites, leader, method, answers)
      : leaveOneOutOfParts(panel, fitted, leader);
  const named = found?.changes.map(({ removed, winner }) => ({
    removed: panel.reviewers[removed]?.reviewer_id ?? "",
    winner: winner === null ? null : (ids[winner] ?? null),
  }));
  return found && { ...found, changes: named ?? [] };
}

/** Intraclass correlations, raw and possibly negative; null where the denominator is zero. */
type Icc = { icc_2_1: number | null; icc_2_k: number | null; icc_3_k: number | null };

/**
 * ICC(2,1), ICC(2,k) and ICC(3,k) of Shrout and Fleiss (1979), from the mean squares of designs (BMS), reviewers (JMS)
 * and error (EMS). (3,k) is the reliability of a ranking by the panel's mean; (2,1) and (2,k) also count differences in
 * severity as error.
 *
 * With missing cells only (3,k) is given: its two mean squares then come from least squares, BMS from the designs
 * after the reviewers, EMS from the additive model, which on a complete table are the same numbers. All are null for
 * fewer than two designs or reviewers.
 */
export function intraclassCorrelations(incidence: Incidence, values: readonly number[]): Icc {
  if (incidence.designs < 2 || incidence.reviewers < 2) return { icc_2_1: null, icc_2_k: null, icc_3_k: null };
  const table = completeTable(incidence, values);
  return table ? completeIcc(table) : { icc_2_1: null, icc_2_k: null, icc_3_k: incompleteIcc3k(incidence, values) };
}

/** @param table Designs as rows, reviewers as columns; at least two of each. */
function completeIcc(table: readonly (readonly number[])[]): Icc {
  const n = table.length;
  const k = table[0]?.length ?? 0;
  const values = table.flat();
  const grand = mean(values);
  const rows = table.map((row) => mean([...row]));
  const columns = Array.from({ length: k }, (_, at) => mean(table.map((row) => row[at] ?? 0)));
  const square = (value: number) => value * value;
  const between = k * sum(rows.map((row) => square(row - grand)));
  const judges = n * sum(columns.map((column) => square(column - grand)));
  const error = sum(
    table.map((row, i) => sum(row.map((x, j) => square(x - (rows[i] ?? 0) - (columns[j] ?? 0) + grand)))),
  );
  const zero = (sumOfSquares: number) => (isRounding(sumOfSquares, values) ? 0 : sumOfSquares);
  const bms = zero(between) / (n - 1);
  const jms = zero(judges) / (k - 1);
  const ems = zero(error) / ((n - 1) * (k - 1));
  return {
    icc_2_1: ratio(bms - ems, bms + (k - 1) * ems + (k * (jms - ems)) / n),
    icc_2_k: ratio(bms - ems, bms + (jms - ems) / n),
    icc_3_k: ratio(bms - ems, bms),
  };
}

function incompleteIcc3k(incidence: Incidence, values: readonly number[]): number | null {
  const observations = incidence.observations.map(({ design, reviewer }) => ({ design, reviewer, self: false }));
  const model = additiveModel({ ...incidence, observations });
  if ("reason" in model || model.degreesOfFreedom < 1) return null;
  const error = model.solve(values).rss;
  const between = squaresWithin(incidence, values) - error;
  if (isRounding(between, values)) return null;
  const ems = (isRounding(error, values) ? 0 : error) / model.degreesOfFreedom;
  const bms = between / (incidence.designs - 1);
  return ratio(bms - ems, bms);
}

function ratio(numerator: number, denominator: number): number | null {
  return denominator > 0 ? numerator / denominator : null;
}

/**
 * Kendall's coefficient of concordance with the correction for ties: W = 12·S / [m²(n³ − n) − m·ΣT], S the squared
 * deviations of the n designs' rank sums from their mean, T = Σ(t³ − t) over the groups of t tied designs of one of the
 * m reviewers (Kendall and Babington Smith 1939; Siegel 1956).
 *
 * @param table Designs as rows, reviewers as columns, complete.
 * @returns 0 (no concordance) to 1; null for fewer than two designs or reviewers, or when every reviewer ties all.
 */
export function kendallW(table: readonly (readonly number[])[]): number | null {
  const n = table.length;
  const m = table[0]?.length ?? 0;
  if (n < 2 || m < 2) return null;
  const rankSums = new Array<number>(n).fill(0);
  let ties = 0;
  for (let reviewer = 0; reviewer < m; reviewer++) {
    const scores = table.map((row) => row[reviewer] ?? 0);
    midRanks(scores).forEach((rank, at) => {
      rankSums[at] = (rankSums[at] ?? 0) + rank;
    });
    ties += sum(tiedGroups(scores).map(({ members: { length: t } }) => t ** 3 - t));
  }
  const denominator = m * m * (n ** 3 - n) - m * ties;
  if (denominator <= 0) return null;
  const centre = (m * (n + 1)) / 2;
  return (12 * sum(rankSums.map((rank) => (rank - centre) ** 2))) / denominator;
}

/**
 * Krippendorff's alpha for interval data, α = 1 − D_o/D_e (Krippendorff 2011, "Computing Krippendorff's
 * alpha-reliability"). The squared differences of all pairs of m values come from their squared deviations:
 * Σ_{pairs}(x − y)² = 2m·Σ(x − mean)², which keeps the cost linear in the values.
 *
 * @param units The scores each design was given, by whomever; a missing score is left out. Units with fewer than two
 *   scores cannot be paired and do not count.
 * @returns 1 is full agreement, 0 what chance gives, below 0 systematic disagreement; null when no unit can be paired
 *   or all values are equal.
 */
export function krippendorffAlpha(units: readonly (readonly number[])[]): number | null {
  const paired = units.filter((unit) => unit.length >= 2);
  const values = paired.flat();
  const n = values.length;
  if (n < 2) return null;
  const total = sumNthPowerDeviations(values, 2);
  if (isRounding(total, values)) return null;
  const observed =
    sum(paired.map((unit) => (2 * unit.length * sumNthPowerDeviations([...unit], 2)) / (unit.length - 1))) / n;
  const expected = (2 * n * total) / (n * (n - 1));
  return 1 - observed / expected;
}

/**
 * How much each reviewer's repeated scores of the same design differ: the square root of the mean sample variance of
 * its composite scores, in points of 0–10. Only reviewers that scored some design more than once.
 */
function reviewerConsistency({ cells, criteria, reviewers }: Scored): Ranking["reliability"]["reviewer_consistency"] {
  const variances = new Map<number, number[]>();
  for (const { reviewer, score } of cells) {
    const composites = (score.samples ?? []).flatMap(
      (sample) => compositeScore(sample, criteriaIn(score.scores, criteria)) ?? [],
    );
    if (composites.length < 2) continue;
    variances.set(reviewer, [...(variances.get(reviewer) ?? []), sampleVariance(composites)]);
  }
  const entries = reviewers.flatMap(({ reviewer_id }, at) => {
    const own = variances.get(at);
    return own ? [[reviewer_id, { cells: own.length, standard_deviation: Math.sqrt(mean(own)) }] as const] : [];
  });
  return Object.fromEntries(entries);
}
