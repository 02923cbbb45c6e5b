import { describe, expect, test } from "bun:test";
import type { CoverageStatus } from "../../../src/artifacts/requirement.ts";
import type { Score } from "../../../src/artifacts/score.ts";
import { compareDesigns } from "../../../src/stats/compare.ts";
import type { RankingInput } from "../../../src/stats/panel.ts";
import { alignedOf } from "../../../src/story/comparison-of.ts";
import { comparisonReply } from "../../../src/views/markdown/compare.ts";
import { experiment, QUALITY } from "../../stats/support.ts";
import { cellCounts, designOf } from "./support.ts";

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
  return comparisonReply({
    id: "2026-01-02-queue",
    topic: "queue",
    designs: ids.map((id) => designOf(id)),
    comparison: compareDesigns(given, ids),
    scores: [],
    coverage: [],
    names: { designs: new Map(), titles: new Map(), reviewers: new Map() },
    aligned: null,
  });
}

describe("comparisonReply()", () => {
  test("prints the probability, the difference on each criterion with its spread, and the widest disagreement", () => {
    const text = reply(input, ["d0", "d1"]);
    expect(text).toMatch(/\*\*d0 “Title of d0” is probably better than d1 “Title of d1”\*\* \(P = \d\d %\)\.$/);
    expect(text).toMatch(/\| quality +\| +\+4\.25 \| ± 1\.06 \| +2 \|/);
    expect(text).toMatch(/\| cost \(1 to 5\) +\| +−2\.00 \| ± 2\.83 \| +2 \|/);
    expect(text).toMatch(
      /### Where the reviewers disagree most\n\n- \*\*cost\*\* of d0\n {2}- r1 1\.00\n {2}- r0 4\.00/,
    );
    expect(text).toMatch(/\| rank +\| 1 /);
  });

  test("prints of very many criteria those that differ most for their scale, in the criteria's order", () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ ...QUALITY, name: `c${at}`, max: at === 0 ? 100 : 10 }));
    const scores = (sign: number) =>
      Object.fromEntries(many.map(({ name }, at) => [name, 5 + (sign * ((at * 7) % 40)) / 20]));
    const apart = experiment(
      [
        [scores(1), scores(1)],
        [scores(-1), scores(-1)],
      ],
      { criteria: many },
    );
    const text = reply(apart, ["d0", "d1"]);
    const printed = [...text.matchAll(/^\| c(\d+)(?: \(0 to 100\))? +\| +[+0]/gmu)].map(([, at]) => Number(at));
    const wanted = many.map((_, at) => at).filter((at) => (at * 7) % 40 >= 40 - printed.length);
    expect(printed.length).toBeWithin(3, 40);
    expect(printed).toEqual(wanted);
    expect(text).toContain(`and ${40 - printed.length} criteria with smaller differences`);
  });

  test("prints a dash for the difference on a criterion that nobody scored both by", () => {
    const table = [
      [{ fit: 8 }, { fit: 7.5 }, { cost: 7 }],
      [{ fit: 4 }, { fit: 3.8 }, null],
    ];
    const criteria = ["fit", "cost"].map((name) => ({ name, description: name, min: 0, max: 10 }));
    const given = experiment(table, { criteria });
    const reviewers = given.reviewers.map((each, at) => ({ ...each, criteria: [at < 2 ? "fit" : "cost"] }));
    const apart = { ...given, reviewers } as RankingInput;
    expect(reply(apart, ["d0", "d1"])).toMatch(/^\| cost +\| +– \| +– \| +0 \|$/mu);
  });

  test("is no surer of a pair than the ranking is", () => {
    const few = experiment([
      [9, 8.5, 9.2],
      [6, 5.5, 6.1],
    ]);
    expect(reply(few, ["d0", "d1"])).toContain("is probably better than");
    expect(reply(few, ["d0", "d1"])).toContain("(P over 85 %)");
    expect(reply(few, ["d0", "d1"])).not.toMatch(/over 95|is better/);
  });

  test("begins with the topic and the verdict and ends with it, after what can be typed next", () => {
    const text = comparisonReply({
      id: "2026-01-02-queue",
      topic: "durable queue",
      designs: [designOf("d0"), designOf("d1")],
      comparison: compareDesigns(input, ["d0", "d1"]),
      scores: [],
      coverage: [],
      names: {
        designs: new Map([
          ["d0", "A"],
          ["d1", "B"],
        ]),
        titles: new Map(),
        reviewers: new Map(),
      },
      aligned: null,
    });
    const parts = text.split("\n\n");
    expect(parts[0]).toBe("## durable queue: A and B");
    expect(parts[1]).toMatch(/^\*\*A “Title of d0” is probably better than B “Title of d1”\*\*/);
    expect(parts.at(-1)).toBe(parts[1] ?? "");
    expect(parts.at(-2)).toBe(
      [
        "- `/design-lab show 2026-01-02-queue A` shows design A whole",
        "- `/design-lab show 2026-01-02-queue B` shows design B whole",
        "- `/design-lab open 2026-01-02-queue` shows the report in the browser",
      ].join("\n"),
    );
  });

  test("keeps the order asked for, and says which design a difference is taken from", () => {
    const text = reply(input, ["d1", "d0"]);
    expect(text).toMatch(/\| +\| d1 +\| d0 +\|/);
    expect(text).toContain("| d1 minus d0 |");
    expect(text).toMatch(/\| quality +\| +−4\.25 \|/);
    expect(text).toContain("**d0 “Title of d0” is probably better than d1");
  });

  test("of one reviewer says whose opinion it is and no probability", () => {
    const text = reply(experiment([[9], [5], [2]]), ["d0", "d1"]);
    expect(text).toContain("**One reviewer alone tells the designs apart:** it puts d0 “Title of d0” before d1");
    expect(text).not.toMatch(/better|P =|P over/);
  });

  test("of three designs names those that share the first place, or the one that is better than all others", () => {
    const three = experiment([
      [8, 7.6, 8.4, 8],
      [8, 7.7, 8.2, 8.1],
      [3, 3.5, 2.5, 3],
    ]);
    const ids = ["d2", "d0", "d1"];
    expect(reply(three, ids)).toMatch(
      /\*\*d\d “Title of d[01]” and d\d “Title of d[01]” cannot be told apart\*\* \(P = /,
    );
    const clear = experiment([
      [9, 8.5, 9.2, 8.8],
      [6, 5.5, 6.1, 5.9],
      [3, 2.5, 3.3, 2.8],
    ]);
    const text = reply(clear, ids);
    expect(
      text.endsWith("**d0 “Title of d0” is better than the other 2** (P over 95 % against d1, the nearest)."),
    ).toBe(true);
    expect(text.indexOf("| d2 minus d0 |")).toBeLessThan(text.indexOf("| d0 minus d1 |"));
  });

  test("calls what cannot be told apart so", () => {
    const close = experiment([
      [7, 6, 6.5],
      [6.8, 6.1, 6.4],
    ]);
    expect(reply(close, ["d0", "d1"])).toMatch(
      /\*\*d0 “Title of d0” and d1 “Title of d1” cannot be told apart\*\* \(P = \d\d %\)\.$/,
    );
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
    const risks = Array.from({ length: 9 }, () => ({ description: "x ".repeat(300), severity: "high" as const }));
    const text = comparisonReply({
      id: "2026-01-02-queue",
      topic: "queue",
      designs: ids.map((id) => designOf(id, { risks })),
      comparison: compareDesigns(experiment(table, { criteria: many }), ids),
      scores: [],
      coverage: [],
      names: { designs: new Map(), titles: new Map(), reviewers: new Map() },
      aligned: null,
    });
    expect(text.split("\n").length).toBeLessThanOrEqual(150);
    for (const rows of cellCounts(text)) expect(new Set(rows).size).toBe(1);
    expect(text).toContain("criteria with smaller differences");
    expect(text).toContain("more pairs in results/ranking.json");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });
});

