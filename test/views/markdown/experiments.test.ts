import { describe, expect, test } from "bun:test";
import type { Ranking } from "../../../src/artifacts/ranking.ts";
import { changesBetween } from "../../../src/stats/compare.ts";
import type { ComparedExperiment } from "../../../src/story/story.ts";
import { experimentsReply } from "../../../src/views/markdown/experiments.ts";
import { experiment, QUALITY } from "../../stats/support.ts";
import { cellCounts, rankingOf, storyFrom } from "./support.ts";

const row = (id: string, ranking: Ranking | null): ComparedExperiment => ({
  id,
  topic: "queue",
  designs: ranking?.designs.length ?? 1,
  story: ranking && storyFrom(ranking),
});

describe("experimentsReply()", () => {
  test("calls a tie a tie, and says of different tasks that their scores say nothing of each other", () => {
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
    const text = experimentsReply({
      rows: [row("one", tie), row("two", apart), row("three", null)],
      changes: null,
      one_task: false,
    });
    expect(text).toMatch(/\| winner +\| a tie of 2 \|/);
    expect(text).toStartWith("## queue: 3 experiments\n\n1. one: **No winner:**");
    expect(text).not.toContain("best score");
    expect(text).toMatch(/\| confidence +\| low +\| low +\| – +\|\n\| designs +\| 2 +\| 2 +\| 1 +\|/);
    expect(text).toMatch(/\| scores +\| 4 of 4 +\| 4 of 8 +\| – +\|\n\| reviewers +\| 2 +\| 4 +\| – +\|/);
    expect(text).toMatch(/\| failures +\| 0 +\| 0 +\| – +\|/);
    expect(text).toMatch(/\| reviewers differ by \| – +\| – +\| – +\|/);
    expect(text).not.toContain("consensus");
    expect(text).toContain("three: not ranked yet.");
    expect(text).toContain("The tasks differ, so a score of one says nothing about a score of another.");
    expect(text).toEndWith("- `/design-lab show three` shows what 3 has so far");
    for (const line of text.split("\n").filter((line) => line.startsWith("|"))) {
      expect(line.length).toBeLessThanOrEqual(80);
      expect(line).not.toContain("…");
    }
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
    const plan = ["d0", "d1"];
    const changes = changesBetween({ ranking: before, criteria, plan }, { ranking: after, criteria, plan });
    const text = experimentsReply({ rows: [row("first", before), row("second", after)], changes, one_task: true });
    expect(text).toContain("### From first to second, one task");
    expect(text).toMatch(
      /- \*\*B “Title of d1”\*\* in 1 and \*\*A “Title of d1”\*\* in 2, by other1\/author: rose from place 2 to 1 of the 2 in both, most on \*\*quality\*\* \(5\.10 to 8\.10\)\./,
    );
    expect(text).toMatch(
      /by other0\/author: fell from place 1 to 2 of the 2 in both, most on \*\*quality\*\* \(8\.10 to 5\.10\)\./,
    );
    expect(text).toContain("The same models judged both.");
    expect(text).toContain("The task is one, but each experiment was scored anew");
    expect(text).not.toMatch(/tasks differ|best score|score \d/);
  });

  test("names a design that only one of the two has, and has four columns of six experiments", () => {
    const ranking = rankingOf(
      experiment([
        [9, 9.1, 9],
        [5, 5.1, 5],
      ]),
    );
    const of = (designs: Ranking["designs"]) => ({ ranking: { designs }, criteria: [QUALITY], plan: ["d0", "d1"] });
    const changes = changesBetween(of(ranking.designs), of(ranking.designs.slice(0, 1)));
    const text = experimentsReply({ rows: [row("first", ranking), row("second", ranking)], changes, one_task: true });
    expect(text).toContain("- **A “Title of d0”** in 1 and in 2, by other0/author: no other is in both.");
    expect(text).toContain("- **B “Title of d1”** in 1 only, by other1/author: rank 2 of 2.");
    const six = Array.from({ length: 6 }, (_, at) => row(`e${at}`, ranking));
    const wide = experimentsReply({ rows: six, changes: null, one_task: true });
    expect(cellCounts(wide)).toEqual([Array.from({ length: 8 }, () => 4)]);
  });
});
