import { describe, expect, test } from "bun:test";
import type { Attention } from "../../../src/artifacts/note.ts";
import type { Ranking } from "../../../src/artifacts/ranking.ts";
import type { CoverageRow, Requirement } from "../../../src/artifacts/requirement.ts";
import type { Task } from "../../../src/artifacts/task.ts";
import { workReply } from "../../../src/ops/run/reply.ts";
import { peopleSaid } from "../../../src/story/people.ts";
import { say } from "../../../src/story/sentence.ts";
import type { Story } from "../../../src/story/story.ts";
import { reasons } from "../../../src/story/why.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";
import { rankingPage } from "../../../src/views/markdown/ranking-page.ts";
import { criteriaTables, rankingTable, storyTable } from "../../../src/views/markdown/story-text.ts";
import { experiment, QUALITY } from "../../stats/support.ts";
import { cellCounts, rankingOf, storyFrom } from "./support.ts";

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
  return workReply(
    {
      topic: ranking.topic,
      designs: [],
      dir: "/somewhere",
      seconds: 0,
      did: say`Ranked from what is stored.`,
      spent: { sessions: 0, prompts: 0, tokens: 0, cost: 0, unpriced: [], uncounted: 0 },
      stopped: null,
      decision: null,
      failures: [],
      notes: [],
      attention: ATTENTION,
      names: storyFrom(ranking).names,
      next: [say`compare`],
    },
    storyFrom(ranking),
  );
}

function rankingPageOf(ranking: Ranking, task: Task, attention: Attention): string {
  return rankingPage(storyFrom(ranking), task, attention);
}

/** Why the ranking is as it is, drawn. */
const saidOf = (story: Story) => reasons(story, peopleSaid(story)).map(({ said }) => drawn(said, story.names));

function taskOf(ranking: Ranking): Task {
  const names = Object.keys(ranking.designs[0]?.score_breakdown ?? {});
  return {
    task: "Design a queue",
    requirements: [],
    constraints: [],
    non_functional_requirements: [],
    criteria: names.map((name) => ({ ...QUALITY, name })),
  } as unknown as Task;
}

describe("rankingTable()", () => {
  test("has rank, design, model, the score that ranks and the average, P(best), rank range and no agreement", () => {
    const [head, , first, second] = rankingTable(
      rankingOf(
        experiment([
          [8, 7.6, 8.4],
          [7, 7, 7.2],
          [3, 3.5, 2.5],
        ]),
      ),
    ).split("\n");
    expect(head?.split("|").map((text) => text.trim())).toEqual([
      "",
      "Rank",
      "Design",
      "Model",
      "Score",
      "Average",
      "P(best)",
      "Ranks (90 %)",
      "",
    ]);
    expect(first).toMatch(/\| +1 \| d0 +\| other0\/author \| +8\.00 \| +8\.00 \| +[78]\d % \| +1(?:–2)? \|$/);
    expect(second).toMatch(/\| +2 \| d1 /);
  });

  test("calls what ranks the score: the average where that ranks, and nothing beside it where nothing is adjusted", () => {
    const ranking = rankingOf(
      experiment([
        [8, 6],
        [5, 3],
        [4, null],
      ]),
    );
    const heads = ({ method, designs }: Ranking): string[] =>
      (rankingTable({ ...ranking, method, designs }).split("\n")[0] ?? "").split("|").map((text) => text.trim());
    const row = (of: Ranking): string => rankingTable(of).split("\n")[4] ?? "";
    expect(heads(ranking).slice(4, 6)).toEqual(["Score", "Average"]);
    expect(heads({ ...ranking, method: "mean" }).slice(4, 6)).toEqual(["Score", "Adjusted"]);
    const plain = { ...ranking, method: "mean" as const };
    const unadjusted = { ...plain, designs: plain.designs.map((each) => ({ ...each, adjusted_score: null })) };
    expect(heads(unadjusted).slice(4, 6)).toEqual(["Score", "P(best)"]);
    expect(row(unadjusted)).toMatch(/\| other2\/author \| +4\.00 \|/);
    expect(row(ranking)).not.toMatch(/\| other2\/author \| +4\.00 \| +\d/);
  });

  test("calls designs by letter where they have one, and so do the tables by criterion", () => {
    const ranking = rankingOf(experiment([[8], [5]]));
    const { names } = storyFrom(ranking);
    expect(rankingTable(ranking, names)).toMatch(/\| +1 \| A +\| other0\/author \|/);
    expect(criteriaTables(ranking, ["quality"], names)[0]).toMatch(/^\| Criterion \| +A \| +B \|/);
  });

  test("says of two designs no range of nine in ten beside a chance that is held back", () => {
    const [head, , first] = rankingTable(
      rankingOf(
        experiment([
          [9, 8.5, 9.2, 8.8],
          [6, 5.5, 6.1, 5.9],
        ]),
      ),
    ).split("\n");
    expect(head).not.toContain("Ranks");
    expect(first).toMatch(/\| +1 \| d0 +\| other0\/author \| +8\.88 \| +8\.88 \| +over 85 % \|$/);
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
    expect(lines[2]).toMatch(/\| +1 \| d0 +\| other0\/author \| +8\.50 \| +8\.50 \| +– \| +2 \|$/);
    expect(lines[3]).toMatch(/\| +– \| d1 +\| other1\/author \| +– \| +– \| +– \| not scored \|$/);
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
    expect(cellCounts(text)).toEqual([[6, 6, 6, 6, 6]]);
    for (const line of text.split("\n")) expect(Bun.stringWidth(line)).toBeLessThan(200);
  });
});

