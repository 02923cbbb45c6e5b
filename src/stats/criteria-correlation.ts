import { mean, sampleCorrelation } from "simple-statistics";
import { isRounding } from "./rounding.ts";
import type { Panel } from "./score-panel.ts";

/**
 * How far the criteria move together: the mean of Pearson's correlation over all pairs of criteria, each over all
 * scores. Near 1 they measure one thing, and no weight of any of them can decide. Null for fewer than three scores or
 * fewer than two criteria whose scores vary.
 */
export function criteriaCorrelation({ cells, criteria }: Panel): number | null {
  if (cells.length < 3) return null;
  const columns = criteria
    .map(({ name }) => cells.map(({ score }) => score.scores[name] ?? 0))
    .filter((column) => !isConstant(column));
  const pairs = columns.flatMap((column, at) => columns.slice(at + 1).map((other) => sampleCorrelation(column, other)));
  return pairs.length > 0 ? mean(pairs) : null;
}

/** True when all values are equal, but for rounding. */
export function isConstant(values: readonly number[]): boolean {
  const first = values[0] ?? 0;
  return isRounding(
    values.reduce((sum, value) => sum + (value - first) ** 2, 0),
    values,
  );
}
