import { describe, expect, test } from "bun:test";
import stringWidth from "string-width";
import type { Outline } from "../../../src/artifacts/outline.ts";
import type { Ranking, Verdict } from "../../../src/artifacts/ranking.ts";
import type { Task } from "../../../src/artifacts/task.ts";
import { changesBetween } from "../../../src/stats/compare.ts";
import type { ComparedExperiment } from "../../../src/story/story.ts";
import { UNNAMED } from "../../../src/views/markdown/drawn.ts";
import { experimentsList, experimentsReply } from "../../../src/views/markdown/experiments.ts";
import { experiment, QUALITY } from "../../stats/support.ts";
import { cellCounts, rankingOf, storyFrom } from "./support.ts";

const row = (id: string, ranking: Ranking | null): ComparedExperiment => ({
  id,
  topic: "queue",
  designs: ranking?.designs.length ?? 1,
  story: ranking && storyFrom(ranking),
  names: UNNAMED,
  decided: null,
});

describe("experimentsList()", () => {
  const task = (id: string, topic: string): Task =>
    ({
      experiment_id: id,
      topic,
      created_at: "2026-11-20T09:05:00.000Z",
      designers: ["a", "b", "c"].map((design_id) => ({ design_id, model: `${design_id}/x` })),
      reviewers: [],
    }) as unknown as Task;
  const all = { there: 3, wanted: 3 };
  const outline = (verdict: Verdict | null, more: Partial<Outline> = {}, title = "A table"): Outline => ({
    ran: 754,
    spent: { sessions: 6, prompts: 6, tokens: 900, cost: 0.421, unpriced: [], uncounted: 0 },
    counts: { designs: all, reviews: all, scores: all, samples: all },
    open: false,
    withheld: false,
    ranked: verdict && { verdict, confidence: "medium", titles: { a: title }, flagged: false },
    decided: null,
    ...more,
  });
  const listed = (of: Outline, topic = "queue") =>
    experimentsList([{ task: task("2026-11-20-queue", topic), outline: of, misdated: false }], 0);
  const winner: Verdict = { kind: "winner", design: "a", p: 0.9 };
  const last = (verdict: Verdict) => listed(outline(verdict)).split("\n").at(-1);

  test("gives each its id, then when, how long, for how much and what of, then who won", () => {
    expect(listed(outline(winner))).toBe(
      "- 2026-11-20-queue\n  2026-11-20 09:05, 12m 34s, $0.42: queue\n  Winner, medium confidence: A “A table”" as never,
    );
  });

  test("says of each verdict what it is, and of no ranking what is there", () => {
    expect(last({ kind: "ahead", design: "a", p: 0.6, tied: ["a", "b"] })).toBe(
      "  No winner, medium confidence: ahead is A “A table”",
    );
    expect(last({ kind: "tie", designs: ["c", "b"] })).toBe("  No winner, medium confidence: a tie of C and B");
    expect(last({ kind: "one-opinion", design: "a" })).toBe("  No winner, one reviewer alone puts first A “A table”");
    expect(last({ kind: "one-design", design: "a" })).toBe("  No winner, only one design has scores: A “A table”");
    expect(last({ kind: "nobody-compares", designs: ["a", "b"] })).toBe(
      "  No winner: no reviewer's scores set one design against another",
    );
    expect(last({ kind: "unranked", reason: "no-score" })).toBe("  No winner: there is no score");
    const begun = { ...outline(null), open: true, ran: null };
    expect(listed(begun)).toEndWith(", $0.42: queue\n  Not ranked yet: 3 of 3 designs, 3 of 3 reviews, 3 of 3 scores");
    expect(listed({ ...outline(winner), open: true })).toEndWith(
      "”\n  Unfinished: 3 of 3 designs, 3 of 3 reviews, 3 of 3 scores",
    );
    const flagged = { ...outline(winner) };
    flagged.ranked = flagged.ranked && { ...flagged.ranked, flagged: true };
    expect(listed(flagged)).toEndWith("”\n  It is flagged: it addresses its reviewers.");
  });

  test("never claims a price that is not known", () => {
    const spent = (more: Partial<Outline["spent"]>) =>
      listed(outline(winner, { spent: { ...outline(null).spent, ...more } }))
        .split(", ")[2]
        ?.split(":")[0];
    expect(spent({ unpriced: ["a/x"] })).toBe("at least $0.42");
    expect(spent({ unpriced: ["a/x"], cost: 0 })).toBe("cost unknown");
    expect(spent({ uncounted: 6, cost: 0 })).toBe("cost unknown");
    expect(spent({ sessions: 0, cost: 0 })).toBe("nothing asked");
    expect(spent({ cost: 0 })).toBe("$0.00");
  });

  test("holds at 80 columns whatever letters a topic and a title are written in, and nothing of them takes effect", () => {
    for (const words of [
      "決済基盤のための耐久性のあるジョブキュー".repeat(20),
      "and on and on ".repeat(40),
      "👩‍👩‍👧‍👦".repeat(90),
    ])
      for (const verdict of [winner, { kind: "ahead", design: "a", p: 0.6, tied: ["a", "b"] } satisfies Verdict]) {
        const text = listed(outline(verdict, {}, words), words);
        expect(text.split("\n")).toHaveLength(3);
        for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(80);
        expect(text.match(/…/gu)).toHaveLength(2);
      }
    const hostile = listed(outline(winner, {}, "<b>\n# x"), "[a](b)\n- c");
    expect(hostile.split("\n")).toHaveLength(3);
    expect(hostile).not.toMatch(/<b>|^# |\[a\]\(b\)/mu);
  });
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
    expect(text).toMatch(/\| confidence +\| low +\| – +\| – +\|\n\| designs +\| 2 +\| 2 +\| 1 +\|/);
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
