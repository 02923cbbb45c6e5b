import { describe, expect, test } from "bun:test";
import { lookAt } from "../../src/stats/look.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, judged, QUALITY, type Said, saidBy } from "./support.ts";

const THREE = experiment([
  [8, 7.7, 8.3],
  [7.2, 7.9, 7.4],
  [5, 5, 5],
]);
const NOBODY = experiment([[], [], []]);

const thetaOf = (input: RankingInput) =>
  Object.fromEntries(
    rankDesigns(input).designs.map(({ design_id, adjusted_score }) => [design_id, adjusted_score ?? 0]),
  );
const near = (value: number) => expect.closeTo(value, 8);

describe("a person's scores", () => {
  test("weigh one and a half of a model's: θ is ΣW·ȳ/ΣW of the groups' means, worked by hand", () => {
    const input = judged(THREE, { anna: { scores: { d0: 6.5, d1: 8, d2: 5 } } });
    // Models' means are 8, 7.5 and 5, the person's 6.5, 8 and 5; W = 3 and 1.5.
    const theta = thetaOf(input);
    expect((theta.d0 ?? 0) - (theta.d2 ?? 0)).toBeCloseTo((3 * (8 - 5) + 1.5 * (6.5 - 5)) / 4.5, 9);
    expect((theta.d1 ?? 0) - (theta.d0 ?? 0)).toBeCloseTo((3 * (7.5 - 8) + 1.5 * (8 - 6.5)) / 4.5, 9);
    expect(rankDesigns(input).people?.counted).toEqual([
      { reviewer_id: "person-anna", weight: 1.5, scores: 3, ordered: 0, pairs: 0 },
    ]);
  });

  test("weigh what the row says, else what the options say", () => {
    const scores = { d0: 6.5, d1: 8, d2: 5 };
    const at = (weight: number) => thetaOf(judged(THREE, { anna: { scores, weight } }));
    const byOptions = judged(THREE, { anna: { scores } });
    expect(thetaOf({ ...byOptions, options: { ...THREE.options, person_weight: 3 } })).toEqual(at(3));
    expect((at(3).d1 ?? 0) - (at(3).d0 ?? 0)).toBeCloseTo((3 * -0.5 + 3 * 1.5) / 6, 9);
    expect(() => at(0)).toThrow("the row of person-anna needs a weight above 0, found 0");
    expect(() => at(Number.NaN)).toThrow("found NaN");
  });

  test("of weight 1 are a model's, but that people err together by less", () => {
    const table = [
      [8, 7, 9],
      [7, 8, 7.5],
      [5, 6, 4],
    ];
    const four = experiment(table.map((row, at) => [...row, [6, 8, 3][at] ?? 0]));
    const three = judged(experiment(table), { anna: { scores: { d0: 6, d1: 8, d2: 3 }, weight: 1 } });
    const [models, people] = [rankDesigns(four), rankDesigns(three)];
    expect(people.designs.map(({ adjusted_score }) => adjusted_score)).toEqual(
      models.designs.map(({ adjusted_score }) => near(adjusted_score ?? 0)),
    );
    expect(people.bias.severity["person-anna"]).toBeCloseTo(models.bias.severity.r3 ?? 9, 8);
    expect(people.designs[0]?.p_best).toBeGreaterThan(models.designs[0]?.p_best ?? 1);
  });

  test("count only where a design has every criterion's, and what is half said is no fault", () => {
    const criteria = [QUALITY, { ...QUALITY, name: "cost" }];
    const both = (quality: number) => ({ quality, cost: quality });
    const models = experiment([[both(8)], [both(6)], [both(4)]], { criteria });
    const scores = { d0: both(7), d1: both(9), d2: { quality: 3 } };
    const { designs, people, notes } = rankDesigns(judged(models, { anna: { scores } }));
    expect(people?.counted[0]?.scores).toBe(2);
    expect(designs.map(({ design_id, reviewers }) => [design_id, reviewers])).toEqual([
      ["d1", 2],
      ["d0", 2],
      ["d2", 1],
    ]);
    expect(saidBy(notes)).not.toContain("not used");
    expect(notes.filter(({ kind }) => kind === "missing-scores")).toEqual([]);
  });

  test("of a design whose author the person knows are a self-review, and count half", () => {
    const scores = { d0: 3, d1: 8, d2: 4 };
    const known = judged(THREE, { anna: { scores, known: ["d0"] }, ben: { scores: { d0: 7, d1: 8, d2: 4 } } });
    const { bias } = rankDesigns(known);
    expect(bias.self_preference?.people).toBe(1);
    expect(bias.self_preference?.beta).toBeLessThan(-3);
    expect(thetaOf(known).d0).toBeGreaterThan(
      thetaOf(judged(THREE, { anna: { scores }, ben: { scores: { d0: 7, d1: 8, d2: 4 } } })).d0 ?? 9,
    );
  });

  test("of a design whose author the person knows are left out where self-reviews are, whatever they say", () => {
    const options = { ...THREE.options, exclude_self_reviews: true };
    const of = (d0: number) => {
      const said = { anna: { scores: { d0, d1: 8, d2: 4 }, known: ["d0"], pairs: ["d0 > d1"] } };
      return JSON.stringify(rankDesigns({ ...judged(THREE, said), options }));
    };
    expect(of(1)).toBe(of(10));
    const { summary, people, notes } = rankDesigns({
      ...judged(THREE, { anna: { scores: { d0: 1, d1: 8 }, known: ["d0"] } }),
      options,
    });
    expect([summary.excluded_self_scores, people?.counted[0]?.scores]).toEqual([1, 1]);
    expect(saidBy(notes)).toContain("nor what a person says of a design whose author they know");
    const all = rankDesigns({ ...judged(THREE, { anna: { scores: { d0: 1 }, known: ["d0"] } }), options });
    expect(all.people).toBeUndefined();
    expect(all.summary.total_reviewers).toBe(3);
  });
});

