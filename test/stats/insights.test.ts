import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import type { Design } from "../../src/artifacts/design.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Review } from "../../src/artifacts/review.ts";
import type { Score } from "../../src/artifacts/score.ts";
import { insightsOf } from "../../src/stats/insights.ts";
import { firstPlace } from "../../src/stats/verdict.ts";

const CRITERIA: Criterion[] = [
  { name: "clarity", description: "Clear?", min: 0, max: 10 },
  { name: "cost", description: "Cheap?", min: 1, max: 5 },
];

const design = (design_id: string, change: Partial<Design> = {}): Design =>
  ({
    design_id,
    title: `Title ${design_id}`,
    summary: `${design_id} is a short summary. More of it.`,
    tradeoffs: [],
    risks: [],
    ...change,
  }) as unknown as Design;
const ranked = (design_id: string, rank: number, clarity: number, cost: number): Ranking["designs"][number] =>
  ({
    design_id,
    rank,
    score_breakdown: { clarity: { average: clarity }, cost: { average: cost } },
  }) as unknown as Ranking["designs"][number];
const review = (design_id: string, reviewer_id: string, weaknesses: string[]): Review =>
  ({ design_id, reviewer_id, strengths: [], weaknesses, missing_considerations: [] }) as unknown as Review;
const score = (design_id: string, model: string, clarity: number, cost: number): Score =>
  ({
    design_id,
    reviewer_id: model.replace("/", "-"),
    scorer_model: model,
    scores: { clarity, cost },
    rationales: { clarity: `${model} on clarity`, cost: `${model} on cost` },
  }) as unknown as Score;

const tradeoff = (aspect: string, choice: string) => ({ aspect, choice, rationale: "because", alternatives: [] });

type Change = {
  designs?: Design[];
  reviews?: Review[];
  scores?: Score[];
  winner?: string | null;
  tied?: string[][];
  ranked?: Ranking["designs"];
};

function insights(change: Change = {}) {
  const { designs = [design("x"), design("y")], reviews = [], scores = [], winner = "y", tied = [] } = change;
  const order = change.ranked ?? [ranked("y", 1, 8, 4.5), ranked("x", 2, 7.5, 2)];
  const summary = { opinions: 2, winner, tie_groups: tied };
  return insightsOf({
    task: {
      designers: ["x", "y", "z"].map((design_id) => ({ design_id, model: `m/${design_id}` })),
      criteria: CRITERIA,
      reviewers: [],
    },
    designs,
    reviews,
    scores,
    ranking: {
      designs: order,
      summary: { ...summary, ...firstPlace({ designs: order, summary }) } as never,
    },
  });
}

