import { expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, judged } from "./support.ts";

const FOUR = experiment([
  [7, 6, 8],
  [6.5, 6.5, 7],
  [5, 6, 5.5],
  [4, 5, 4],
]);

test("an order counts beside scores, for the design that it puts first and against the one that it puts last", () => {
  const of = (input: typeof FOUR) =>
    new Map(rankDesigns(input).designs.map(({ design_id, adjusted_score }) => [design_id, adjusted_score ?? 0]));
  const [alone, with_order] = [of(FOUR), of(judged(FOUR, { anna: { order: [["d3"], ["d2"], ["d1"], ["d0"]] } }))];
  expect(with_order.get("d3")).toBeGreaterThan(alone.get("d3") ?? 0);
  expect(with_order.get("d0")).toBeLessThan(alone.get("d0") ?? 0);
});

test("an order alone ranks what nobody scored", () => {
  const nobody = experiment([[], [], []]);
  const { designs } = rankDesigns(judged(nobody, { anna: { order: [["d1"], ["d2"], ["d0"]] } }));
  expect(designs.toSorted((a, b) => (a.rank ?? 9) - (b.rank ?? 9)).map(({ design_id }) => design_id)).toEqual([
    ...["d1", "d2", "d0"],
  ]);
});
