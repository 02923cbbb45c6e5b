import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type ControlsVerdict,
  criterionDeviation,
  rankingWithout,
  type SpoiledCell,
  unseenControls,
} from "../../src/stats/controls.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, QUALITY } from "./support.ts";

const CRITERIA = ["a", "b", "c", "d"].map((name) => ({ ...QUALITY, name }));
/** Four cells of each reviewer, all of which fall by the same; where `from` is not given, from 8. */
const cellsOf = (drops: Readonly<Record<string, number>>, from = 8): SpoiledCell[] =>
  Object.entries(drops).flatMap(([reviewer_id, drop]) =>
    CRITERIA.map(({ name }, at) => ({
      reviewer_id,
      control: `copy${at % 2}`,
      criterion: name,
      original: from,
      copy: from - drop,
    })),
  );
const judge = (cells: readonly SpoiledCell[], deviation: number | null = 1): ControlsVerdict =>
  unseenControls(cells, CRITERIA, deviation);
const of = (verdict: ControlsVerdict, id: string) => verdict.reviewers.find(({ reviewer_id }) => reviewer_id === id);
/** 2.5·√(2/4): what a drop lies below the others' by, for a deviation of 1 and four cells. */
const NEEDED = 2.5 * Math.SQRT1_2;

describe("unseenControls()", () => {
  test("names who does not see what the others see, with its numbers", () => {
    const found = judge(cellsOf({ a: 4, b: 3, c: 0, d: 5 }));
    expect(found).toMatchObject({ unseeing: ["c"], seen: 3.5, deviation: 1, reason: null });
    expect(found.reviewers.map(({ reviewer_id }) => reviewer_id)).toEqual(["a", "b", "c", "d"]);
    expect(of(found, "c")).toEqual({
      reviewer_id: "c",
      drop: 0,
      others: 4,
      needed: Number(NEEDED.toFixed(10)),
      compared: 3,
      cells: 4,
      no_room: 0,
      unseeing: true,
    });
    expect(of(found, "a")).toMatchObject({ drop: 4, others: 3, unseeing: false });
  });

  test("needs a drop of at most a third of the others'", () => {
    expect(judge(cellsOf({ a: 3, b: 3, c: 1 })).unseeing).toEqual(["c"]);
    expect(judge(cellsOf({ a: 3, b: 3, c: 1.01 })).unseeing).toEqual([]);
  });

  test("needs others that see half a point", () => {
    expect(judge(cellsOf({ a: 0.5, b: 0.5, c: 0 }), 0).unseeing).toEqual(["c"]);
    const hardly = judge(cellsOf({ a: 0.49, b: 0.49, c: 0 }), 0);
    expect(hardly).toMatchObject({ unseeing: [], reason: "hardly-seen", seen: 0.49 });
  });

  test("needs 2.5 deviations of such a difference", () => {
    const cells = cellsOf({ a: 3, b: 3, c: 0 });
    expect(judge(cells, 3 / NEEDED).unseeing).toEqual(["c"]);
    expect(judge(cells, 3.01 / NEEDED).unseeing).toEqual([]);
    const one = [...cellsOf({ a: 3, b: 3 }), ...cellsOf({ c: 0 }).slice(0, 1)];
    expect(of(judge(one), "c")).toMatchObject({
      cells: 1,
      needed: Number((2.5 * Math.SQRT2).toFixed(10)),
      unseeing: false,
    });
    expect(judge(one, 0.8).unseeing).toEqual(["c"]);
  });

  test("names nobody among fewer than three, or without a deviation, and says why", () => {
    expect(judge(cellsOf({ a: 4, b: 0 }), 0)).toMatchObject({ unseeing: [], reason: "few-reviewers" });
    expect(judge(cellsOf({ a: 4, b: 4, c: 0 }), null)).toMatchObject({
      unseeing: [],
      reason: "no-deviation",
      deviation: null,
    });
    expect(judge([])).toEqual({ reviewers: [], unseeing: [], seen: null, deviation: 1, reason: "few-reviewers" });
  });

  test("names nobody where most do not see it", () => {
    expect(judge(cellsOf({ a: 4, b: 0, c: 0 }), 0)).toMatchObject({ unseeing: [], reason: "hardly-seen", seen: 0 });
    expect(judge(cellsOf({ a: 4, b: 4, c: 4, d: 0, e: 0 }), 0.5).unseeing).toEqual(["d", "e"]);
  });

  test("holds nothing against scores that had no room to fall", () => {
    const low = judge([...cellsOf({ a: 4, b: 4 }), ...cellsOf({ c: 1 }, 1)]);
    expect(low.unseeing).toEqual([]);
    expect(of(low, "c")).toMatchObject({ drop: null, others: null, needed: null, compared: 0, cells: 0, no_room: 4 });
    expect(judge([...cellsOf({ a: 4, b: 4 }), ...cellsOf({ c: 0 }, 4)]).unseeing).toEqual(["c"]);
    const part = judge([
      ...cellsOf({ a: 4, b: 4 }),
      ...cellsOf({ c: 0 }, 9).slice(0, 3),
      ...cellsOf({ c: 1 }, 1).slice(3),
    ]);
    expect(of(part, "c")).toMatchObject({ drop: 0, cells: 3, no_room: 1, unseeing: true });
  });

  test("compares over the same cells, and leaves out those that nobody else scored", () => {
    const [first, ...rest] = cellsOf({ a: 4 });
    const cells = [
      ...cellsOf({ b: 0.5, d: 0.5 }).slice(0, 1),
      ...cellsOf({ b: 6, d: 6 }).slice(5),
      ...(first ? [{ ...first, copy: 8 }] : []),
    ];
    expect(of(judge(cells, 0.1), "a")).toMatchObject({ others: 0.5, cells: 1, compared: 1 });
    expect(rest).toHaveLength(3);
    const alone = judge([
      ...cellsOf({ a: 4, b: 4, d: 4 }).filter(({ criterion }) => criterion !== "d"),
      ...cellsOf({ c: 0 }),
    ]);
    expect(of(alone, "c")).toMatchObject({ cells: 3, no_room: 0, unseeing: true });
  });

  test("brings criteria to 0–10 first", () => {
    const halves = { ...QUALITY, name: "half", min: -1, max: 4 };
    const cells = cellsOf({ a: 2, b: 2, c: 0 }, 3)
      .filter(({ criterion }) => criterion === "a")
      .map((cell) => ({ ...cell, criterion: "half" }));
    expect(of(unseenControls(cells, [halves], 0), "c")).toMatchObject({ drop: 0, others: 4, unseeing: true });
    expect(of(unseenControls(cells, [halves], 0), "a")).toMatchObject({ drop: 4, others: 2 });
  });

  test("is the same whatever the order of its cells, and numbers are finite", () => {
    const cell = fc.record({
      reviewer_id: fc.constantFrom("a", "b", "c", "d"),
      control: fc.constantFrom("one", "two"),
      criterion: fc.constantFrom("a", "b"),
      original: fc.integer({ min: 0, max: 10 }),
      copy: fc.integer({ min: 0, max: 10 }),
    });
    const place = ({ reviewer_id, control, criterion }: SpoiledCell) => `${reviewer_id} ${control} ${criterion}`;
    fc.assert(
      fc.property(fc.uniqueArray(cell, { selector: place, maxLength: 16 }), (cells) => {
        const found = judge(cells, 0.3);
        expect(judge(cells.toReversed(), 0.3)).toEqual(found);
        expect(found.unseeing.length * 2).toBeLessThanOrEqual(found.reviewers.length);
        for (const { drop, others, unseeing } of found.reviewers) {
          expect(Number.isFinite(drop ?? 0) && Number.isFinite(others ?? 0)).toBe(true);
          if (unseeing) expect(3 * (drop ?? 9)).toBeLessThanOrEqual((others ?? 0) + 1e-6);
        }
      }),
      { numRuns: 200, seed: 20 },
    );
  });

  test("refuses an unknown criterion and a place that is scored twice", () => {
    const [cell] = cellsOf({ a: 4 });
    if (!cell) throw new Error("no cell");
    expect(() => judge([{ ...cell, criterion: "e" }])).toThrow(
      'Cannot read the controls of a: needs a criterion of the rubric, found "e"',
    );
    expect(() => judge([cell, cell])).toThrow('needs one score on "a" of control copy0, found two');
    expect(judge([cell, { ...cell, control: "copy1" }]).reviewers).toHaveLength(1);
  });
});

