import { mean, sum } from "simple-statistics";
import { additiveModel } from "./additive-model.ts";
import { completeTable, type Incidence } from "./incidence.ts";
import { isRounding } from "./rounding.ts";

/** Intraclass correlations, raw and possibly negative; null where the denominator is zero. */
export type Icc = { icc_2_1: number | null; icc_2_k: number | null; icc_3_k: number | null };

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
  const observations = incidence.observations.map((place) => ({ ...place, self: false }));
  const model = additiveModel({ ...incidence, observations });
  if ("reason" in model || model.degreesOfFreedom < 1) return null;
  const error = model.solve(values).rss;
  const between = withinReviewers(incidence, values) - error;
  if (isRounding(between, values)) return null;
  const ems = (isRounding(error, values) ? 0 : error) / model.degreesOfFreedom;
  const bms = between / (incidence.designs - 1);
  return ratio(bms - ems, bms);
}

/** Squared deviations of the scores from their reviewer's mean. */
function withinReviewers({ reviewers, observations }: Incidence, values: readonly number[]): number {
  const given = Array.from({ length: reviewers }, () => [] as number[]);
  for (const [at, { reviewer }] of observations.entries()) given[reviewer]?.push(values[at] ?? 0);
  return sum(
    given.map((scores) => {
      const centre = mean(scores);
      return sum(scores.map((score) => (score - centre) ** 2));
    }),
  );
}

function ratio(numerator: number, denominator: number): number | null {
  return denominator > 0 ? numerator / denominator : null;
}