describe("a person's order", () => {
  test("is Blom scores times the deviation of reviewers' own scores, around what these say of the designs", () => {
    const theta = thetaOf(judged(THREE, { anna: { order: [["d2"], ["d1"], ["d0"]] } }));
    // Squared deviations of 8 7.2 5, 7.7 7.9 5 and 8.3 7.4 5 from their means, over 6 degrees of freedom; all means' mean is 20.5/3.
    const deviation = Math.sqrt((14.48 / 3 + 15.74 / 3 + 5.82) / 6);
    const blom = 0.8694237732;
    expect(theta.d0).toBeCloseTo((3 * 8 + 1.5 * (20.5 / 3 - deviation * blom)) / 4.5, 8);
    expect(theta.d1).toBeCloseTo((3 * 7.5 + (1.5 * 20.5) / 3) / 4.5, 8);
    expect(theta.d2).toBeCloseTo((3 * 5 + 1.5 * (20.5 / 3 + deviation * blom)) / 4.5, 8);
  });

  test("is neither severe nor lenient, neither narrow nor constant, and in no criterion", () => {
    const wide = experiment([
      [9, 8, 1],
      [6, 5, 5],
      [2, 1, 9],
    ]);
    const { bias, designs, reliability, summary } = rankDesigns(
      judged(wide, { anna: { order: [["d0", "d1", "d2"]] } }),
    );
    expect(Object.keys(bias.severity)).toEqual(["r0", "r1", "r2"]);
    expect(Object.values(bias.severity).reduce((sum, each) => sum + each, 0)).toBeCloseTo(0, 8);
    expect(bias.odd_reviewers.map(({ reviewer_id }) => reviewer_id)).not.toContain("person-anna");
    expect(designs.map(({ reviewers, score_breakdown: { quality } }) => [reviewers, quality?.reviewers])).toEqual([
      [4, 3],
      [4, 3],
      [4, 3],
    ]);
    expect([summary.opinions, summary.scoring_reviewers, summary.scored_cells, summary.expected_cells]).toEqual([
      3, 4, 12, 12,
    ]);
    expect(reliability.kendall_w).not.toBeNull();
  });

  test("keeps models' severities and their freedom: a level of its own is none", () => {
    const holes = experiment([
      [8, 4, null],
      [7, null, 9],
      [null, 2, 6],
      [5, 1, 5],
    ]);
    const at = (order: readonly (readonly string[])[]) => rankDesigns(judged(holes, { anna: { order } }));
    const full = at([["d0"], ["d1"], ["d2"], ["d3"]]);
    expect(Object.keys(full.bias.severity)).toEqual(["r0", "r1", "r2"]);
    expect(Object.values(full.bias.severity).reduce((sum, each) => sum + each, 0)).toBeCloseTo(0, 8);
    expect(full.bias.severity_unseen).toBeGreaterThan(0);
  });

  test("counts where it covers more designs than scores do, and the scores where it does not", () => {
    const countedBy = (said: Said) => {
      const [row] = rankDesigns(judged(THREE, { anna: said })).people?.counted ?? [];
      return [row?.scores, row?.ordered];
    };
    expect(countedBy({ scores: { d0: 5, d1: 6 }, order: [["d1"], ["d0"], ["d2"]] })).toEqual([0, 3]);
    expect(countedBy({ scores: { d0: 5, d1: 6 }, order: [["d1"], ["d2"]] })).toEqual([2, 0]);
    expect(countedBy({ scores: { d0: 5, d1: 6, d2: 4 }, order: [["d1"], ["d0"], ["d2"]] })).toEqual([3, 0]);
    expect(countedBy({ order: [["d1"]], pairs: ["d0 > d1"] })).toEqual([0, 0]);
    const only = { scores: { d0: 5, d1: 6 } };
    const with_order = { ...only, order: [["d1"], ["d2"]] };
    expect(rankDesigns(judged(THREE, { anna: with_order }))).toEqual(rankDesigns(judged(THREE, { anna: only })));
  });

  test("connects what no reviewer does, and ranks a design that nobody scored", () => {
    const apart = experiment([
      [8, null],
      [6, null],
      [null, 7],
      [null, 4],
      [null, null],
    ]);
    expect(rankDesigns(apart).summary.verdict.kind).toBe("nobody-compares");
    const { method, designs, summary } = rankDesigns(
      judged(apart, { anna: { order: [["d4"], ["d2"], ["d0"], ["d1"], ["d3"]] } }),
    );
    expect(method).toBe("adjusted");
    expect(designs.every(({ rank }) => rank !== null)).toBe(true);
    expect(designs.find(({ design_id }) => design_id === "d4")).toMatchObject({ reviewers: 1, agreement: null });
    expect(summary.unscored_designs).toEqual([]);
  });

  test("weighs less in known designs, which are left out of it where self-reviews are", () => {
    const order = [["d2"], ["d1"], ["d0"]];
    const options = { ...THREE.options, exclude_self_reviews: true };
    const without = rankDesigns({ ...judged(THREE, { anna: { order, known: ["d2"] } }), options });
    expect(without.people?.counted[0]?.ordered).toBe(2);
    expect(without.summary.excluded_self_scores).toBe(1);
    expect(rankDesigns(judged(THREE, { anna: { order, known: ["d2"] } })).bias.self_preference?.people).toBe(1);
  });

  test("decides alone where nobody scored, as one opinion of low confidence", () => {
    const { summary, designs, people, notes } = rankDesigns(
      judged(NOBODY, { anna: { order: [["d1"], ["d2", "d0"]] } }),
    );
    expect(summary.verdict).toEqual({ kind: "one-opinion", design: "d1", reviewer: "person-anna" });
    expect([summary.confidence, summary.opinions, summary.winner]).toEqual(["low", 1, null]);
    expect(designs.map(({ design_id, rank }) => [design_id, rank])).toEqual([
      ["d1", 1],
      ["d0", 2],
      ["d2", 2],
    ]);
    expect(people?.without.verdict).toEqual({ kind: "unranked", reason: "no-score" });
    expect(people?.parted).toEqual({ designs: [], criteria: [] });
    expect(saidBy(notes)).toContain("One person judged: the ranking is that person's opinion");
  });
});

