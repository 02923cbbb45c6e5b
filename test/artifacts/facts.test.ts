import { expect, test } from "bun:test";
import { confirmed, type Flag, gravestFirst } from "../../src/artifacts/design.ts";
import { incompleteOf, possible } from "../../src/artifacts/incomplete.ts";
import { letterOf, namesOf } from "../../src/artifacts/names.ts";
import {
  besideTask,
  type CoverageEntry,
  type CoverageRow,
  type CoverageStatus,
  checkedOf,
  numbered,
  requirementsOf,
} from "../../src/artifacts/requirement.ts";
import type { Status } from "../../src/artifacts/status.ts";
import { disputed, isDivided, metBy, unmet, votes } from "../../src/artifacts/unmet.ts";
import { coverageOf } from "../../src/stats/coverage.ts";

test("letterOf() goes from A to Z, then from AA to ZZ and on", () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});

test("namesOf() calls designs by their place in the plan, and reviewers by their model", () => {
  const names = namesOf(
    {
      designers: [
        { design_id: "d", model: "m/d" },
        { design_id: "e", model: "m/e" },
      ],
      reviewers: [{ reviewer_id: "r", model: "m/r", parts: [] }],
    },
    [{ design_id: "e", title: "A queue" }],
  );
  expect([...names.designs]).toEqual([
    ["d", "A"],
    ["e", "B"],
  ]);
  expect([...names.titles, ...names.reviewers]).toEqual([
    ["e", "A queue"],
    ["r", "m/r"],
  ]);
});

test("gravestFirst() keeps the order of equals, and confirmed() leaves out what one alone says", () => {
  const risk = (description: string, severity: "low" | "medium" | "high") => ({ description, severity });
  const risks = [risk("a", "low"), risk("b", "medium"), risk("c", "high"), risk("d", "medium"), risk("e", "high")];
  expect(gravestFirst(risks).map(({ description }) => description)).toEqual(["c", "e", "b", "d", "a"]);
  const flags: Flag[] = [
    { source: "scan", quote: "x" },
    { source: "reviewer", quote: "y", alone: true },
  ];
  expect(confirmed(flags)).toEqual(flags.slice(0, 1));
});

const lists = { requirements: ["r one", "r two"], constraints: ["c one"], non_functional_requirements: ["n one"] };

test("requirements are numbered by kind, those of the task's own text left out beside it, and sixty checked", () => {
  expect(numbered(lists).map(({ id, kind, text }) => `${id} ${kind} ${text}`)).toEqual([
    "R1 requirement r one",
    "R2 requirement r two",
    "C1 constraint c one",
    "N1 non_functional n one",
  ]);
  const own = [{ id: "R9", kind: "requirement" as const, text: "mine" }];
  expect(requirementsOf({ ...lists, numbered_requirements: own })).toEqual(own);
  const beside = besideTask({ ...lists, task: "It must do r\n one,  and n one." });
  expect(beside.map(({ id }) => id)).toEqual(["R2", "C1"]);
  const many = { ...lists, requirements: Array.from({ length: 70 }, (_, at) => `r ${at}`) };
  expect(checkedOf(many)).toHaveLength(60);
  expect(checkedOf(lists)).toHaveLength(4);
});

/** Rows of two designs, a and b; what each of the reviewers r0, r1, … says of each, "-" for no answer. */
function rows(...said: [a: string, b: string][]): CoverageRow[] {
  const words: Record<string, CoverageStatus> = { m: "met", p: "partly", x: "missed", n: "not_addressed" };
  const size = Math.max(...said.flatMap(([a, b]) => [a.length, b.length]));
  const evaluations = ["a", "b"].flatMap((design_id, which) =>
    Array.from({ length: size }, (_, at) => ({
      design_id,
      reviewer_id: `r${at}`,
      coverage: said.flatMap((pair, row): CoverageEntry[] => {
        const status = words[pair[which]?.[at] ?? "-"];
        return status ? [{ requirement_id: `R${row + 1}`, status, quote: "", quote_found: false }] : [];
      }),
    })),
  );
  const requirements = said.map((_, at) => `r ${at}`);
  return coverageOf({ requirements, constraints: [], non_functional_requirements: [] }, ["a", "b"], evaluations);
}

