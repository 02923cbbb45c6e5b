import { expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, judged, QUALITY } from "./support.ts";

const CRITERIA = ["clarity", "cost"].map((name) => ({ ...QUALITY, name }));
const TABLE = [
  [8, 3],
  [6, 5],
  [5, 7],
].map(([clarity = 0, cost = 0]) => [0, 0.5, 1].map((off) => ({ clarity: clarity + off, cost: cost + off / 2 })));

const VOTES = {
  ballot: { order: [["d0"], ["d1"], ["d2"]] },
  pairs: { pairs: ["d0 > d2", "d0 > d1"] },
};

test("the weight that takes the first place away is one at which a ranking with the same votes has another first", () => {
  for (const said of Object.values(VOTES)) {
    const input = judged(experiment(TABLE, { criteria: CRITERIA }), { anna: said });
    const { robustness, designs } = rankDesigns(input);
    if (robustness === null) throw new Error("No weight takes the first place away");
    const { criterion, weight, new_winner } = robustness;
    const firstAt = (share: number) =>
      rankDesigns({
        ...input,
        criteria: CRITERIA.map((each) => (each.name === criterion ? { ...each, weight: weight * share } : each)),
      }).designs[0]?.design_id;
    const way = weight > 1 ? 1 : -1;
    expect([firstAt(1 - way * 1e-4), firstAt(1 + way * 1e-4)]).toEqual([designs[0]?.design_id, new_winner]);
  }
});
