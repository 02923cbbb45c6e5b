import { COVERAGE_STATUSES, type CoverageCell, type CoverageRow } from "../artifacts/requirement.ts";
import { isDivided, isMet, votes } from "../artifacts/unmet.ts";
import { COVERED } from "./why.ts";

/** What a matrix of requirements and designs says beside its cells. */
export const COVERAGE = {
  caption:
    "What most reviewers say, and how many of those who answered. Choose a cell to read the sentences they show it with.",
  met: "Met, as most reviewers see it",
  unanswered: "not answered",
  silent: "It was asked and did not answer.",
  unquoted: "It quotes nothing.",
  forged: "This is not in the design.",
  open: "reviewers disagree or do not say",
};

/** What stands above it where every requirement is met by some design. */
export const allMet = (rows: readonly CoverageRow[]): string | undefined =>
  rows.every(({ cells }) => cells.some(isMet))
    ? "Each requirement is met by at least one design, as most reviewers see it."
    : undefined;

/** "2 met", "1 missed": how many reviewers say what of a requirement on which they are divided. */
export const votesSaid = (cell: CoverageCell): string[] =>
  votesOf(cell).map(([status, many]) => `${many} ${COVERED[status]}`);

/** How many reviewers say each of what any of them say. */
export const votesOf = (cell: CoverageCell) =>
  COVERAGE_STATUSES.map((status) => [status, votes(cell, [status])] as const).filter(([, many]) => many > 0);

/** What most say, and how many of those who answered, in a cell of a table: "met (3 of 4)". */
export function coverageText(cell: CoverageCell): string {
  const { status, agree, of, unanswered } = cell;
  if (status === null) return unanswered.length > 0 ? COVERAGE.unanswered : "–";
  const silent = unanswered.length > 0 ? `, ${unanswered.length} did not answer` : "";
  if (isDivided(cell)) return `divided (${votesSaid(cell).join(", ")}${silent})`;
  return `${COVERED[status]} (${agree} of ${of}${silent})`;
}