/** Two designs that decide one topic otherwise, one alike and one each alone, and see one risk both. */
const choice = (aspect: string, choice: string) => ({ aspect, choice, rationale: `since ${choice}`, alternatives: [] });
const ONE = designOf("d0", {
  tradeoffs: [
    choice("Storage engine", "an append-only log"),
    choice("Language", "TypeScript"),
    choice("Leases", "30 s"),
  ],
  risks: [
    { description: "Two workers take one task", severity: "high", mitigation: "fencing tokens" },
    { description: "The disk fills", severity: "low" },
  ],
});
const OTHER = designOf("d1", {
  tradeoffs: [
    choice("Language", "TypeScript"),
    choice("Storage engine", "PostgreSQL tables"),
    choice("Metrics", "none"),
  ],
  risks: [{ description: "One task is taken by two workers", severity: "medium" }],
});

describe("comparisonReply() of two designs", () => {
  const names = {
    designs: new Map([
      ["d0", "A"],
      ["d1", "B"],
    ]),
    titles: new Map(),
    reviewers: new Map([
      ["r0", "acme/judge"],
      ["r1", "borealis/judge"],
    ]),
  };
  const scores = [
    { design_id: "d0", reviewer_id: "r1", rationales: { cost: "It needs a second cluster." } },
    { design_id: "d0", reviewer_id: "r0", rationales: { cost: "One machine is enough." } },
  ] as unknown as Score[];
  const text = comparisonReply({
    id: "2026-01-02-queue",
    coverage: [],
    topic: "queue",
    designs: [ONE, OTHER],
    comparison: compareDesigns(input, ["d0", "d1"]),
    scores,
    names,
    aligned: alignedOf([ONE, OTHER]),
  });

  test("tells first which requirements set the designs apart, and how many each meets", () => {
    const cell = (design_id: string, statuses: readonly CoverageStatus[]) => ({
      design_id,
      status: statuses[0] ?? null,
      agree: 1,
      of: statuses.length,
      said: statuses.map((status, at) => ({
        reviewer_id: `r${at}`,
        entry: { requirement_id: "R1", status, quote: "", quote_found: false },
      })),
      unanswered: [],
    });
    const row = (id: string, a: readonly CoverageStatus[], b: readonly CoverageStatus[]) => ({
      requirement: { id, kind: "requirement" as const, text: `Text of ${id}` },
      cells: [cell("d0", a), cell("d1", b)],
    });
    const told = comparisonReply({
      id: "2026-01-02-queue",
      topic: "queue",
      designs: [ONE, OTHER],
      comparison: compareDesigns(input, ["d0", "d1"]),
      scores,
      coverage: [
        row("R1", ["met"], ["missed"]),
        row("R2", ["met"], ["met"]),
        row("R3", ["missed", "met"], ["not_addressed"]),
      ],
      names,
      aligned: alignedOf([ONE, OTHER]),
    });
    expect(told).toContain(
      "### Requirements that set them apart\n\n- R1 “Text of R1”: A met, B missed\n- R3 “Text of R3”: A reviewers disagree, B not addressed\n\n",
    );
    expect(told).toMatch(/\| meets +\| 2\/3 +\| 1\/3 +\|/u);
    expect(told.indexOf("Requirements that set")).toBeLessThan(told.indexOf("| rank"));
    expect(text).not.toContain("Requirements");
  });

  test("gives both reasons where two reviewers differ, designs by letter and reviewers by model", () => {
    expect(text).toContain(
      "- **cost** of A\n  - borealis/judge 1.00: “It needs a second cluster”\n  - acme/judge 4.00: “One machine is enough”",
    );
    expect(text).not.toMatch(/\| +d[01]|\br[01]\b/);
  });

  test("lines up decisions: one topic decided otherwise first, then alike, then what one alone decided", () => {
    const at = [
      "- **Storage engine**: A “an append-only log” (since an append-only log); B “PostgreSQL tables” (since PostgreSQL tables)",
      "- **Language**: both chose “TypeScript”",
      "- A, **Leases**: “30 s”",
      "- B, **Metrics**: “none”",
    ].map((line) => text.indexOf(line));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  test("lines up risks: what both see with how grave, then what one alone sees", () => {
    expect(text).toContain(
      "- both: A (high) “Two workers take one task”; B (medium) “One task is taken by two workers”",
    );
    expect(text).toContain("- A (low) “The disk fills”");
  });

  test("says a risk that both name in the same words once, with how grave each takes it", () => {
    const risks = (severity: "high" | "medium", end = "") => [{ description: `The disk fills${end}`, severity }];
    const lines = (one: "high" | "medium", other: "high" | "medium") =>
      comparisonReply({
        id: "2026-01-02-queue",
        topic: "queue",
        designs: [designOf("d0", { risks: risks(one) }), designOf("d1", { risks: risks(other, ".") })],
        comparison: compareDesigns(input, ["d0", "d1"]),
        scores: [],
        coverage: [],
        names,
        aligned: alignedOf([designOf("d0", { risks: risks(one) }), designOf("d1", { risks: risks(other, ".") })]),
      });
    expect(lines("high", "medium")).toContain("- both (A high, B medium): “The disk fills”");
    expect(lines("high", "high")).toContain("- both (high): “The disk fills”");
  });

  test("of three designs names the gravest risks of each in place of lining them up", () => {
    const three = comparisonReply({
      id: "2026-01-02-queue",
      coverage: [],
      topic: "queue",
      designs: [ONE, OTHER, designOf("d2")],
      comparison: compareDesigns(input, ["d0", "d1", "d2"]),
      scores,
      names,
      aligned: alignedOf([ONE, OTHER, designOf("d2")]),
    });
    expect(three).toContain("### Gravest risks\n\n- A (high) “Two workers take one task” (mitigation: fencing tokens)");
    expect(three).not.toContain("### Decisions");
  });
});
