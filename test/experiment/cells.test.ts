import { describe, expect, test } from "bun:test";
import type { Reviewer } from "../../src/artifacts/task.ts";
import { type Cell, cellsToAsk, sessionsFor } from "../../src/experiment/cells.ts";
import { addStandIn } from "../../src/experiment/panel.ts";
import { shuffled } from "../../src/experiment/shuffled.ts";
import { NOTHING } from "../../src/experiment/status.ts";
import { designOf, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";

const task = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const artifacts = {
  ...NOTHING,
  designs: [designOf("p/a"), designOf("p/b")],
  reviews: [reviewOf("a", "p/x"), reviewOf("b", "p/y")],
  scores: [scoreOf("a", "p/x", [5])],
};
const parts = ["review", "score"] as const;
const said = (cells: readonly Cell[]) =>
  cells.map(({ design_id, reviewer, parts: asked }) => `${design_id} ${reviewer.reviewer_id} ${asked.join("+")}`);

describe("cellsToAsk()", () => {
  test("asks of each cell what is missing, and nothing where all is there", () => {
    expect(said(cellsToAsk(task, artifacts, { parts }))).toEqual(["a y review+score", "b x review+score", "b y score"]);
    expect(said(cellsToAsk(task, artifacts, { parts: ["review"] }))).toEqual(["a y review", "b x review"]);
  });

  test("asks again with force, from the first sample", () => {
    const cells = cellsToAsk(task, artifacts, { parts: ["score"], force: true });
    expect(said(cells)).toEqual(["a x score", "a y score", "b x score", "b y score"]);
    expect(cells.every(({ samples }) => samples.length === 0)).toBe(true);
  });

  test("keeps the samples that are there", () => {
    const [cell] = cellsToAsk({ ...task, score_samples: 2 }, artifacts, { parts: ["score"] });
    expect(cell).toMatchObject({ design_id: "a", reviewer: { reviewer_id: "x" } });
    expect(cell?.samples).toHaveLength(1);
  });

  test("takes designs and reviewers by id or by model, and names the nearest of one that is none", () => {
    expect(said(cellsToAsk(task, artifacts, { parts, designs: ["p/b"], reviewers: ["x"] }))).toEqual([
      "b x review+score",
    ]);
    expect(() => cellsToAsk(task, artifacts, { parts, designs: ["c"] })).toThrow('has no design "c"');
    expect(() => cellsToAsk(task, artifacts, { parts, reviewers: ["p/xx"] })).toThrow("the nearest: p/x");
  });

  test("asks nothing of a stand-in by itself", () => {
    const seated = { ...task, reviewers: addStandIn(task, { model: "p/z" }, ["review", "score"]) };
    expect(said(cellsToAsk(seated, artifacts, { parts }))).toEqual(said(cellsToAsk(task, artifacts, { parts })));
  });

  test("asks nothing about a design that is not there", () => {
    expect(cellsToAsk(task, NOTHING, { parts })).toEqual([]);
  });
});

describe("shuffled()", () => {
  const seeds = Array.from({ length: 400 }, (_, seed) => seed);

  test("gives the same order for the same seed and salt, and other orders for others", () => {
    const items = Array.from({ length: 12 }, (_, at) => at);
    expect(shuffled(items, 7, "cells")).toEqual(shuffled(items, 7, "cells"));
    expect(shuffled(items, 7, "cells")).not.toEqual(shuffled(items, 8, "cells"));
    expect(shuffled(items, 7, "cells")).not.toEqual(shuffled(items, 7, "criteria"));
    expect(shuffled(items, 7, "cells").sort((a, b) => a - b)).toEqual(items);
  });

  test("draws every order, each about as often", () => {
    const counts = new Map<string, number>();
    for (const seed of seeds) {
      const order = shuffled(["a", "b", "c"], seed, "").join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
    // 400 / 6 = 67, standard deviation 7.5: four of them either way.
    for (const number of counts.values()) expect(Math.abs(number - 67)).toBeLessThan(30);
  });

  test("leaves one item and none as they are", () => {
    expect(shuffled(["a"], 1, "")).toEqual(["a"]);
    expect(shuffled([], 1, "")).toEqual([]);
  });
});

test("sessionsFor() is one for all parts, one for each further sample, and none of a reviewer that nobody asks", () => {
  const reviewer: Reviewer = { kind: "model", reviewer_id: "r", model: "m/r", parts: ["review", "score"] };
  const sample = { scores: { clarity: 5 }, overall_score: 5, session_id: "s" };
  const of = (parts: ("review" | "score")[], held: number, wanted: number, who = reviewer) =>
    sessionsFor({ reviewer: who, parts, samples: Array(held).fill(sample) }, wanted);
  expect([of(["review"], 0, 3), of(["score"], 0, 3), of(["review", "score"], 0, 3)]).toEqual([1, 3, 3]);
  expect([of(["score"], 1, 3), of(["score"], 3, 3), of(["review", "score"], 5, 3), of(["review"], 0, 1)]).toEqual([
    2, 1, 1, 1,
  ]);
  expect(of(["score"], 0, 3, { ...reviewer, kind: "person" } as unknown as Reviewer)).toBe(0);
});