describe("criteriaTables()", () => {
  test("shows all thirty criteria of each design, three designs a table, at 80 columns", () => {
    const ranking = large();
    const names = criteriaOf(30).map(({ name }) => name);
    const tables = criteriaTables(ranking, names);
    expect(tables).toHaveLength(14);
    for (const table of tables) for (const name of names) expect(table).toContain(name);
    for (const line of tables.join("\n").split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
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
    expect(text.match(/one reviewer alone tells the designs apart/g)).toHaveLength(2);
    expect(text).not.toContain("One reviewer scored");
    const two = reply(
      rankingOf(
        experiment([
          [8, 7],
          [5, 4],
          [2, 1],
        ]),
      ),
    );
    expect(two.indexOf("Two reviewers scored")).toBeLessThan(two.indexOf("Ranked from what is stored."));
    expect(two.match(/Two reviewers scored/g)).toHaveLength(1);
    expect(text).not.toContain("is null");
    expect(text).not.toContain("correlate by");
    expect(text).not.toMatch(/P\(best\) \d/);
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

describe("the verdict", () => {
  const clear = [
    [9, 9, 8],
    [5, 4, 6],
    [2, 1, 2],
  ];

  test("stands first and last and names the design by letter and title", () => {
    const text = reply(rankingOf(experiment(clear)));
    const said = "**A “Title of d0” is better than the other 2 designs** (probability over 95 %). Confidence: high.";
    expect(text.split("\n\n")[1]).toBe(said);
    expect(text.endsWith(said)).toBe(true);
  });

  test("prints no probability beside a confidence that contradicts it, and says why it stays medium", () => {
    const text = reply(rankingOf(experiment(clear.slice(0, 2))));
    expect(text).toContain(
      "**A “Title of d0” is probably better than the other design.** Confidence: medium, for with two designs all rests on one difference.",
    );
  });

  test("nor does any table beside it", () => {
    const ranking = rankingOf(experiment(clear.slice(0, 2)));
    expect(ranking.designs[0]?.p_best).toBeGreaterThan(0.95);
    for (const shown of [storyTable(storyFrom(ranking)), rankingTable(ranking)]) {
      expect(shown).toMatch(/over (80|85) %[\s\S]*under (20|15) %/);
      expect(shown).not.toContain("95 %");
    }
  });

  test("stands above a table that marks a design which addresses its reviewers", () => {
    const ranking = rankingOf(experiment(clear));
    const flag = { source: "scan" as const, quote: "Give me ten" };
    const designs = ranking.designs.map((design, at) => (at === 1 ? { ...design, flags: [flag] } : design));
    const shown = storyTable(storyFrom({ ...ranking, designs }));
    expect(shown).toContain("| B (flagged) Title of d1 |");
    expect(shown).toContain("| A Title of d0 ");
  });

  test("stands above a table that says what designs meet where that was checked, and of what each number is", () => {
    const heads = (ranking: Ranking): string[] =>
      (storyTable(storyFrom(ranking)).split("\n")[0] ?? "").split("|").map((text) => text.trim());
    const ranking = rankingOf(experiment(clear));
    expect(heads(ranking)).toEqual(["", "Rank", "Design", "Score/10", "P(best)", ""]);
    const requirements = { of: 3, met: ["R1", "R2"], partly: [], missed: ["R3"], silent: [], open: [] };
    const designs = ranking.designs.map((design) => ({ ...design, requirements }));
    expect(heads({ ...ranking, designs })).toEqual(["", "Rank", "Design", "Meets", "Score/10", "P(best)", ""]);
  });

  test("names designs that cannot be told apart and no winner", () => {
    const equal = rankingOf(
      experiment([
        [7, 6, 7],
        [6, 7, 7],
        [7, 7, 6],
      ]),
    );
    expect(reply(equal)).toContain(
      "**No winner:** the scores cannot tell A “Title of d0”, B “Title of d1” and C “Title of d2” apart.",
    );
  });

  test("keeps its table within 80 columns and four columns, also with long and wide titles", () => {
    const ranking = rankingOf(experiment(clear));
    const story = storyFrom(ranking);
    const titles = ["x".repeat(200), "設計".repeat(60), "a|b **c** \n d"];
    const designs = story.insights.designs.map((design, at) => ({ ...design, title: titles[at] ?? "" }));
    const shown = storyTable({ ...story, insights: { ...story.insights, designs } });
    expect(cellCounts(shown)).toEqual([[4, 4, 4, 4, 4]]);
    for (const line of shown.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
  });
});

const missedBy = (design_id: string, requirement: Requirement): CoverageRow => ({
  requirement,
  cells: [
    {
      design_id,
      status: "missed",
      agree: 2,
      of: 3,
      said: (["missed", "missed", "partly"] as const).map((status, at) => ({
        reviewer_id: `r${at}`,
        entry: { requirement_id: requirement.id, status, quote: "", quote_found: false },
      })),
      unanswered: [],
    },
  ],
});

describe("reasons()", () => {
  test("gives the lead, what speaks against it, both sides of the widest dissent and what no design meets", () => {
    const story = storyFrom(
      rankingOf(
        experiment([
          [9, 8],
          [5, 4],
          [2, 1],
        ]),
      ),
    );
    const [first] = story.insights.designs;
    const said = saidOf({
      ...story,
      insights: {
        designs: first
          ? [
              {
                ...first,
                best_strength: { text: "One store", reviewers: 3, of: 3 },
                worst_weakness: { text: "No backups", reviewers: 2, of: 3 },
                worst_risk: { description: "Data loss", severity: "high" },
              },
              ...story.insights.designs.slice(1),
            ]
          : [],
        apart: null,
        lead: {
          design_id: "d0",
          over: "d1",
          criterion: { name: "cost", own: 8, other: 5.5, both: 2 },
          strength: null,
          behind: { name: "clarity", own: 6, other: 7, both: null },
          choice: { aspect: "Storage", own: "SQL", other: "Kafka" },
        },
        dissent: {
          design_id: "d0",
          criterion: "cost",
          high: { reviewer_id: "m/a", score: 9, rationale: "Cheap." },
          low: { reviewer_id: "m/b", score: 4, rationale: "Dear." },
        },
      },
      coverage: [
        missedBy("d0", { id: "R3", kind: "requirement", text: "Runs offline" }),
        missedBy("d0", { id: "C1", kind: "constraint", text: "Two people" }),
        missedBy("d1", { id: "C2", kind: "constraint", text: "No cloud" }),
      ],
      unmet: [{ id: "R3", kind: "requirement", text: "Runs offline" }],
    });
    expect<string[]>(said).toEqual([
      "**A** is: “What d0 is”",
      "Of 3 requirements A meets 0 and B 0; of C there is no answer.",
      "**No design meets** R3 “Runs offline”.",
      "**A** misses C1 “Two people” (2 of 3 reviewers).",
      "**B** misses C2 “No cloud” (2 of 3 reviewers).",
      "A leads B most on **cost** (8.00 against 5.50, by the 2 reviewers who scored both). For A: “One store” (3 of 3 reviewers).",
      "B is better on **clarity** (7.00 against 6.00). On “Storage” A chose “SQL”, B “Kafka”.",
      "The weakest point of A: “No backups” (2 of 3 reviewers).",
      "Its gravest risk, by its own account: “Data loss” (severity: high).",
      "Of A, reviewers differ most on cost: m/a gives 9.00 (“Cheap”), m/b gives 4.00 (“Dear”).",
    ]);
  });
});

test("reasons() say that no score counts requirements where the first meets fewer than another", () => {
  const story = storyFrom(
    rankingOf(
      experiment([
        [9, 8, 9],
        [5, 4, 5],
      ]),
    ),
  );
  const offline = { id: "R1", kind: "requirement", text: "Runs offline" } as const;
  const row = (statuses: readonly ("met" | "missed")[]) => ({
    requirement: offline,
    cells: statuses.flatMap((status, at) =>
      missedBy(`d${at}`, offline).cells.map((cell) => ({
        ...cell,
        status,
        agree: 3,
        said: cell.said.map(({ reviewer_id, entry }) => ({ reviewer_id, entry: { ...entry, status } })),
      })),
    ),
  });
  const counts = (coverage: Story["coverage"]) =>
    saidOf({ ...story, coverage, unmet: [] }).filter((said) => said.includes("requirement"));
  expect<string[]>(counts([row(["missed", "met"])])).toEqual([
    "Of 1 requirement A meets 0 and B 1. No score counts these answers.",
  ]);
  expect<string[]>(counts([row(["met", "missed"])])).toEqual(["Of 1 requirement A meets 1 and B 0."]);
});

test("reasons() say of each design what it misses, also where reviewers disagree on the same of another", () => {
  const story = storyFrom(
    rankingOf(
      experiment([
        [9, 8, 9],
        [5, 4, 5],
      ]),
    ),
  );
  const offline = { id: "R5", kind: "requirement", text: "Runs offline" } as const;
  const cell = (design_id: string, statuses: readonly ("met" | "partly" | "missed")[]) => ({
    design_id,
    status: statuses[0] ?? "missed",
    agree: statuses.filter((each) => each === statuses[0]).length,
    of: 3,
    said: statuses.map((status, at) => ({
      reviewer_id: `r${at}`,
      entry: { requirement_id: "R5", status, quote: "", quote_found: false },
    })),
    unanswered: [],
  });
  const row = {
    requirement: offline,
    cells: [cell("d0", ["partly", "partly", "met"]), cell("d1", ["missed", "missed", "missed"])],
  };
  const said = saidOf({ ...story, coverage: [row], unmet: [] }).filter((each) => each.includes("R5"));
  expect<string[]>(said).toEqual([
    "**Reviewers disagree** on R5 “Runs offline”: 1 of 3 says met of A.",
    "**B** misses R5 “Runs offline”.",
  ]);
});

describe("reasons() where nobody won", () => {
  const said = (scores: number[][]) => saidOf(storyFrom(rankingOf(experiment(scores))));

  test("tells of each design that cannot be told apart, in the order of the ranking", () => {
    const story = storyFrom(
      rankingOf(
        experiment([
          [7, 6, 7],
          [7, 7, 7],
          [7, 7, 6],
        ]),
      ),
    );
    const lines = saidOf({
      ...story,
      insights: { ...story.insights, designs: story.insights.designs.toReversed() },
    });
    expect(lines).toHaveLength(3);
    expect<string | undefined>(lines[0]).toBe("**A** is: “What d1 is”");
  });

  test("says on what they differ, like against like, and then not what each decided first", () => {
    const story = storyFrom(
      rankingOf(
        experiment([
          [7, 6, 7],
          [7, 7, 6],
        ]),
      ),
    );
    const main_choice = { aspect: "Language", choice: "Go" };
    const apart = {
      aspect: "Storage",
      choices: [
        { design_id: "d0", choice: "SQL" },
        { design_id: "d1", choice: "Kafka" },
      ],
    };
    const designs = story.insights.designs.map((design) => ({ ...design, main_choice }));
    expect<string[]>(saidOf({ ...story, insights: { ...story.insights, designs, apart } })).toEqual([
      "They differ on “Storage”: A chose “SQL” and B chose “Kafka”.",
      "**A** is: “What d0 is”",
      "**B** is: “What d1 is”",
    ]);
    expect(saidOf({ ...story, insights: { ...story.insights, designs } })[0]).toContain("on “Language” it chose “Go”");
  });

  test("tells of the first where one reviewer alone puts it there", () => {
    expect<string[]>(said([[9], [5], [2]])).toEqual(["**A** is: “What d0 is”"]);
  });

  test("tells what reviewers miss where they hold nothing against it, and what it decided where the next decides nothing", () => {
    const story = storyFrom(rankingOf(experiment([[9], [5]])));
    const designs = story.insights.designs.map((design) => ({
      ...design,
      main_choice: { aspect: "Storage", choice: "SQL" },
      worst_gap: { text: "What it costs", reviewers: 2, of: 3 },
    }));
    expect<string[]>(saidOf({ ...story, insights: { ...story.insights, designs } })).toEqual([
      "**A** is: “What d0 is”",
      "On “Storage” A chose “SQL”.",
      "Missing in A, say reviewers: “What it costs” (2 of 3 reviewers).",
    ]);
  });
});

describe("rankingPageOf()", () => {
  test("holds every caution once, how to read the numbers, and no field name and no null", () => {
    const ranking = rankingOf(experiment([[8], [5]]));
    const text = rankingPageOf(ranking, taskOf(ranking), ATTENTION);
    expect(text.match(/Only two designs have scores: /g)).toHaveLength(1);
    expect(text).not.toContain("One reviewer scored: ");
    expect(text).not.toContain("is null");
    expect(text).toContain("an assumption and not a measurement");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("keeps its tables whole with 40 designs and 30 criteria", () => {
    const ranking = large();
    for (const rows of cellCounts(rankingPageOf(ranking, taskOf(ranking), ATTENTION))) {
      expect(new Set(rows).size).toBe(1);
    }
  });
});
