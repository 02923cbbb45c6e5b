import { sum } from "simple-statistics";
import { midRanks, tiedGroups } from "./competition-ranks.ts";

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
