import { describe, expect, test } from "bun:test";
import { experimentsReply } from "../../src/report/experiments-text.ts";
import type { ComparedExperiment } from "../../src/schemas/comparison.ts";
import type { Ranking } from "../../src/schemas/ranking.ts";
import { changesBetween } from "../../src/stats/compare-experiments.ts";
import { experiment, QUALITY } from "../stats/support.ts";
import { cellCounts, rankingOf, storyFrom } from "./support.ts";

const row = (id: string, ranking: Ranking | null): ComparedExperiment => ({
  id,
  topic: "queue",
  designs: ranking?.designs.length ?? 1,
  story: ranking && storyFrom(ranking),
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
    const text = experimentsReply([row("one", tie), row("two", apart), row("three", null)], null);
    expect(text).toMatch(/\| winner +\| a tie of 2 \|/);
    expect(text).toMatch(/\| best score +\| 5\.00 +\| 9\.00 +\| – +\|/);
    expect(text).toMatch(/\| reviewers differ by \| – +\| – +\| – +\|/);
    expect(text).not.toContain("consensus");
    expect(text).toContain("three: not ranked yet.");
    expect(text).toContain("compare the winners, not the numbers");
    for (const rows of cellCounts(text)) expect(new Set(rows).size).toBe(1);
  });

  test("of two takes on one task says who rose, who fell and on which criterion", () => {
    const criteria = [QUALITY, { ...QUALITY, name: "cost" }];
    const take = (...rows: [quality: number, cost: number][]) =>
      rankingOf(
        experiment(
          rows.map(([quality, cost]) => [0, 0.2, 0.1].map((more) => ({ quality: quality + more, cost: cost + more }))),
          { criteria },
        ),
      );
    const [before, after] = [take([8, 8], [5, 5]), take([5, 7], [8, 8])];
    const changes = changesBetween({ ranking: before, criteria }, { ranking: after, criteria });
    const text = experimentsReply([row("first", before), row("second", after)], changes);
    expect(text).toContain("### From first to second, one task");
    expect(text).toMatch(
      /\*\*other1\/author\*\* rose from rank 2 to 1, score 5\.\d\d to 8\.\d\d, most on \*\*quality\*\*/,
    );
    expect(text).toMatch(/\*\*other0\/author\*\* fell from rank 1 to 2, .* most on \*\*quality\*\* \(8\.10 to 5\.10\)/);
    expect(text).toContain("The same models judged both.");
  });
});
