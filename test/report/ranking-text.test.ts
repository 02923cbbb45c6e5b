import { describe, expect, test } from "bun:test";
import { outcomeReply } from "../../src/report/outcome-text.ts";
import { criteriaTables, rankingMarkdown, rankingTable } from "../../src/report/ranking-text.ts";
import type { Ranking } from "../../src/schemas/ranking.ts";
import type { Task } from "../../src/schemas/task.ts";
import { md } from "../../src/text/markdown.ts";
import { experiment, QUALITY } from "../stats/support.ts";
import { cellCounts, rankingOf } from "./support.ts";

const ATTENTION = { designs: [], reviewers: [], top_scores: [], identified: [] };
const criteriaOf = (size: number) =>
  Array.from({ length: size }, (_, at) => ({ ...QUALITY, name: `criterion ${at} of a long rubric` }));

/** Random-looking but fixed scores: forty designs, six reviewers, thirty criteria, a fifth of the cells missing. */
function large(): Ranking {
  const criteria = criteriaOf(30);
  const table = Array.from({ length: 40 }, (_, i) =>
    Array.from({ length: 6 }, (_, j) =>
      (i * 7 + j * 3) % 5 === 0
        ? null
        : Object.fromEntries(criteria.map(({ name }, c) => [name, (i * 13 + j * 5 + c * 7) % 11])),
    ),
  );
  return rankingOf(experiment(table, { criteria }));
}

function reply(ranking: Ranking): string {
  return outcomeReply(
    {
      experiment_id: ranking.experiment_id,
      dir: "/somewhere",
      did: md`Ranked from what is stored.`,
      spent: { sessions: 0, prompts: 0, tokens: 0, cost: 0, unpriced: [] },
      stopped: null,
      failures: [],
      notes: [],
      attention: ATTENTION,
      next: [md`compare`],
    },
    ranking,
  );
}

function taskOf(ranking: Ranking): Task {
  const names = Object.keys(ranking.designs[0]?.score_breakdown ?? {});
  return { task: "Design a queue", criteria: names.map((name) => ({ ...QUALITY, name })) } as unknown as Task;
}

describe("rankingTable()", () => {
  test("has rank, design, model, adjusted and average score, P(best), rank range and no agreement", () => {
    const [head, , first, second] = rankingTable(
      rankingOf(
        experiment([
          [9, 8.5, 9.2, 8.8],
          [6, 5.5, 6.1, 5.9],
        ]),
      ),
    ).split("\n");
    expect(head?.split("|").map((text) => text.trim())).toEqual([
      "",
      "Rank",
      "Design",
      "Model",
      "Adjusted",
      "Average",
      "P(best)",
      "Ranks (90 %)",
      "",
    ]);
    expect(first).toMatch(/\| +1 \| d0 +\| other0\/author \| +8\.88 \| +8\.88 \| +(?:9\d|over 95) % \| +1 \|$/);
    expect(second).toMatch(/\| +2 \| d1 /);
  });

  test("claims no probability where there is nothing to compare with, and dashes where nobody scored", () => {
    const lines = rankingTable(
      rankingOf(
        experiment([
          [8, 9],
          [null, null],
        ]),
      ),
    ).split("\n");
    expect(lines[2]).toMatch(/\| +1 \| d0 +\| other0\/author \| +8\.50 \| +8\.50 \| +– \| +– \| +2 \|$/);
    expect(lines[3]).toMatch(/\| +– \| d1 +\| other1\/author \| +– \| +– \| +– \| +– \| not scored \|$/);
  });

  test("stays a table with long names, bars, line breaks, wide and right-to-left letters", () => {
    const ranking = rankingOf(
      experiment([
        [9, 8],
        [5, 4],
        [3, 2],
      ]),
    );
    const names = ["a|b\nc `d|e` **f**", `設計${"長".repeat(80)}`, "תכנון‮ x"];
    const renamed = { ...ranking, designs: ranking.designs.map((d, at) => ({ ...d, design_id: names[at] ?? "" })) };
    const text = rankingTable(renamed);
    expect(text.split("\n")).toHaveLength(5);
    expect(cellCounts(text)).toEqual([[7, 7, 7, 7, 7]]);
    for (const line of text.split("\n")) expect(Bun.stringWidth(line)).toBeLessThan(200);
  });
});

describe("criteriaTables()", () => {
  test("shows all thirty criteria, eight a table", () => {
    const ranking = large();
    const names = criteriaOf(30).map(({ name }) => name);
    const tables = criteriaTables(ranking, names);
    expect(tables).toHaveLength(4);
    for (const name of names) expect(tables.join("\n")).toContain(name);
  });
});

describe("a reply with a ranking", () => {
  test("of 40 designs and 30 criteria has at most 150 lines and whole tables", () => {
    const text = reply(large());
    expect(text.split("\n").length).toBeLessThanOrEqual(150);
    for (const rows of cellCounts(text)) expect(new Set(rows).size).toBe(1);
  });

  test("puts what the result rests on under the table, not among the notes, and null numbers nowhere", () => {
    const text = reply(rankingOf(experiment([[8], [5], [2]])));
    expect(text.indexOf("One reviewer scored")).toBeLessThan(text.indexOf("Ranked from what is stored."));
    expect(text.match(/One reviewer scored/g)).toHaveLength(1);
    expect(text).not.toContain("is null");
    expect(text).not.toContain("correlate by");
    expect(text).not.toMatch(/P\(best\) \d/);
    const two = reply(
      rankingOf(
        experiment([
          [8, 7, 8],
          [5, 4, 6],
        ]),
      ),
    );
    expect(two).toContain("assume that the reviewers' errors correlate by 0.45");
  });

  test("names files that were left out among the notes", () => {
    const ranking = rankingOf(experiment([[8], [5]]));
    const notes: Ranking["notes"] = [
      {
        kind: "stale-file",
        stale: {
          kind: "stale",
          artifact: "score",
          design_id: "a",
          reviewer_id: "b",
          path: "/my disk/scores/score-a-b.json",
          changed: "criteria",
        },
      },
      { kind: "unusable-file", problem: { kind: "not-json", path: "x.json", reason: "cut" } },
    ];
    const text = reply({ ...ranking, notes: [...notes, ...ranking.notes] });
    const said = text.slice(text.indexOf("### Notes"));
    expect(said).toContain("/my disk/scores/score-a-b.json is left out: the criteria have changed since.");
    expect(said).toContain("Left out: x.json is not valid JSON: cut.");
  });
});

describe("rankingMarkdown()", () => {
  test("holds every caution once, every null number with its reason, and how to read the numbers", () => {
    const ranking = rankingOf(experiment([[8], [5]]));
    const text = rankingMarkdown(ranking, taskOf(ranking), ATTENTION);
    expect(text.match(/One reviewer scored: /g)).toHaveLength(1);
    expect(text).toContain("reliability.icc_3_k is null: one reviewer scored.");
    expect(text).toContain("an assumption and not a measurement");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("keeps its tables whole with 40 designs and 30 criteria", () => {
    const ranking = large();
    for (const rows of cellCounts(rankingMarkdown(ranking, taskOf(ranking), ATTENTION))) {
      expect(new Set(rows).size).toBe(1);
    }
  });
});
