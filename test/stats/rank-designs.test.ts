import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/rank-designs.ts";
import { experiment, QUALITY } from "./support.ts";

const DIAGONAL_MISSING = [
  [null, 7, 6.5, 6],
  [8.3, null, 6.3, 5.8],
  [7.5, 6, null, 5],
  [6.5, 5, 4.5, null],
];

const CLEAR = [
  [9, 8.5, 9.2, 8.8],
  [6, 5.5, 6.1, 5.9],
  [3, 2.5, 3.3, 2.8],
];

describe("rankDesigns()", () => {
  test("ranks the worked example by 7, 6.8, 6, 5 where the plain means are 6.5, 6.8, 6.167, 5.333", () => {
    const { designs, method } = rankDesigns(experiment(DIAGONAL_MISSING));
    expect(method).toBe("adjusted");
    expect(designs.map((d) => [d.design_id, d.rank, d.adjusted_score, d.average_score])).toEqual([
      ["d0", 1, 7, 6.5],
      ["d1", 2, 6.8, 6.8],
      ["d2", 3, 6, 6.1666666667],
      ["d3", 4, 5, 5.3333333333],
    ]);
  });

  test("ranks by the plain mean when asked to, and still shows the adjusted score", () => {
    const { designs, method } = rankDesigns(experiment(DIAGONAL_MISSING, { options: { method: "mean" } }));
    expect(method).toBe("mean");
    expect(designs.map((d) => [d.design_id, d.rank, d.adjusted_score])).toEqual([
      ["d1", 1, 6.8],
      ["d0", 2, 7],
      ["d2", 3, 6],
      ["d3", 4, 5],
    ]);
  });

  test("names a winner with high confidence when every reviewer sees it far ahead", () => {
    const { summary, designs, reliability, pairwise, robustness } = rankDesigns(experiment(CLEAR));
    expect(summary).toMatchObject({
      winner: "d0",
      confidence: "high",
      tie_groups: [],
      scored_cells: 12,
      expected_cells: 12,
    });
    expect(designs[0]?.p_best).toBeGreaterThan(0.95);
    expect(designs[0]?.rank_interval).toEqual([1, 1]);
    expect(reliability.kendall_w).toBe(1);
    expect(reliability.leave_one_out).toEqual({ stable: 4, panels: 4, changes: [] });
    expect(pairwise.map(({ better, worse }) => `${better} ${worse}`)).toEqual(["d0 d1", "d0 d2", "d1 d2"]);
    expect(robustness).toBeNull();
  });

  test("calls a tie a tie: equal designs share rank 1, have no winner and stand in one group", () => {
    const { summary, designs, reliability } = rankDesigns(
      experiment([
        [8, 7, 9],
        [7, 8, 9],
        [4, 3, 5],
      ]),
    );
    expect(designs.map(({ rank }) => rank)).toEqual([1, 1, 3]);
    expect(summary).toMatchObject({ winner: null, confidence: "low", tie_groups: [["d0", "d1"]] });
    expect(reliability.leave_one_out).toBeNull();
  });

  test("names the reviewer whose removal makes another design win", () => {
    const table = [
      [9, 6, 6, 6],
      [6, 6.5, 6.5, 6.5],
      [2, 2, 2, 2],
    ];
    const { reliability } = rankDesigns(experiment(table));
    expect(reliability.leave_one_out).toEqual({ stable: 3, panels: 4, changes: [{ removed: "r0", winner: "d1" }] });
  });

  test("names the criterion whose weight decides, and how far it must move", () => {
    const criteria = [
      { ...QUALITY, name: "speed", weight: 1 },
      { ...QUALITY, name: "scale", weight: 1 },
    ];
    // d0 leads by 2 in speed and trails by 1 in scale: 2·1 = f·1 at f = 2.
    const table = [
      [
        { speed: 8, scale: 5 },
        { speed: 8, scale: 5 },
      ],
      [
        { speed: 6, scale: 6 },
        { speed: 6, scale: 6 },
      ],
    ];
    const { robustness } = rankDesigns(experiment(table, { criteria }));
    expect(robustness).toEqual({ criterion: "scale", factor: 2, new_winner: "d1" });
    const moved = criteria.map((c) =>
      c.name === robustness?.criterion ? { ...c, weight: robustness.factor ** 1.1 } : c,
    );
    expect(rankDesigns(experiment(table, { criteria: moved })).designs[0]?.design_id).toBe("d1");
  });

  test("reports severity, self-preference with its standard error and contradicted overall scores", () => {
    const own = { 0: 0, 1: 1, 2: 2 };
    const noise = [
      [0.1, -0.2, 0.1],
      [0.2, 0, -0.2],
      [-0.1, 0.1, 0],
      [0, 0.1, -0.1],
      [-0.2, 0, 0.2],
    ];
    const table = noise.map((row, i) =>
      row.map((e, j) => 5 + 0.3 * i + ([0.8, 0, -0.8][j] ?? 0) + (i === j ? 1.2 : 0) + e),
    );
    const input = experiment(table, { authors: own });
    const stated = input.scores.map((score, at) => (at === 0 ? { ...score, overall_score: 1 } : score));
    const { bias } = rankDesigns({ ...input, scores: stated });
    expect(bias.severity.r0).toBeCloseTo(0.8, 0);
    expect(bias.severity.r2).toBeCloseTo(-0.8, 0);
    expect(bias.self_preference?.beta).toBeCloseTo(1.2, 0);
    expect(bias.self_preference?.standard_error).toBeGreaterThan(0);
    expect(bias.overall_contradictions).toEqual([
      { design_id: "d0", reviewer_id: "r0", stated: 1, computed: expect.closeTo(7.1, 9) },
    ]);
    expect(bias.length_correlation).not.toBeNull();
  });

  test("calls a panel of one vendor what it is, and measures reviews inside a vendor", () => {
    const input = experiment(CLEAR);
    const reviewers = input.reviewers.map((reviewer) => ({ ...reviewer, model: `acme/${reviewer.reviewer_id}` }));
    const scores = input.scores.map((score) => ({ ...score, scorer_model: `acme/${score.reviewer_id}` }));
    const designs = input.designs.map((design, at) =>
      at === 1 ? { ...design, generating_model: "acme/author" } : design,
    );
    const { bias, notes } = rankDesigns({ ...input, reviewers, scores, designs });
    expect(bias.single_vendor).toBe("acme");
    expect(bias.same_vendor?.cells).toBe(4);
    expect(notes).toContainEqual({ kind: "single-vendor", vendor: "acme" });
  });

  test("reports how much a reviewer differs from itself when it scores repeatedly", () => {
    const input = experiment(CLEAR);
    const scores = input.scores.map((score) =>
      score.reviewer_id === "r1" ? { ...score, samples: [{ quality: 5 }, { quality: 7 }] } : score,
    );
    const numbers = rankDesigns({ ...input, scores });
    expect(numbers.reliability.reviewer_consistency).toEqual({
      r1: { cells: 3, standard_deviation: expect.closeTo(Math.SQRT2, 9) },
    });
    expect(numbers.designs).toEqual(rankDesigns(input).designs);
  });

  test("breaks scores down by criterion on the criterion's own scale", () => {
    const criteria = [QUALITY, { name: "cost", description: "Cheap?", min: 1, max: 5, weight: 0 }];
    const table = [
      [
        { quality: 8, cost: 2 },
        { quality: 6, cost: 5 },
      ],
      [{ quality: 5, cost: 3 }],
    ];
    const [first, second] = rankDesigns(experiment(table, { criteria })).designs;
    expect(first?.score_breakdown.cost).toEqual({
      average: 3.5,
      min: 2,
      max: 5,
      variance: 4.5,
      consensus: "low",
      reviewers: 2,
    });
    expect(second?.score_breakdown.cost).toMatchObject({ variance: null, reviewers: 1, consensus: "low" });
    expect(first?.average_score).toBe(7);
  });

  test("states the assumed correlation of errors and the draws", () => {
    const { assumptions, notes } = rankDesigns(experiment(CLEAR, { options: { draws: 10 } }));
    expect(assumptions).toEqual({ error_correlation: 0.35, prior_deviation: 0.8, draws: 2000, seed: 7 });
    expect(notes.at(-1)).toEqual({ kind: "assumed-correlation", correlation: 0.35 });
  });

  test("refuses a criterion with nothing between min and max, naming both", () => {
    const criteria = [{ ...QUALITY, min: 5, max: 5 }];
    expect(() => rankDesigns(experiment([[5, 5]], { criteria }))).toThrow(
      'Cannot rank: criterion "quality" needs max above min 5, found 5',
    );
  });
});