describe("a person's answer to a pair", () => {
  const tie = experiment([
    [8, 7, 9],
    [9, 8, 7],
    [4, 3, 5],
  ]);

  test("moves the two towards it, and the score agrees with the rank", () => {
    const { designs, pairwise, people } = rankDesigns(judged(tie, { anna: { pairs: ["d1 > d0"] } }));
    expect(designs.map(({ design_id, rank }) => [design_id, rank])).toEqual([
      ["d1", 1],
      ["d0", 2],
      ["d2", 3],
    ]);
    const [first, second] = designs.map(({ adjusted_score }) => adjusted_score ?? 0);
    expect(first).toBeGreaterThan(second ?? 9);
    expect((first ?? 0) + (second ?? 0)).toBeCloseTo(16, 8);
    expect(designs[0]?.p_best).toBeGreaterThan(0.6);
    expect(pairwise[0]).toMatchObject({ better: "d1", worse: "d0" });
    expect(people?.counted).toEqual([{ reviewer_id: "person-anna", weight: 1.5, scores: 0, ordered: 0, pairs: 1 }]);
    expect(people?.without.verdict).toEqual({ kind: "tie", designs: ["d0", "d1"] });
    expect(people?.without.designs.map(({ design_id, rank }) => [design_id, rank])).toEqual([
      ["d1", 1],
      ["d0", 1],
      ["d2", 3],
    ]);
  });

  test("that neither is better draws the two together and tells nothing apart", () => {
    const before = thetaOf(THREE);
    const input = judged(THREE, { anna: { pairs: ["d0 = d1"] } });
    const after = thetaOf(input);
    expect((after.d0 ?? 0) - (after.d1 ?? 0)).toBeLessThan((before.d0 ?? 0) - (before.d1 ?? 0));
    expect((after.d0 ?? 0) - (after.d1 ?? 0)).toBeGreaterThan(0);
    expect(rankDesigns(input).summary.opinions).toBe(3);
  });

  test("counts only where scores or order leave the two equal or leave one out", () => {
    const pairsOf = (said: Said) => rankDesigns(judged(THREE, { anna: said })).people?.counted[0]?.pairs;
    const order = [["d0"], ["d1", "d2"]];
    expect(pairsOf({ order, pairs: ["d1 > d0"] })).toBe(0);
    expect(pairsOf({ order, pairs: ["d2 > d1", "d1 > d0"] })).toBe(1);
    expect(pairsOf({ scores: { d0: 7, d1: 7 }, pairs: ["d1 > d0", "d2 > d0"] })).toBe(2);
    expect(pairsOf({ scores: { d0: 7, d1: 8 }, pairs: ["d0 > d1"] })).toBe(0);
    const contradicted = judged(THREE, { anna: { order: [["d0"], ["d1"], ["d2"]], pairs: ["d2 > d0"] } });
    expect(rankDesigns(contradicted)).toEqual(
      rankDesigns(judged(THREE, { anna: { order: [["d0"], ["d1"], ["d2"]] } })),
    );
  });

  test("that is given twice, names one design twice or an unknown one is not used, and said", () => {
    const { people, notes } = rankDesigns(
      judged(THREE, {
        anna: { pairs: ["d0 > d1", "d1 > d0", "d2 > d2", "d9 > d0", "d0 > d2"] },
        ben: { order: [["d0"], ["d0", "d1"]] },
      }),
    );
    expect(people?.counted.map(({ reviewer_id, pairs }) => [reviewer_id, pairs])).toEqual([["person-anna", 1]]);
    expect(saidBy(notes)).toContain(
      "5 answers of people not used: an unknown design or person, or one thing said twice.",
    );
  });

  test("that others contradict in a circle leaves all where they were", () => {
    const equal = experiment([
      [7, 6],
      [6, 7],
      [6.5, 6.5],
    ]);
    const { designs } = rankDesigns(judged(equal, { anna: { pairs: ["d0 > d1", "d1 > d2", "d2 > d0"] } }));
    expect(designs.map(({ rank, adjusted_score }) => [rank, adjusted_score])).toEqual([
      [1, near(6.5)],
      [1, near(6.5)],
      [1, near(6.5)],
    ]);
  });

  test("is not heard by the plain mean, whose ranks are those of its scores", () => {
    const options = { ...THREE.options, method: "mean" as const };
    const { people, designs } = rankDesigns({ ...judged(THREE, { anna: { pairs: ["d1 > d0"] } }), options });
    expect(people?.counted[0]?.pairs).toBe(0);
    expect(designs[0]?.design_id).toBe("d0");
  });

  test("counts in leaving one out, of whoever gave it", () => {
    const close = experiment([
      [8, 7.9],
      [7.9, 8.1],
      [3, 3],
    ]);
    const { reliability, designs } = rankDesigns(judged(close, { anna: { pairs: ["d0 > d1"] } }));
    expect(designs[0]?.design_id).toBe("d0");
    expect(reliability.leave_one_out?.panels).toBe(3);
    expect(reliability.leave_one_out?.changes).toContainEqual({ removed: "person-anna", winner: "d1" });
  });
});

