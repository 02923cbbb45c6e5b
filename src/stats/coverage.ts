import {
  COVERAGE_STATUSES,
  type CoverageCell,
  type CoverageEntry,
  type CoverageRow,
  checkedOf,
  type Requirement,
  type RequirementLists,
  requirementsOf,
} from "../artifacts/requirement.ts";

type Evaluation = { design_id: string; reviewer_id: string; coverage?: readonly CoverageEntry[] | undefined };

/** Requirement × design: a row for each requirement of the task, a cell for each design, in the orders given. */
export function coverageOf(
  task: RequirementLists & { numbered_requirements?: readonly Requirement[] | undefined },
  designIds: readonly string[],
  evaluations: readonly Evaluation[],
): CoverageRow[] {
  const checked = new Set(checkedOf(task).map(({ id }) => id));
  return requirementsOf(task).map((requirement) => ({
    requirement,
    cells: designIds.map((design_id) => cellOf(requirement.id, design_id, checked.has(requirement.id), evaluations)),
  }));
}

function cellOf(id: string, design_id: string, checked: boolean, evaluations: readonly Evaluation[]): CoverageCell {
  // A reviewer that was asked in two sessions, one for each part, says what it said first.
  const said = new Map<string, CoverageEntry>();
  const asked = new Set<string>();
  for (const { design_id: of, reviewer_id, coverage } of evaluations) {
    if (of !== design_id || coverage === undefined) continue;
    if (checked) asked.add(reviewer_id);
    const entry = coverage.find(({ requirement_id }) => requirement_id === id);
    if (entry && !said.has(reviewer_id)) said.set(reviewer_id, entry);
  }
  const entries = [...said].map(([reviewer_id, entry]) => ({ reviewer_id, entry }));
  const votes = COVERAGE_STATUSES.map((status) => ({
    status,
    agree: entries.filter(({ entry }) => entry.status === status).length,
  }));
  const most = votes.findLast(({ agree }) => agree === Math.max(...votes.map((vote) => vote.agree)));
  const none = entries.length === 0 || most === undefined;
  return {
    design_id,
    status: none ? null : most.status,
    agree: none ? 0 : most.agree,
    of: entries.length,
    said: entries,
    unanswered: [...asked].filter((reviewer_id) => !said.has(reviewer_id)),
  };
}
