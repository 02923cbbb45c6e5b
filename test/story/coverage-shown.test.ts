import { expect, test } from "bun:test";
import type { CoverageCell, CoverageRow, CoverageStatus } from "../../src/artifacts/requirement.ts";
import { allMet, coverageText, votesOf, votesSaid } from "../../src/story/coverage-shown.ts";

/** A cell of what reviewers say, most of them the first. */
function cell(said: readonly CoverageStatus[], unanswered: readonly string[] = []): CoverageCell {
  const [status = null] = said;
  const entries = said.map((status, at) => ({ reviewer_id: `r${at}`, entry: { id: "R1", status, evidence: "" } }));
  return {
    design_id: "d0",
    status,
    agree: said.filter((each) => each === status).length,
    of: said.length,
    said: entries as unknown as CoverageCell["said"],
    unanswered,
  };
}
const row = (...cells: CoverageCell[]) => ({ cells }) as unknown as CoverageRow;

test.each([
  [cell(["met", "met", "missed"]), "met (2 of 3)"],
  [cell(["partly"]), "partly met (1 of 1)"],
  [cell(["met", "met"], ["r5"]), "met (2 of 2, 1 did not answer)"],
  [cell(["missed", "met"]), "divided (1 met, 1 missed)"],
  [cell(["met", "not_addressed"], ["r5", "r6"]), "divided (1 met, 1 not addressed, 2 did not answer)"],
  [cell([], ["r5"]), "not answered"],
  [cell([]), "–"],
])("a cell of a table says what most say, and how many: %#", (given, said) => {
  expect(coverageText(given)).toBe(said);
});

test("each answer that anybody gave is counted, in one order whoever spoke first", () => {
  expect(votesOf(cell(["missed", "met", "missed"]))).toEqual([
    ["met", 1],
    ["missed", 2],
  ]);
  expect(votesSaid(cell(["missed", "met", "missed"]))).toEqual(["1 met", "2 missed"]);
});

test("all is met where every requirement has one design that meets it, not where one has", () => {
  const said = "Each requirement is met by at least one design, as most reviewers see it.";
  expect(allMet([row(cell(["missed"]), cell(["met"])), row(cell(["met"]))])).toBe(said);
  expect(allMet([row(cell(["met"])), row(cell(["partly"]), cell(["missed"]))])).toBeUndefined();
});
