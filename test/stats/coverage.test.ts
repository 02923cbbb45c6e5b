import { describe, expect, test } from "bun:test";
import type { CoverageEntry, CoverageStatus } from "../../src/artifacts/requirement.ts";
import { disputed, isDivided, metBy, unmet } from "../../src/artifacts/unmet.ts";
import { coverageOf } from "../../src/stats/coverage.ts";

const TASK = { requirements: ["stores jobs", "retries"], constraints: ["no cloud"], non_functional_requirements: [] };

const entry = (requirement_id: string, status: CoverageStatus): CoverageEntry => {
  return { requirement_id, status, quote: "q", quote_found: true };
};
const said = (design_id: string, reviewer_id: string, statuses: Record<string, CoverageStatus>) => ({
  design_id,
  reviewer_id,
  coverage: Object.entries(statuses).map(([id, status]) => entry(id, status)),
});

describe("coverageOf()", () => {
  test("has a row for each requirement by its number and a cell for each design", () => {
    const rows = coverageOf(TASK, ["a", "b"], []);
    expect(rows.map(({ requirement }) => requirement.id)).toEqual(["R1", "R2", "C1"]);
    expect(rows[0]?.cells.map(({ design_id, status, of }) => [design_id, status, of])).toEqual([
      ["a", null, 0],
      ["b", null, 0],
    ]);
  });

  test("takes what most reviewers say, and of equals the worse", () => {
    const evaluations = [
      said("a", "r1", { R1: "met", R2: "met" }),
      said("a", "r2", { R1: "met", R2: "missed" }),
      said("a", "r3", { R1: "missed" }),
    ];
    const [first, second] = coverageOf(TASK, ["a"], evaluations);
    expect(first?.cells[0]).toMatchObject({ status: "met", agree: 2, of: 3 });
    expect(second?.cells[0]).toMatchObject({ status: "missed", agree: 1, of: 2 });
  });

  test("counts a reviewer once that was asked in two sessions", () => {
    const evaluations = [said("a", "r1", { R1: "met" }), said("a", "r1", { R1: "missed" })];
    expect(coverageOf(TASK, ["a"], evaluations)[0]?.cells[0]).toMatchObject({ status: "met", agree: 1, of: 1 });
  });

  test("tells who was asked and did not answer, also where nobody did, from who was not asked", () => {
    const evaluations = [
      said("a", "r1", { R2: "met" }),
      said("a", "r2", { R1: "met", R2: "met" }),
      { design_id: "b", reviewer_id: "r1", coverage: [] },
      { design_id: "b", reviewer_id: "r3" },
    ];
    const [first] = coverageOf(TASK, ["a", "b"], evaluations);
    expect(first?.cells[0]).toMatchObject({ status: "met", agree: 1, of: 1, unanswered: ["r1"] });
    expect(first?.cells[1]).toMatchObject({ status: null, agree: 0, of: 0, unanswered: ["r1"] });
  });

  test("keeps the numbers that a task was stored with", () => {
    const numbered_requirements = [{ id: "R1", kind: "requirement" as const, text: "read out of the prose" }];
    const rows = coverageOf({ ...TASK, numbered_requirements }, ["a"], []);
    expect(rows.map(({ requirement }) => requirement.text)).toEqual(["read out of the prose"]);
  });
});

describe("unmet()", () => {
  test("names what no design meets, partly met included, and nothing that nobody was asked about", () => {
    const evaluations = [said("a", "r1", { R1: "met", R2: "partly" }), said("b", "r1", { R1: "missed", R2: "missed" })];
    const rows = coverageOf(TASK, ["a", "b"], evaluations);
    expect(unmet(rows).map(({ id }) => id)).toEqual(["R2"]);
  });

  test("names nothing that one of two says is met: that is what they disagree on", () => {
    const evaluations = [
      said("a", "r1", { R1: "met", R2: "missed" }),
      said("a", "r2", { R1: "missed", R2: "not_addressed" }),
      said("b", "r1", { R1: "missed", R2: "partly" }),
    ];
    const rows = coverageOf(TASK, ["a", "b"], evaluations);
    expect(unmet(rows).map(({ id }) => id)).toEqual(["R2"]);
    expect(disputed(rows, null).map(({ requirement, cells }) => [requirement.id, cells])).toEqual([
      ["R1", [{ design_id: "a", met: 1, of: 2 }]],
    ]);
    expect(metBy("a", rows)).toMatchObject({ of: 3, met: [], missed: ["R2"], silent: [], open: ["R1", "C1"] });
    expect(rows[0]?.cells.map(isDivided)).toEqual([true, false]);
  });

  test("two of four are not most, whatever the other two say", () => {
    const cell = (agree: number, of: number) => ({ agree, of });
    expect([cell(2, 4), cell(1, 2), cell(3, 4), cell(2, 3), cell(1, 1)].map(isDivided)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("of each design the ids are counted by what most say, and what is divided is open", () => {
    const evaluations = [
      said("a", "r1", { R1: "met", R2: "not_addressed", C1: "partly" }),
      said("a", "r2", { R1: "met", R2: "not_addressed", C1: "missed" }),
      said("b", "r1", { R1: "missed", R2: "met" }),
      said("b", "r2", { R1: "not_addressed", R2: "met" }),
    ];
    const rows = coverageOf(TASK, ["a", "b"], evaluations);
    expect(metBy("a", rows)).toEqual({ of: 3, met: ["R1"], partly: [], missed: [], silent: ["R2"], open: ["C1"] });
    // All say that it lacks R1, in two ways; nobody answered C1.
    expect(metBy("b", rows)).toEqual({ of: 3, met: ["R2"], partly: [], missed: ["R1"], silent: [], open: ["C1"] });
    expect(metBy("c", rows).of).toBe(0);
    // Of a design that nobody was asked about nothing is open either.
    expect(metBy("b", coverageOf(TASK, ["a", "b"], evaluations.slice(0, 2))).of).toBe(0);
  });

  test("of a first design that most say lacks it, who disagrees is said once, and of one as many say so as not too", () => {
    const three = ["r1", "r2", "r3"].map((id, at) => said("a", id, { R1: at === 0 ? "met" : "missed" }));
    const rows = coverageOf(TASK, ["a", "b"], [...three, said("b", "r1", { R1: "met" })]);
    expect(disputed(rows, "a")).toEqual([]);
    expect(disputed(rows, null)).toEqual([]);
    const split = coverageOf(TASK, ["a", "b"], [...three.slice(0, 2), said("b", "r1", { R1: "met" })]);
    expect(disputed(split, "a").map(({ cells }) => cells)).toEqual([[{ design_id: "a", met: 1, of: 2 }]]);
    expect(disputed(split, "b")).toEqual([]);
  });

  test("names nothing of which nobody knows whether a design meets it", () => {
    const evaluations = [said("a", "r1", { R1: "missed", R2: "missed" }), said("b", "r1", { R2: "missed" })];
    const rows = coverageOf(TASK, ["a", "b"], evaluations);
    expect(unmet(rows).map(({ id }) => id)).toEqual(["R2"]);
  });
});
