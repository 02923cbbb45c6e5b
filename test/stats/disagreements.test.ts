import { expect, test } from "bun:test";
import { disagreements } from "../../src/stats/disagreements.ts";
import { QUALITY } from "./support.ts";

const criteria = [QUALITY, { ...QUALITY, name: "cost", min: 1, max: 5 }];
const given = (design_id: string, reviewer_id: string, quality: number, cost?: number) => ({
  design_id,
  reviewer_id,
  scores: cost === undefined ? { quality } : { quality, cost },
});

test("disagreements() gives the lowest and the highest score of each design on each criterion, the widest share first", () => {
  const scores = [given("a", "m", 9, 2), given("a", "n", 5, 4), given("b", "m", 7, 3), given("b", "n", 7, 4)];
  const found = disagreements(["a", "b"], scores, criteria);
  expect(found.map(({ design_id, criterion, range }) => [design_id, criterion, range])).toEqual([
    ["a", "cost", 0.5],
    ["a", "quality", 0.4],
    ["b", "cost", 0.25],
  ]);
  expect(found.map(({ lowest, highest }) => lowest.reviewer_id + highest.reviewer_id)).toEqual(["mn", "nm", "mn"]);
});

test("disagreements() keeps the order of designs where they are as wide, and passes over what was not scored", () => {
  const scores = [
    given("b", "m", 1),
    given("b", "n", 3),
    given("a", "m", 4),
    given("a", "n", 6, 1),
    given("c", "m", 0),
  ];
  const order = (designs: readonly string[]) => disagreements(designs, scores, criteria).map((each) => each.design_id);
  expect(order(["a", "b", "c"])).toEqual(["a", "b"]);
  expect(order(["b", "a"])).toEqual(["b", "a"]);
  expect(order(["c"])).toEqual([]);
});
