import { describe, expect, test } from "bun:test";
import { changesBetween } from "../../src/stats/compare-experiments.ts";
import { rankingOf } from "../report/support.ts";
import { experiment, QUALITY } from "./support.ts";

describe("changesBetween()", () => {
  test("names who came and who went, and compares no criterion that has another scale", () => {
    const ranking = rankingOf(
      experiment([
        [8, 9],
        [5, 6],
      ]),
    );
    const [first, second] = ranking.designs;
    if (!first || !second) throw new Error("two designs were made");
    const criteria = [QUALITY];
    const only = (design: typeof first, max = 10) => ({
      ranking: { ...ranking, designs: [design] },
      criteria: criteria.map((each) => ({ ...each, max })),
    });
    expect(changesBetween(only(first), only(second))).toMatchObject([
      { model: second.generating_model, before: null, criterion: null },
      { model: first.generating_model, after: null, criterion: null },
    ]);
    const better = { ...first, score_breakdown: second.score_breakdown };
    expect(changesBetween(only(first), only(better))[0]?.criterion?.name).toBe(QUALITY.name);
    expect(changesBetween(only(first), only(better, 20))[0]?.criterion).toBeNull();
  });
});