describe("what people changed", () => {
  const models = experiment([
    [8, 8.2, 7.9],
    [6, 6.3, 5.9],
    [4, 4.1, 3.8],
  ]);

  test("is told by rank, P(best) and verdict without them", () => {
    const { people, designs } = rankDesigns(judged(models, { anna: { scores: { d0: 2, d1: 9, d2: 1 } } }));
    expect(people?.without.verdict).toEqual(rankDesigns(models).summary.verdict);
    const before = new Map(rankDesigns(models).designs.map((each) => [each.design_id, each]));
    expect(people?.without.designs).toEqual(
      designs.map(({ design_id }) => {
        const { rank = null, p_best = null } = before.get(design_id) ?? {};
        return { design_id, rank, p_best };
      }),
    );
  });

  test("names the designs and criteria on which they part from models, the widest first, and who says most", () => {
    const { people } = rankDesigns(
      judged(models, { anna: { scores: { d0: 2, d1: 9, d2: 1 } }, ben: { scores: { d0: 3, d1: 7, d2: 2 } } }),
    );
    const [widest] = people?.parted.designs ?? [];
    expect(people?.parted.designs.map(({ design_id }) => design_id)).toEqual(["d1", "d0"]);
    // d1: people 8 of 12/3, models 6.0667 of 18.0667/3, each after its own severity.
    expect(widest).toEqual({
      design_id: "d1",
      difference: near(8 - 4 - (18.2 / 3 - 54.2 / 9)),
      beyond_chance: true,
      person: "person-anna",
      model: "r0",
    });
    expect(people?.parted.criteria[0]).toMatchObject({ criterion: "quality", design_id: "d1", person: "person-anna" });
  });

  test("is beyond chance from a bound in which what both err by together falls out, worked by hand", () => {
    // Two designs, models at 8 8.4 7.9 and 6 6 6: residuals' squares sum to 0.07, df 2; V = (0 + …) of the three rows.
    const two = experiment([
      [8, 8.4, 7.9],
      [6, 6, 6],
    ]);
    // V = (2 + 2.88 + 1.805)/3, s₀² = 1; s² = (0.07 + 4)/6; t of 6 at .975 is 2.446912. The person's 1 of 1.5, ρ's .3 and .45.
    const among = 1 / 1.5 + 3 / 7 + 1 / 3 + 9 / 11 - 2 * 0.3 * (9 / 11);
    const bound = 2.446912 * Math.sqrt((4.07 / 6) * (1 - 1 / 2) * among);
    // Models lead by 2.1 in the mean; a person who says `gap` of it is off by half of gap − 2.1 on each design.
    const beyond = (off: number) => {
      const scores = { d0: 5, d1: 5 - 2.1 - 2 * off };
      return rankDesigns(judged(two, { anna: { scores } })).people?.parted.designs.some((each) => each.beyond_chance);
    };
    expect([beyond(bound - 0.01), beyond(bound + 0.01)]).toEqual([false, true]);
  });

  test("is nothing where people see what models see", () => {
    const { people } = rankDesigns(judged(models, { anna: { scores: { d0: 7, d1: 5.1, d2: 3 } } }));
    expect(people?.parted).toEqual({ designs: [], criteria: [] });
  });

  test("is on the criterion's own scale", () => {
    const criteria = [
      { ...QUALITY, name: "cost", min: 0, max: 100 },
      { ...QUALITY, name: "clarity", min: 1, max: 5 },
    ];
    const row = (cost: number, clarity: number) => [0, 1, 2].map((at) => ({ cost: cost + at, clarity }));
    const input = experiment([row(80, 3), row(40, 3)], { criteria });
    const { people } = rankDesigns(
      judged(input, { anna: { scores: { d0: { cost: 40, clarity: 3 }, d1: { cost: 80, clarity: 3 } } } }),
    );
    expect(
      people?.parted.criteria.map(({ criterion, design_id, difference }) => [criterion, design_id, difference]),
    ).toEqual([
      ["cost", "d0", near(-40)],
      ["cost", "d1", near(40)],
    ]);
  });
});