test("metBy() says by what most say how a design stands to each, and that nothing is what most say", () => {
  const all = rows(
    ["mm", "m-"],
    ["pp", "xx"],
    ["xx", "nn"],
    ["nn", "mx"],
    ["mx", "xn"],
    ["xxn", "nnx"],
    ["mpx", "xn-"],
    ["--", "--"],
  );
  const a = metBy("a", all);
  expect(a).toEqual({
    of: 8,
    met: ["R1"],
    partly: ["R2"],
    missed: ["R3", "R6"],
    silent: ["R4"],
    open: ["R5", "R7", "R8"],
  });
  expect(metBy("b", all)).toEqual({
    of: 8,
    met: ["R1"],
    partly: [],
    missed: ["R2", "R5", "R7"],
    silent: ["R3", "R6"],
    open: ["R4", "R8"],
  });
  expect(metBy("nobody", all)).toEqual({ of: 0, met: [], partly: [], missed: [], silent: [], open: [] });
  const [, , , fourth] = all;
  const cell = fourth?.cells[1];
  expect(cell && [isDivided(cell), votes(cell, ["met"]), votes(cell, ["met", "missed"])]).toEqual([true, 1, 2]);
});

test("unmet() has what nobody says of any design that it meets, where all were asked", () => {
  const ids = (all: CoverageRow[]) => unmet(all).map(({ id }) => id);
  expect(ids(rows(["xx", "pn"], ["xx", "xm"], ["xx", "--"], ["px", "nn"]))).toEqual(["R1", "R4"]);
  expect(unmet([{ requirement: { id: "R1", kind: "requirement", text: "r" }, cells: [] }])).toEqual([]);
});

test("disputed() has what some say is met and most do not, of the first design or where no design meets it", () => {
  const all = rows(["mxp", "mmm"], ["mpp", "ppp"], ["ppp", "mpp"], ["mmp", "mpp"], ["xxm", "mpp"]);
  const of = (first: string | null) =>
    disputed(all, first).map(({ requirement: { id }, cells }) => [
      id,
      ...cells.map(({ design_id, met, of }) => `${design_id} ${met}/${of}`),
    ]);
  expect(of(null)).toEqual([
    ["R2", "a 1/3"],
    ["R3", "b 1/3"],
    ["R5", "a 1/3", "b 1/3"],
  ]);
  expect(of("b")).toEqual([
    ["R2", "a 1/3"],
    ["R3", "b 1/3"],
    ["R4", "b 1/3"],
    ["R5", "a 1/3", "b 1/3"],
  ]);
});

test("incompleteOf() counts what reviewers can give of the designs that are there", () => {
  const count = (there: number, wanted: number) => ({ there, wanted });
  const status = (change: object): Status =>
    ({
      designs: count(2, 2),
      reviews: count(4, 4),
      scores: count(4, 4),
      samples: count(12, 12),
      short: 0,
      spared: [],
      pending: [],
      failures: [],
      ...change,
    }) as Status;
  expect(incompleteOf(status({}))).toBeNull();
  const cell = (parts: string[], askable: boolean) => ({ kind: "cell", parts, askable });
  const absent = { kind: "design", model: "m/x" };
  const half = status({
    designs: count(1, 2),
    reviews: count(2, 4),
    scores: count(1, 4),
    samples: count(4, 12),
    short: 1,
    pending: [absent, cell(["review", "score"], false), cell(["score"], false), cell(["score"], true)],
  });
  expect(incompleteOf(half)).toEqual({
    absent: ["m/x"],
    reviews: count(2, 3),
    scores: count(1, 2),
    short: 1,
    samples: 3,
  });
  expect(possible(half).samples).toEqual(count(4, 6));
  expect(incompleteOf(status({ reviews: count(3, 4) }))).toMatchObject({ absent: [], reviews: count(3, 4) });
  expect(incompleteOf(status({ scores: count(3, 4) }))?.scores).toEqual(count(3, 4));
  const none = status({ reviews: count(0, 1), scores: count(0, 0), samples: count(0, 0) });
  expect([incompleteOf(none)?.samples, possible(none).samples]).toEqual([1, count(0, 0)]);
});
