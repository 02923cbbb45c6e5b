import { describe, expect, test } from "bun:test";
import { comparisonReply, experimentsReply } from "../../src/report/comparison-text.ts";
import { compareDesigns } from "../../src/stats/compare-designs.ts";
import type { RankingInput } from "../../src/stats/input.ts";
import { experiment, QUALITY } from "../stats/support.ts";
import { cellCounts, designOf, rankingOf } from "./support.ts";

const criteria = [QUALITY, { ...QUALITY, name: "cost", min: 1, max: 5, weight: 0.2 }];
const input = experiment(
  [
    [
      { quality: 9, cost: 4 },
      { quality: 8.5, cost: 1 },
      { quality: 9, cost: 3 },
    ],
    [{ quality: 4, cost: 4 }, { quality: 5, cost: 5 }, null],
    [null, null, { quality: 3, cost: 2 }],
    [null, null, null],
  ],
  { criteria },
);

function reply(given: RankingInput, ids: readonly string[]): string {
  return comparisonReply(
    "queue",
    ids.map((id) => designOf(id)),
    compareDesigns(given, ids),
  );
}

describe("comparisonReply()", () => {
  test("prints the probability, the difference on each criterion with its spread, and the widest disagreement", () => {
    const text = reply(input, ["d0", "d1"]);
    expect(text).toMatch(/\*\*d0 is (?:probably )?better than d1\*\* \(P (?:= \d\d|over 95) %\)/);
    expect(text).toMatch(/\| quality +\| +\+4\.25 \| ± 1\.06 \| +2 \|/);
    expect(text).toMatch(/\| cost \(1 to 5\) +\| +−2\.00 \| ± 2\.83 \| +2 \|/);
    expect(text).toMatch(/Where the reviewers disagree most:\n\n- cost of d0: 1 by r1, 4 by r0/);
    expect(text).toMatch(/\| rank +\| 1 /);
  });

  test("calls what cannot be told apart so", () => {
    const close = experiment([
      [7, 6, 6.5],
      [6.8, 6.1, 6.4],
    ]);
    expect(reply(close, ["d0", "d1"])).toMatch(/\*\*d0 and d1 cannot be told apart\*\* \(P = \d\d %\)\./);
  });

  test("says so where no reviewer scored both, where nobody scored one, and where weights are zero", () => {
    expect(reply(input, ["d1", "d2"])).toContain("No reviewer scored both");
    expect(reply(input, ["d0", "d3"])).toContain("Fewer than two of these designs have scores");
    expect(reply(input, ["d0", "d3"])).toContain("Nobody scored d3.");
    const unweighted = { ...input, criteria: criteria.map((criterion) => ({ ...criterion, weight: 0 })) };
    expect(reply(unweighted, ["d0", "d1"])).toContain("All criteria have weight zero");
    expect(reply(unweighted, ["d0", "d1"])).not.toContain("Nobody scored");
  });

  test("of ten designs and thirty criteria with long names has at most 150 lines and whole tables", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...QUALITY,
      name: `criterion ${at} 設計 ${"x".repeat(50)}`,
    }));
    const table = Array.from({ length: 10 }, (_, i) =>
      Array.from({ length: 4 }, (_, j) =>
        Object.fromEntries(many.map(({ name }, c) => [name, (i * 3 + j * 5 + c * 7) % 11])),
      ),
    );
    const ids = Array.from({ length: 10 }, (_, at) => `d${at}`);
    const text = reply(experiment(table, { criteria: many }), ids);
    expect(text.split("\n").length).toBeLessThanOrEqual(150);
    for (const rows of cellCounts(text)) expect(new Set(rows).size).toBe(1);
    expect(text).toContain("criteria with smaller differences");
    expect(text).toContain("more pairs in results/ranking.json");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("experimentsReply()", () => {
  test("calls a tie a tie, shows the best score by whatever ranks, and warns not to compare numbers", () => {
    const tie = rankingOf(
      experiment([
        [5, 5],
        [5, 5],
      ]),
    );
    const apart = rankingOf(
      experiment([
        [9, 9, null, null],
        [null, null, 2, 2],
      ]),
    );
    const text = experimentsReply([
      { id: "one", ranking: tie, designs: 2 },
      { id: "two", ranking: apart, designs: 2 },
      { id: "three", ranking: null, designs: 1 },
    ]);
    expect(text).toMatch(/\| winner +\| a tie of 2 \|/);
    expect(text).toMatch(/\| best score +\| 5\.00 +\| 9\.00 +\| – +\|/);
    expect(text).toMatch(/\| reviewers differ by \| – +\| – +\| – +\|/);
    expect(text).not.toContain("consensus");
    expect(text).toContain("three: not ranked yet.");
    expect(text).toContain("compare the winners, not the numbers");
    for (const rows of cellCounts(text)) expect(new Set(rows).size).toBe(1);
  });
});