describe("people and models", () => {
  test("models alone are ranked as ever: nothing of people is in their numbers", () => {
    const numbers = rankDesigns(judged(THREE, {}));
    expect(numbers).toEqual(rankDesigns(THREE));
    expect("people" in numbers || "people_correlation" in numbers.assumptions).toBe(false);
    const silent = judged(THREE, { anna: {}, ben: { known: ["d0"] } });
    expect(rankDesigns(silent)).toEqual(rankDesigns(THREE));
  });

  test("people alone are ranked, and two of them can name a winner", () => {
    const scores = { d0: 9, d1: 4, d2: 1 };
    const { summary, notes, bias } = rankDesigns(
      judged(NOBODY, { anna: { scores }, ben: { scores }, cleo: { scores } }),
    );
    expect(summary).toMatchObject({ winner: "d0", scoring_reviewers: 3, opinions: 3 });
    expect(bias.single_vendor).toBeNull();
    expect(saidBy(notes)).toContain("bias.single_vendor is null: people judged too");
    expect(saidBy(notes)).toContain("those of people by 0.3");
  });

  test("no person is waited for, and one model beside one person is said as that", () => {
    const one = experiment([[8], [6], [4]]);
    const { summary, notes } = rankDesigns(judged(one, { anna: { scores: { d0: 7 } } }));
    expect([summary.scored_cells, summary.expected_cells]).toEqual([4, 4]);
    expect(saidBy(notes)).toContain("Only two judged, a model and a person");
  });

  test("a person who judged some designs leaves agreement what it is", () => {
    const some = rankDesigns(judged(THREE, { anna: { scores: { d0: 7, d1: 9 } } })).reliability;
    const { kendall_w, krippendorff_alpha, icc_2_1 } = rankDesigns(THREE).reliability;
    expect(some).toMatchObject({ kendall_w, krippendorff_alpha, icc_2_1 });
    const all = rankDesigns(judged(THREE, { anna: { scores: { d0: 1, d1: 2, d2: 9 } } })).reliability;
    expect(all.kendall_w).toBeLessThan(kendall_w ?? 0);
  });

  test("the thrifty look hears models alone", () => {
    const four = experiment([
      [8, 7.4, 7.9],
      [7.6, 7.8, 7.2],
      [3, 2.5, 3.3],
      [2.8, 3, 2.4],
    ]);
    const wanted = { first: 3, all: 5 };
    const said = { anna: { scores: { d0: 1, d1: 1, d2: 9, d3: 9 } }, ben: { pairs: ["d3 > d0"] } };
    expect(lookAt(judged(four, said), wanted)).toEqual(lookAt(four, wanted));
  });

  test("orders and pairs take no part in whether a criterion's weight decides", () => {
    const criteria = [QUALITY, { ...QUALITY, name: "cost" }];
    const table = [
      [8, 4],
      [5, 6],
    ].map(([quality = 0, cost = 0]) => [0, 0.2, -0.1].map((off) => ({ quality: quality + off, cost })));
    const models = experiment(table, { criteria });
    const said = { anna: { order: [["d0"], ["d1"]] }, ben: { pairs: ["d0 > d1"] } };
    const [alone, with_people] = [rankDesigns(models).robustness, rankDesigns(judged(models, said)).robustness];
    expect(with_people).toMatchObject({ criterion: "cost", new_winner: "d1" });
    expect(with_people?.factor).toBeGreaterThan(alone?.factor ?? 99);
  });
});
