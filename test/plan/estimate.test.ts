import { describe, expect, test } from "bun:test";
import { IMPACTS, RISKS, SCOPES } from "../../src/artifacts/plan-task.ts";
import {
  assumedIn,
  criticalOf,
  IMPACT_WEIGHT,
  planCost,
  RISK_SUCCESS,
  risksOf,
  SCOPE_COST,
  toDecompose,
} from "../../src/plan/estimate.ts";
import { graphOf } from "../../src/plan/graph.ts";
import { plan, TWELVE, task } from "./samples.ts";

test("words stand for the numbers that the framework publishes", () => {
  expect(SCOPES.map((scope) => SCOPE_COST[scope])).toEqual([1, 2, 3, 4, 5]);
  expect(RISKS.map((risk) => RISK_SUCCESS[risk])).toEqual([0.98, 0.9, 0.8, 0.65, 0.5]);
  expect(IMPACTS.map((impact) => IMPACT_WEIGHT[impact])).toEqual([1, 1.5, 2, 3]);
});

describe("criticalOf()", () => {
  test("of twelve tasks, worked by hand where they stand", () => {
    const { path, cost, all } = criticalOf(graphOf(TWELVE));
    expect(path.map(({ id, cost: own }) => [id, own])).toEqual([
      ["a", 1],
      ["b", 3],
      ["d", 4],
      ["g", 2],
      ["j", 1],
    ]);
    expect([cost, all]).toEqual([11, 27]);
  });

  test("takes narrow for what nobody assessed, and says so", () => {
    const { path, cost } = criticalOf(graphOf([task("a"), task("b", ["a"], { scope: "system" })]));
    expect(path).toEqual([
      { id: "a", cost: 2, assumed: true },
      { id: "b", cost: 5, assumed: false },
    ]);
    expect(cost).toBe(7);
  });

  test("counts what is left: what is completed is on no path", () => {
    const done = TWELVE.map(
      (each) => ({ ...each, status: "abd".includes(each.id) ? "completed" : "pending" }) as const,
    );
    // Of what is left: c f h j = 2 + 3 + 2 + 1 = 8; g j = 3; k l = 6. All: 27 − 1 − 3 − 4 = 19.
    const { path, cost, all } = criticalOf(plan(done).left);
    expect([path.map(({ id }) => id), cost, all]).toEqual([["c", "f", "h", "j"], 8, 19]);
  });
});

describe("risksOf()", () => {
  test("of twelve tasks, worked by hand", () => {
    // Risk weight × impact weight: a .1·2 = .2, b .2·1.5 = .3, c .02, d .35·3 = 1.05, e .1, f .5·1.5 = .75, g .1, h .1,
    // i .02, j .1·2 = .2, k .2, l .02. a b d g j = .2 + .3 + 1.05 + .1 + .2 = 1.85; a c f h j = 1.27.
    const { classes, path, sum } = risksOf(graphOf(TWELVE));
    expect(path.map(({ id }) => id)).toEqual(["a", "b", "d", "g", "j"]);
    expect(sum).toBeCloseTo(1.85, 9);
    expect(classes.map(({ risk, ids }) => [risk, ids.join("")])).toEqual([
      ["critical", "f"],
      ["high", "d"],
      ["medium", "bk"],
      ["low", "aeghj"],
      ["trivial", "cil"],
      [null, ""],
    ]);
  });

  test("is led by risk, not by length", () => {
    const tasks = [
      task("a", [], { risk: "trivial" }),
      task("b", ["a"], { risk: "trivial" }),
      task("c", [], { risk: "critical", impact: "project" }),
    ];
    // a b = .02 + .02; c = .5 · 3.
    expect(risksOf(graphOf(tasks))).toMatchObject({ path: [{ id: "c", weight: 1.5, assumed: false }], sum: 1.5 });
    expect(risksOf(graphOf([task("x")])).path).toEqual([{ id: "x", weight: expect.closeTo(0.2, 9), assumed: true }]);
  });
});

describe("planCost()", () => {
  const chain = [
    task("a", [], { scope: "single", risk: "low" }),
    task("b", ["a"], { scope: "narrow", risk: "high" }),
    task("c", ["a", "b"], { scope: "system", risk: "trivial" }),
  ];

  test("of a chain, worked by hand", () => {
    // a: p = .9, cost 1: .9·1 + .1·2 = 1.1.
    // b: .65 · (.9 + .1·.9) = .65 · .99 = .6435; .6435·2 + .3565·4 = 2.713.
    // c: .98 · .99 · (.6435 + .3565·.9) = .98 · .99 · .96435 = .93561237; 5·(2 − .93561237) = 5.32193815.
    const { rows, once, expected, from_failure, independent } = planCost(graphOf(chain));
    expect(rows.map(({ id }) => id)).toEqual(["c", "b", "a"]);
    for (const [at, value] of [5.32193815, 2.713, 1.1].entries()) expect(rows[at]?.expected).toBeCloseTo(value, 8);
    for (const [at, value] of [0.93561237, 0.6435, 0.9].entries()) expect(rows[at]?.p_eff).toBeCloseTo(value, 8);
    expect(once).toBe(8);
    expect(expected).toBeCloseTo(9.13493815, 8);
    expect(from_failure).toBeCloseTo(1.13493815, 8);
    // With r = 1: 1·1.1 + 2·1.35 + 5·1.02 = 8.9.
    expect(independent.expected).toBeCloseTo(8.9, 9);
    expect(independent.from_failure).toBeCloseTo(0.9, 9);
  });

  test("leaves out what is completed, of which nothing fails any more", () => {
    const [a, ...others] = chain;
    if (a === undefined) throw new Error("no task");
    const { rows, once } = planCost(graphOf([{ ...a, status: "completed" }, ...others]));
    // b: .65; c: .98 · (.65 + .35·.9) = .98 · .965 = .9457.
    expect(rows.map(({ id, p_eff }) => [id, Number(p_eff.toFixed(6))])).toEqual([
      ["c", 0.9457],
      ["b", 0.65],
    ]);
    expect(once).toBe(7);
  });

  test("counts no retry where none is given, as the source's default does", () => {
    const { once, expected, from_failure } = planCost(graphOf(chain), () => 0);
    expect(expected).toBeCloseTo(once, 9);
    expect(from_failure).toBeCloseTo(0, 9);
  });

  test("marks what was assumed: scope and risk, for impact is in no cost", () => {
    const { rows } = planCost(graphOf([task("a", [], { risk: "low" })]));
    expect(rows).toMatchObject([{ cost: 2, p: 0.9, assumed: ["scope"] }]);
    expect(assumedIn([task("a"), task("b", [], { risk: "low" })], ["scope", "risk"])).toEqual([
      { field: "scope", value: "narrow", count: 2, of: 2 },
      { field: "risk", value: "medium", count: 1, of: 2 },
    ]);
  });
});

test("toDecompose() names what somebody assessed as risky or wide, and is not completed", () => {
  const tasks = [
    task("a", [], { risk: "high" }),
    task("b", [], { scope: "broad" }),
    task("c", [], { risk: "critical", scope: "system" }),
    task("d", [], { risk: "medium", scope: "moderate" }),
    task("e"),
    task("f", [], { risk: "critical", status: "completed" }),
  ];
  expect(toDecompose(graphOf(tasks))).toEqual([
    { id: "a", risk: "high", scope: null },
    { id: "b", risk: null, scope: "broad" },
    { id: "c", risk: "critical", scope: "system" },
  ]);
});