describe("criterionDeviation()", () => {
  test("is what is left of a criterion once designs and severity are out", () => {
    // Left is ±½ in each of four cells, with one degree of freedom.
    const two = [
      [1, 2],
      [3, 6],
    ];
    expect(criterionDeviation(experiment(two))).toBeCloseTo(1, 9);
    const additive = [
      [1, 4],
      [3, 6],
    ];
    expect(criterionDeviation(experiment(additive))).toBeCloseTo(0, 6);
    expect(criterionDeviation(experiment([[1, 2]]))).toBeNull();
    expect(criterionDeviation(experiment([[null, null]]))).toBeNull();
  });

  test("pools criteria, each on 0–10", () => {
    const criteria = [
      { ...QUALITY, name: "x" },
      { ...QUALITY, name: "y", max: 100 },
    ];
    const cell = (x: number, y: number) => ({ x, y });
    const table = [
      [cell(1, 10), cell(2, 40)],
      [cell(3, 30), cell(6, 60)],
    ];
    expect(criterionDeviation(experiment(table, { criteria }))).toBeCloseTo(Math.SQRT1_2, 9);
  });
});

describe("rankingWithout()", () => {
  const table = [
    [8, 9, 2],
    [6, 6, 6],
    [3, 4, 9],
  ];

  test("is the ranking of the others", () => {
    const rest = rankDesigns(experiment(table.map((row) => row.slice(0, 2))));
    expect(rankingWithout(experiment(table), ["r2"])).toEqual({
      order: rest.designs.map(({ design_id }) => design_id),
      winner: rest.summary.winner,
    });
    expect(rankingWithout(experiment(table), ["r0", "r1"])?.order).toEqual(["d2", "d1", "d0"]);
    expect(rankingWithout(experiment(table), [])?.order).toEqual(
      rankDesigns(experiment(table)).designs.map(({ design_id }) => design_id),
    );
    expect(rankingWithout(experiment(table), ["r0", "r1", "r2"])).toBeNull();
  });

  test("takes all rows of a model away with one of them", () => {
    const input = experiment(table);
    const twins = {
      ...input,
      reviewers: input.reviewers.map((row) => ({ ...row, model: row.reviewer_id === "r0" ? row.model : "m/one" })),
    };
    expect(rankingWithout(twins, ["r2"])?.order).toEqual(rankingWithout(experiment(table), ["r1", "r2"])?.order);
  });
});
