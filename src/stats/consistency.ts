import { mean, sampleVariance } from "simple-statistics";
import type { Ranking } from "../artifacts/ranking.ts";
import { compositeScore } from "./composite.ts";
import type { Panel } from "./score-panel.ts";

/**
 * How much each reviewer's repeated scores of the same design differ: the square root of the mean sample variance of
 * its composite scores, in points of 0–10. Only reviewers that scored some design more than once.
 */
export function reviewerConsistency({
  cells,
  criteria,
  reviewers,
}: Panel): Ranking["reliability"]["reviewer_consistency"] {
  const variances = new Map<number, number[]>();
  for (const { reviewer, score } of cells) {
    const composites = (score.samples ?? []).flatMap((sample) => compositeScore(sample, criteria) ?? []);
    if (composites.length < 2) continue;
    variances.set(reviewer, [...(variances.get(reviewer) ?? []), sampleVariance(composites)]);
  }
  const entries = reviewers.flatMap(({ reviewer_id }, at) => {
    const own = variances.get(at);
    return own ? [[reviewer_id, { cells: own.length, standard_deviation: Math.sqrt(mean(own)) }] as const] : [];
  });
  return Object.fromEntries(entries);
}
