import { describe, expect, test } from "bun:test";
import { compareDesigners, type DesignerScore } from "../../src/stats/designers.ts";
import { halvesOf } from "../../src/stats/halves.ts";
import { halvesBeside, outcomesBeside } from "../../src/stats/history.ts";
import { preparePanel } from "../../src/stats/panel.ts";
import { experiment } from "./support.ts";

const of = (scores: Record<string, number>): DesignerScore[] =>
  Object.entries(scores).map(([seat, score]) => ({ seat, score }));
const rowOf = (groups: ReturnType<typeof compareDesigners>, seat: string) =>
  groups.flatMap(({ rows }) => rows).find((row) => row.seat === seat);

describe("compareDesigners()", () => {
  test("gives exact effects where nothing errs, whatever the level of an experiment and who met whom", () => {
    // a − b = 1 and b − c = 2 throughout; a and c never meet.
    const groups = compareDesigners([of({ a: 8, b: 7 }), of({ b: 5, c: 3 }), of({ a: 4, b: 3 }), of({ b: 9, c: 7 })]);
    expect(groups).toHaveLength(1);
    expect(rowOf(groups, "a")?.effect).toBeCloseTo(4 / 3, 8);
    expect(rowOf(groups, "b")?.effect).toBeCloseTo(1 / 3, 8);
    expect(rowOf(groups, "c")?.effect).toBeCloseTo(-5 / 3, 8);
    expect(groups[0]?.freedom).toBe(8 - 4 - 3 + 1);
  });

  test("does not hold those against each other that no chain of experiments connects", () => {
    const groups = compareDesigners([of({ a: 9, b: 8 }), of({ a: 9, b: 8 }), of({ c: 3, d: 2 })]);
    expect(groups.map(({ rows }) => rows.map(({ seat }) => seat))).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(rowOf(groups, "c")?.effect).toBeCloseTo(0.5, 8);
  });

  test("leaves out an experiment with one seat, and counts several designs of a seat as their mean", () => {
    const groups = compareDesigners([
      [...of({ a: 9 }), ...of({ a: 1 })],
      [...of({ a: 9, b: 6 }), ...of({ a: 7 })],
    ]);
    expect(rowOf(groups, "a")).toMatchObject({ experiments: 1, half: null });
    expect(rowOf(groups, "a")?.effect).toBeCloseTo(1, 8);
    expect(compareDesigners([of({ a: 9 })])).toEqual([]);
  });

  test("tells no interval below three experiments of a model, and no order below five", () => {
    const one = (nth: number) => of({ a: 9 + (nth % 2) / 10, b: 6 });
    const times = (count: number) => compareDesigners(Array.from({ length: count }, (_, nth) => one(nth)));
    expect(rowOf(times(2), "a")?.half).toBeNull();
    expect(rowOf(times(3), "a")?.half).toBeGreaterThan(0);
    expect(times(4)[0]?.better).toEqual([]);
    expect(times(5)[0]?.better).toEqual([{ better: "a", worse: "b", p: expect.any(Number) }]);
  });

  test("puts equals in no order that the last digit of a sum tells apart", () => {
    const nearly = Array.from({ length: 40 }, (_, nth) =>
      of({ a: 7 + nth / 7, b: 7 + nth / 7 + 1e-14, c: 7 + nth / 7 }),
    );
    for (let count = 5; count <= 40; count++) expect(compareDesigners(nearly.slice(0, count))[0]?.better).toEqual([]);
  });

  test("hangs on no order of experiments or designs", () => {
    const all = [of({ a: 8, b: 6.5, c: 7 }), of({ b: 5, c: 3 }), of({ a: 4, c: 4.5 }), of({ a: 7, b: 6, c: 5 })];
    const turned = all.toReversed().map((own) => own.toReversed());
    expect(compareDesigners(turned)).toEqual(compareDesigners(all));
  });
});

describe("halvesOf()", () => {
  const options = { method: "adjusted", exclude_self_reviews: false, draws: 2_000 } as const;
  const panelOf = (reviewers: number) =>
    preparePanel(
      experiment([0, 1, 2].map((i) => Array.from({ length: reviewers }, (_, j) => 8 - i + Math.sin(i + 2 * j) / 3))),
    );

  test("splits four minds in three ways, five in ten, and many in two hundred, either half in turn", () => {
    expect(halvesOf(panelOf(3), options)).toBeNull();
    expect(halvesOf(panelOf(4), options)).toHaveLength(6);
    expect(halvesOf(panelOf(5), options)).toHaveLength(20);
    expect(halvesOf(panelOf(6), options)).toHaveLength(20);
    expect(halvesOf(panelOf(12), options)).toHaveLength(400);
  });

  test("says nothing of one design, which is first whoever judges", () => {
    const alone = preparePanel(experiment([[6, 7, 8, 5]]));
    expect(halvesOf(alone, options)).toBeNull();
  });

  test("shares a first place between equals", () => {
    const equal = preparePanel(experiment([0, 1].map(() => [7, 6, 5, 4])));
    const said = halvesOf(equal, options) ?? [];
    expect(said).toHaveLength(6);
    for (const { p, other, whole } of said) expect([p, other, whole]).toEqual([0.5, 0.5, 0.5]);
    const half = preparePanel(
      experiment([
        [8, 7, 6, 5],
        [8, 7, 6, 5],
        [2, 2, 2, 2],
      ]),
    );
    for (const { other, whole } of halvesOf(half, options) ?? []) expect([other, whole]).toEqual([0.5, 0.5]);
  });
});

describe("predicted and observed", () => {
  test("is told from five outcomes on, and scored from fifty on", () => {
    const said = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        p: 0.8,
        outcome: at % 2 === 0 ? ("worked" as const) : ("failed" as const),
      }));
    expect(outcomesBeside(said(4)).expected).toBeNull();
    expect(outcomesBeside(said(5)).expected?.sum).toBeCloseTo(4, 8);
    expect(outcomesBeside(said(49)).brier).toBeNull();
    expect(outcomesBeside(said(50)).brier).toBeCloseTo((0.04 + 0.64) / 2, 8);
    expect(outcomesBeside(said(50)).log).toBeCloseTo(-(Math.log(0.8) + Math.log(0.2)) / 2, 8);
    expect(outcomesBeside([{ p: 1, outcome: "failed" }]).of).toBe(1);
    expect(
      Number.isFinite(
        outcomesBeside(Array.from({ length: 50 }, () => ({ p: 1, outcome: "failed" as const }))).log ?? Number.NaN,
      ),
    ).toBe(true);
  });

  test("of halves gives each experiment the same weight, however many ways it was split", () => {
    const found = halvesBeside([
      [{ p: 0.85, other: 1, whole: 1 }],
      Array.from({ length: 9 }, () => ({ p: 0.95, other: 0, whole: 0 })),
    ]);
    expect(found?.whole).toBeCloseTo(0.5, 8);
    expect(found?.bold).toMatchObject({ experiments: 2 });
    expect(found?.bold?.agreed).toBeCloseTo(0.5, 8);
    expect(halvesBeside([])).toBeNull();
  });
});