describe("insightsOf()", () => {
  test("calls a design by its place in the plan, whatever its rank, and leaves out one that was not written", () => {
    expect(insights().designs.map(({ design_id, letter }) => [design_id, letter])).toEqual([
      ["x", "A"],
      ["y", "B"],
    ]);
  });

  test("names the criterion with the widest lead in shares of its scale, not in points", () => {
    const scores = [score("y", "m/a", 8, 4.5), score("x", "m/a", 7.5, 2)];
    expect(insights({ scores }).lead?.criterion).toEqual({ name: "cost", own: 4.5, other: 2, both: null });
  });

  test("puts what speaks of that criterion before what most praise, and nothing where nothing speaks of it", () => {
    const scores = [score("y", "m/a", 8, 4.5), score("x", "m/a", 7.5, 2)].map((one) => ({
      ...one,
      rationales: { clarity: "Plain words.", cost: "One small database carries the whole load." },
    }));
    const praised = (reviewer_id: string, strengths: string[]): Review => ({
      ...review("y", reviewer_id, []),
      strengths,
    });
    const many = "Every worker renews its lease.";
    const reviews = [praised("a", [many, "A single small database carries it all."]), praised("b", [many])];
    const { lead, designs } = insights({ scores, reviews });
    expect(lead?.strength).toEqual({ text: "A single small database carries it all.", reviewers: 1, of: 2 });
    expect(designs.find(({ design_id }) => design_id === "y")?.best_strength?.text).toBe(many);
    expect(insights({ scores, reviews: [praised("a", [many])] }).lead?.strength).toBeNull();
  });

  test("names the criterion on which the next is better, unless by next to nothing", () => {
    const against = (clarity: number) =>
      insights({ scores: [score("y", "m/a", 8, 4.5), score("x", "m/a", clarity, 2)] }).lead?.behind;
    expect(against(8.3)).toBeNull();
    expect(against(9)).toEqual({ name: "clarity", own: 8, other: 9, both: null });
    const most = (clarity: number, cost: number) =>
      insights({ scores: [score("y", "m/a", 5, 3), score("x", "m/a", clarity, cost)] }).lead?.behind?.name;
    expect([most(6, 5), most(10, 4)]).toEqual(["cost", "clarity"]);
  });

  test("compares two designs by the reviewers that scored both: raw means would show who is severe", () => {
    // A mild reviewer scored y alone, a severe one x alone; on clarity both reviewers of the two put x ahead.
    const scores = [
      score("y", "m/mild", 10, 3),
      score("y", "m/a", 6, 4),
      score("x", "m/a", 7, 3),
      score("y", "m/b", 5, 4),
      score("x", "m/b", 6, 2.5),
      score("x", "m/severe", 1, 1),
    ];
    const { criterion, behind } = insights({ scores }).lead ?? {};
    expect(criterion).toEqual({ name: "cost", own: 4, other: 2.75, both: 2 });
    expect(behind).toEqual({ name: "clarity", own: 5.5, other: 6.5, both: 2 });
    const apart = insights({ scores: [score("y", "m/a", 9, 5), score("x", "m/b", 1, 1)] });
    expect(apart.lead).toMatchObject({ criterion: null, behind: null });
  });

  test("names a subject that both designs decide and decide otherwise", () => {
    const designs = [
      design("x", { tradeoffs: [tradeoff("Storage of jobs", "Kafka")] }),
      design("y", { tradeoffs: [tradeoff("Language", "Go"), tradeoff("Job storage", "PostgreSQL")] }),
    ];
    expect(insights({ designs }).lead?.choice).toEqual({
      aspect: "Job storage",
      own: "PostgreSQL",
      other: "Kafka",
    });
  });

  test("passes over a subject that both decide alike", () => {
    const designs = ["x", "y"].map((id) => design(id, { tradeoffs: [tradeoff("Storage", "PostgreSQL")] }));
    expect(insights({ designs }).lead?.choice).toBeNull();
  });

  test("gives no lead over a design that has no rank", () => {
    expect(insights({ ranked: [ranked("y", 1, 8, 4.5), { ...ranked("x", 2, 0, 0), rank: null }] }).lead).toBeNull();
  });

  test("gives no lead where nobody won", () => {
    expect(insights({ winner: null }).lead).toBeNull();
  });

  test("names the subject on which designs that cannot be told apart differ, the best ranked first", () => {
    const designs = [
      design("x", { tradeoffs: [tradeoff("Language", "Go"), tradeoff("Storage of jobs", "Kafka")] }),
      design("y", { tradeoffs: [tradeoff("Language", "Go"), tradeoff("Job storage", "PostgreSQL")] }),
    ];
    const tied = [["x", "y"]];
    expect(insights({ designs, winner: null, tied }).apart).toEqual({
      aspect: "Job storage",
      choices: [
        { design_id: "y", choice: "PostgreSQL" },
        { design_id: "x", choice: "Kafka" },
      ],
    });
    expect(insights({ designs, winner: null, tied: [] }).apart).toBeNull();
    expect(insights({ designs, winner: "y", tied }).apart).toBeNull();
    expect(insights({ designs: designs.slice(1), winner: null, tied }).apart).toBeNull();
  });

  test("takes the gravest risk, and the weakness that most reviewers name before one named first", () => {
    const designs = [
      design("x", {
        risks: [
          { description: "slow", severity: "low" },
          { description: "data loss", severity: "high" },
        ],
      }),
    ];
    const reviews = [
      review("x", "r1", ["The colour scheme is dull", "Nothing is said about rotating encryption keys"]),
      review("x", "r2", ["Encryption keys are never rotated"]),
    ];
    const [first] = insights({ designs, reviews }).designs;
    expect(first?.worst_risk).toEqual({ description: "data loss", severity: "high" });
    expect(first?.worst_weakness?.text).toMatch(/rotat/);
    expect(first?.worst_weakness).toMatchObject({ reviewers: 2, of: 2 });
  });

  test("says what a design is in its own first sentence", () => {
    expect(insights().designs[0]?.approach).toBe("x is a short summary.");
  });

  test("says what most reviewers miss, beside what they hold against it", () => {
    const missed = ["r1", "r2"].map((id) => ({ ...review("x", id, []), missing_considerations: ["What it costs"] }));
    const reviews = [...missed, review("x", "r3", [])] as Review[];
    const [first] = insights({ reviews }).designs;
    expect(first?.worst_gap).toEqual({ text: "What it costs", reviewers: 2, of: 3 });
    expect(first?.worst_weakness).toBeNull();
  });

  test("shows a weakness that one reviewer alone saw", () => {
    const reviews = [review("x", "r1", ["No backups"]), review("x", "r2", [])];
    expect(insights({ reviews }).designs[0]?.worst_weakness).toEqual({ text: "No backups", reviewers: 1, of: 2 });
  });

  test("finds the widest dissent about the winner before a wider one about another, with both reasons", () => {
    const scores = [
      score("x", "m/a", 1, 3),
      score("x", "m/b", 10, 3),
      score("y", "m/a", 8, 5),
      score("y", "m/b", 8, 2),
    ];
    expect(insights({ scores }).dissent).toEqual({
      design_id: "y",
      criterion: "cost",
      high: { reviewer_id: "m-a", score: 5, rationale: "m/a on cost" },
      low: { reviewer_id: "m-b", score: 2, rationale: "m/b on cost" },
    });
  });

  test("finds the widest dissent about another design where there is none about the first", () => {
    const scores = [score("x", "m/a", 2, 3), score("x", "m/b", 9, 3), score("y", "m/a", 8, 3), score("y", "m/b", 8, 3)];
    expect(insights({ scores }).dissent).toMatchObject({ design_id: "x", criterion: "clarity" });
    // Where nobody won, nor ties, the first is no more to be asked about than another.
    const wider = [...scores, score("y", "m/c", 5, 3)];
    expect(insights({ scores: wider }).dissent?.design_id).toBe("y");
    expect(insights({ scores: wider, winner: null }).dissent?.design_id).toBe("x");
  });

  test("of what speaks of the criterion takes what shares most words, then what most reviewers name", () => {
    const scores = [score("y", "m/a", 8, 4.5), score("x", "m/a", 7.5, 2)].map((one) => ({
      ...one,
      rationales: { clarity: "", cost: "One small database carries the whole load of tenants." },
    }));
    const praised = (...lists: string[][]) =>
      lists.map((strengths, at): Review => ({ ...review("y", `r${at}`, []), strengths }));
    const [three, two, other] = ["Small database of tenants", "Whole load", "Carries the tenants"];
    const strength = (...lists: string[][]) => insights({ scores, reviews: praised(...lists) }).lead?.strength?.text;
    expect(strength([two, three], [two])).toBe(three);
    expect(strength([three, two])).toBe(three);
    expect(strength([two, other], [other])).toBe(other);
  });

  test("takes for a design what was said of it alone, and for a reason what its own scores give", () => {
    const scores = [
      { ...score("y", "m/a", 8, 4.5), rationales: { cost: "One database carries the load." } },
      { ...score("x", "m/a", 7.5, 2), rationales: { cost: "Kafka brokers triple the bill." } },
    ];
    const praised = (of: string, at: number, strengths: string[]): Review => ({
      ...review(of, `r${at}`, []),
      strengths,
    });
    const reviews = [
      praised("x", 1, ["One database carries it", "Plain names"]),
      praised("x", 2, ["Plain names"]),
      praised("y", 1, ["Kafka brokers are left out", "Every load fits"]),
    ];
    const { lead, designs } = insights({ scores, reviews });
    // "load" alone is shared by its own reasons: one word is no subject.
    expect(lead?.strength).toBeNull();
    expect(designs.map(({ best_strength }) => best_strength)).toEqual([
      { text: "Plain names", reviewers: 2, of: 2 },
      { text: "Kafka brokers are left out", reviewers: 1, of: 1 },
    ]);
  });

  test("names the first trade-off as the main choice, and none where a design states none", () => {
    const designs = [
      design("x", { tradeoffs: [tradeoff("Storage", "Kafka"), tradeoff("Language", "Go")] }),
      design("y"),
    ];
    expect(insights({ designs }).designs.map(({ main_choice }) => main_choice)).toEqual([
      { aspect: "Storage", choice: "Kafka" },
      null,
    ]);
  });

  test("names no criterion where the winner is ahead on none, and a twentieth of a scale is behind", () => {
    const lead = (clarity: number, cost: number) =>
      insights({ scores: [score("y", "m/a", 8, 3), score("x", "m/a", clarity, cost)] }).lead;
    expect(lead(8, 3)).toMatchObject({ criterion: null, behind: null });
    expect(lead(9, 4)?.criterion).toBeNull();
    expect(lead(8.5, 3)?.behind?.name).toBe("clarity");
  });

  test("counts the reviewers that a comparison rests on as soon as one scored only one of the two", () => {
    const both = [score("y", "m/a", 8, 4.5), score("x", "m/a", 7.5, 2)];
    for (const one of ["x", "y"]) {
      const { lead } = insights({ scores: [...both, score(one, "m/b", 1, 1)] });
      expect(lead?.criterion).toMatchObject({ own: 4.5, other: 2, both: 1 });
    }
  });

  test("of three in a tie names first who decides otherwise, on the subject that most of them decide", () => {
    const storage = (id: string, choice: string, more = [tradeoff("Language", id)]) =>
      design(id, { tradeoffs: [...more, tradeoff("Storage of jobs", choice)] });
    const designs = [storage("x", "Kafka"), storage("y", "PostgreSQL"), storage("z", "PostgreSQL", [])];
    const order = ["y", "z", "x"].map((id, at) => ranked(id, at + 1, 8, 4));
    expect(insights({ designs, ranked: order, winner: null, tied: [["x", "y", "z"]] }).apart).toEqual({
      aspect: "Storage of jobs",
      choices: [
        { design_id: "y", choice: "PostgreSQL" },
        { design_id: "x", choice: "Kafka" },
        { design_id: "z", choice: "PostgreSQL" },
      ],
    });
  });

  test("finds the dissent about designs that tie before a wider one about another", () => {
    const of = (id: string, low: number, high: number) => [score(id, "m/a", low, 3), score(id, "m/b", high, 3)];
    const scores = [...of("z", 0, 10), ...of("y", 8, 8), ...of("x", 5, 8)];
    const order = ["y", "x", "z"].map((id, at) => ranked(id, at + 1, 8, 4));
    expect(insights({ scores, ranked: order, winner: null, tied: [["x", "y"]] }).dissent?.design_id).toBe("x");
  });

  test("calls a fifth of a scale a dissent, with no reason where none was given", () => {
    const silent = [score("y", "m/a", 8, 4), score("y", "m/b", 6, 4)].map((one) => ({ ...one, rationales: {} }));
    expect(insights({ scores: silent }).dissent).toEqual({
      design_id: "y",
      criterion: "clarity",
      high: { reviewer_id: "m-a", score: 8, rationale: "" },
      low: { reviewer_id: "m-b", score: 6, rationale: "" },
    });
  });

  test("says nothing of differences that mean nothing", () => {
    expect(insights({ scores: [score("y", "m/a", 8, 4), score("y", "m/b", 7, 4)] }).dissent).toBeNull();
  });
});

test("the dissent is the widest of its own design, for the sentence says so of that design", () => {
  const value = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("x", "y"), value, value), { minLength: 2, maxLength: 8 }),
      (given) => {
        const scores = given.map(([id, clarity, cost], at) => score(id, `m/${at}`, 2 * clarity, cost));
        const { dissent } = insights({ scores });
        if (dissent === null) return;
        const own = scores.filter(({ design_id }) => design_id === dissent.design_id);
        const widths = CRITERIA.map(({ name, min, max }) => {
          const all = own.map((each) => each.scores[name] ?? 0);
          return { name, width: (Math.max(...all) - Math.min(...all)) / (max - min) };
        });
        const said = widths.find(({ name }) => name === dissent.criterion)?.width ?? 0;
        expect(said).toBeCloseTo(Math.max(...widths.map(({ width }) => width)), 10);
      },
    ),
    { seed: 34 },
  );
});
