import type { CoverageCell, CoverageRow } from "./coverage.ts";
import type { Requirement } from "./requirement.ts";

/**
 * Requirements that were checked and that most reviewers hold to be met by no design. Where all that were asked of a
 * design left the answer out, nobody knows.
 */
export function unmet(rows: readonly CoverageRow[]): Requirement[] {
  return rows
    .filter(({ cells }) => cells.some(({ status }) => status !== null) && cells.every(isNotMet))
    .map(({ requirement }) => requirement);
}

const isNotMet = ({ status, unanswered }: CoverageCell): boolean =>
  status === null ? unanswered.length === 0 : status !== "met";

/** What most reviewers say that one design misses or does not speak of, without `known`, which is said elsewhere. */
export function missedBy(
  design_id: string,
  rows: readonly CoverageRow[],
  known: readonly Requirement[],
): { requirement: Requirement; cell: CoverageCell }[] {
  return rows.flatMap(({ requirement, cells }) => {
    const cell = cells.find((each) => each.design_id === design_id);
    const lacks = cell?.status === "missed" || cell?.status === "not_addressed";
    return lacks && !known.some(({ id }) => id === requirement.id) ? [{ requirement, cell }] : [];
  });
}
