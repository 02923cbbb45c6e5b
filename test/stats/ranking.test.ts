import { describe, expect, test } from "bun:test";
import { compareDesigns } from "../../src/stats/compare.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
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
    expect(robustness).toEqual({ criterion: "scale", factor: 2, weight: 2, new_winner: "d1" });
    const moved = criteria.map((c) =>
      c.name === robustness?.criterion ? { ...c, weight: (robustness.weight ?? 0) * 1.1 } : c,
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
    expect(assumptions).toEqual({ error_correlation: 0.45, prior_deviation: 1, draws: 2000, seed: 20_261 });
    expect(notes.at(-1)).toEqual({ kind: "assumed-correlation", correlation: 0.45 });
  });

  test("refuses a criterion with nothing between min and max, naming both", () => {
    const criteria = [{ ...QUALITY, min: 5, max: 5 }];
    expect(() => rankDesigns(experiment([[5, 5]], { criteria }))).toThrow(
      'Cannot rank: criterion "quality" needs max above min 5, found 5',
    );
  });
});

describe("the verdict", () => {
  test("of a unanimous gap of 0.8 points between two designs by three reviewers is its closed form, 0.889", () => {
    // V = 0.32, s0² = 0.224, s² = 4·0.224/6, and t = 0.8/√(s²·(2/3 + 2·0.45/0.55)) with six degrees of freedom.
    const { pairwise, designs, summary } = rankDesigns(
      experiment([
        [7.8, 6.8, 8.8],
        [7, 6, 8],
      ]),
    );
    expect(pairwise[0]?.probability).toBeCloseTo(0.8893, 3);
    expect(designs[0]?.p_best).toBe(pairwise[0]?.probability ?? -1);
    expect(summary).toMatchObject({ winner: "d0", confidence: "medium" });
  });

  test("of two designs names a winner from 0.85 on, of three from 0.8", () => {
    const gap = (points: number) => [
      [7.3 + points, 5.5 + points, 8.4 + points],
      [7, 6.3, 7.8],
    ];
    const two = rankDesigns(experiment(gap(0.9)));
    expect(two.designs[0]?.p_best).toBeGreaterThan(0.8);
    expect(two.designs[0]?.p_best).toBeLessThan(0.85);
    expect(two.summary).toMatchObject({
      winner: null,
      told_apart: 0.85,
      confidence: "low",
      tie_groups: [["d0", "d1"]],
    });
    const three = rankDesigns(experiment([...gap(0.75), [2, 1, 3]]));
    expect(three.summary.told_apart).toBe(0.8);
    for (const { better, worse, probability } of three.pairwise) {
      const tied = three.summary.tie_groups.some((group) => group.includes(better) && group.includes(worse));
      expect(tied).toBe(probability < 0.8);
    }
  });

  test("is not high where the first two could be of a kind, and says so", () => {
    const found = [1.4, 1.6, 1.8, 2, 2.2, 2.4].map((ahead) =>
      rankDesigns(
        experiment([
          [5 + ahead, 5.2 + ahead, 4.9 + ahead, 5.1 + ahead],
          [5.3, 5, 4.9, 5.2],
          [3, 2.8, 3.3, 3.1],
        ]),
      ),
    );
    for (const { summary, designs } of found) {
      const sure = (designs[0]?.p_best ?? 0) > 0.95;
      expect(summary.doubt === "close-designs").toBe(sure && summary.confidence === "medium");
    }
    expect(found.map(({ summary }) => summary.doubt ?? summary.confidence)).toContain("close-designs");
  });

  test("ranks by the plain mean with the noise of the additive model: severity is not noise", () => {
    // Reviewers differ by six points in severity and agree on every difference.
    const table = [
      [9, 6, 3],
      [7.5, 4.5, 1.5],
      [6, 3, 0],
    ];
    const pairs = (method: "adjusted" | "mean") => rankDesigns(experiment(table, { options: { method } })).pairwise;
    expect(pairs("mean").map(({ probability }) => probability)).toEqual(
      pairs("adjusted").map(({ probability }) => expect.closeTo(probability, 9)),
    );
    expect(pairs("mean")[0]?.probability).toBeGreaterThan(0.8);
  });

  test("names no winner where two designs share the first place, however far the third lies", () => {
    const { summary } = rankDesigns(
      experiment([
        [8, 8, 8],
        [8, 8, 8],
        [1, 1, 1],
      ]),
    );
    expect(summary).toMatchObject({ winner: null, tie_groups: [["d0", "d1"]], confidence: "low" });
  });
});

describe("leave_one_out", () => {
  test("keeps the ranking's own model: two authors that review say nothing alone", () => {
    const { reliability, method } = rankDesigns(
      experiment(
        [
          [9, 8],
          [6, 7],
          [4, 3],
        ],
        { authors: { 0: 0, 1: 1 } },
      ),
    );
    expect(method).toBe("adjusted");
    expect(reliability.leave_one_out).toBeNull();
  });

  test("ranks by the plain mean without each reviewer where the plain mean ranks", () => {
    // r3 is three points lenient: without r0 the additive model would put d1 first, the plain mean keeps d0 there.
    const table = [
      [6, null, null, 9],
      [6.5, 6.5, 6.5, null],
      [null, 3, 3, 6],
    ];
    const { reliability } = rankDesigns(experiment(table, { options: { method: "mean" } }));
    expect(reliability.leave_one_out).toEqual({
      stable: 3,
      panels: 4,
      changes: [{ removed: "r3", winner: "d1" }],
    });
  });
});

describe("missing scores", () => {
  test("shrink severities by the errors that are seen: none without noise, and a lone severe score does not decide", () => {
    // Noiseless: the severity of r1, 2 points, comes out whole.
    const clean = rankDesigns(
      experiment([
        [8, 6, 8],
        [7, 5, null],
        [6, 4, 6],
      ]),
    );
    expect(clean.designs[1]?.adjusted_score).toBeCloseTo(19 / 3, 9);
    // With noise as large as the severities they are halved or so.
    const noisy = rankDesigns(
      experiment([
        [8, 6, 7],
        [5, 7, null],
        [7, 4, 6],
      ]),
    );
    const { severity } = noisy.bias;
    expect(Math.max(...Object.values(severity).map(Math.abs))).toBeLessThan(0.5);
  });
});

describe("criteria_correlation", () => {
  const criteria = ["a", "b", "c"].map((name) => ({ ...QUALITY, name }));

  test("is the mean correlation over pairs of criteria, 1 where all are alike, null where nothing varies", () => {
    const alike = [8, 6, 3].map((x) => [0, 1].map((j) => ({ a: x + j, b: x + j, c: x + j })));
    expect(rankDesigns(experiment(alike, { criteria })).bias.criteria_correlation).toBeCloseTo(1, 9);
    const apart = [8, 6, 3].map((x) => [0, 1].map((j) => ({ a: x, b: 10 - x, c: 5 + j })));
    // a and b correlate by −1, and neither with c.
    expect(rankDesigns(experiment(apart, { criteria })).bias.criteria_correlation).toBeCloseTo(-1 / 3, 9);
    const flat = [8, 6, 3].map((x) => [0, 1].map(() => ({ a: x, b: 5, c: 5 })));
    expect(rankDesigns(experiment(flat, { criteria })).bias.criteria_correlation).toBeNull();
  });
});

describe("self-preference", () => {
  const table = [
    [9, 6.1, 5.9],
    [6, 9.1, 6],
    [6.1, 5.9, 9],
    [6, 6, 6.1],
  ];

  test("is beyond chance where it is large for its error, and not where it is small", () => {
    const authors = { 0: 0, 1: 1, 2: 2 };
    expect(rankDesigns(experiment(table, { authors })).bias.self_preference).toMatchObject({ beyond_chance: true });
    const none = table.map((row, i) => row.map((x, j) => (i === j && i < 3 ? 6 + 0.2 * i : x)));
    expect(rankDesigns(experiment(none, { authors })).bias.self_preference).toMatchObject({ beyond_chance: false });
  });
});

describe("what a silent test would not have shown", () => {
  const table = [
    [6.4, 6.1, 5.9],
    [6, 6.4, 6],
    [6.1, 5.9, 6.4],
    [6, 6, 6.1],
  ];

  test("of severity is t at 97.5 % times σ·√((1 − 1/M)/N) on a complete panel", () => {
    const { bias, reliability } = rankDesigns(experiment(table));
    // df = 12 − 6 = 6, where t is 2.4469.
    const error = (reliability.residual_deviation ?? 0) * Math.sqrt((1 - 1 / 3) / 4);
    expect(bias.severity_unseen).toBeCloseTo(2.4469 * error, 3);
    expect(rankDesigns(experiment([[8], [5]])).bias.severity_unseen).toBeUndefined();
  });

  test("of self-preference is t times its standard error", () => {
    const { self_preference } = rankDesigns(experiment(table, { authors: { 0: 0, 1: 1, 2: 2 } })).bias;
    expect(self_preference?.unseen).toBeCloseTo(2.5706 * (self_preference?.standard_error ?? 0), 3);
  });
});

describe("length_break_even", () => {
  const input = (first: number) => {
    const made = experiment([
      [9, 8.5, 9.2, 8.8],
      [6, 5.5, 6.1, 5.9],
      [3, 2.5, 3.3, 2.8],
    ]);
    return { ...made, designs: made.designs.map((design, at) => ({ ...design, length: at === 0 ? first : 1000 })) };
  };

  test("is the lead for each doubling of the length, and absent where the first is not longer or nothing leads", () => {
    // d0 leads by 3 points and is four times as long.
    expect(rankDesigns(input(4000)).bias.length_break_even).toBeCloseTo(1.5, 9);
    expect(rankDesigns(input(1000)).bias.length_break_even).toBeUndefined();
    expect(rankDesigns(input(500)).bias.length_break_even).toBeUndefined();
    const tie = experiment([
      [7, 6],
      [6, 7],
    ]);
    expect(rankDesigns(tie).bias.length_break_even).toBeUndefined();
  });

  test("stands beside a correlation of which fewer than five designs tell nothing", () => {
    expect(rankDesigns(input(4000)).bias.length_beyond_chance).toBeUndefined();
  });
});

const CROSSED = experiment(
  [
    [9, 9.5],
    [1, 2],
  ],
  { authors: { 0: 0, 1: 1 }, options: { exclude_self_reviews: true } },
);

describe("where no reviewer scored two designs", () => {
  test("nothing is ranked: no rank, no probability, no pair, and each design keeps the mean of what it was given", () => {
    const { designs, summary, pairwise, notes, reliability, bias } = rankDesigns(CROSSED);
    expect(
      designs.map(({ rank, p_best, rank_interval, adjusted_score }) => [rank, p_best, rank_interval, adjusted_score]),
    ).toEqual([
      [null, null, null, null],
      [null, null, null, null],
    ]);
    expect(designs.map(({ design_id, average_score }) => [design_id, average_score])).toEqual([
      ["d0", 9.5],
      ["d1", 1],
    ]);
    expect(summary).toMatchObject({ winner: null, confidence: "low", tie_groups: [], comparing_reviewers: 0 });
    expect(pairwise).toEqual([]);
    expect(reliability.leave_one_out).toBeNull();
    expect(bias.severity).toEqual({});
    expect(notes[0]).toEqual({ kind: "nothing-ranked", reason: "nobody-compares" });
  });

  test("one score from each of them is no tie, either", () => {
    const { designs, notes } = rankDesigns(
      experiment([
        [8, null],
        [null, 8],
      ]),
    );
    expect(designs.map(({ rank }) => rank)).toEqual([null, null]);
    expect(notes[0]).toEqual({ kind: "nothing-ranked", reason: "nobody-compares" });
  });

  test("a comparison of two says so and names no better one", () => {
    expect(compareDesigns(CROSSED, ["d0", "d1"])).toMatchObject({ pairs: [], doubt: "nobody-compares" });
  });

  test("a reviewer that gave two designs one score tells nothing of a third that it did not score", () => {
    const { designs, summary, notes } = rankDesigns(
      experiment([
        [9, null],
        [9, null],
        [null, 4],
      ]),
    );
    expect(designs.map(({ rank, p_best }) => [rank, p_best])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(summary.comparing_reviewers).toBe(1);
    expect(notes[0]).toEqual({ kind: "nothing-ranked", reason: "nobody-compares" });
  });
});

test("comparing reviewers are those with two or more scores that count", () => {
  const comparing = (...input: Parameters<typeof experiment>) =>
    rankDesigns(experiment(...input)).summary.comparing_reviewers;
  expect(
    comparing([
      [8, 7, null],
      [6, null, 5],
    ]),
  ).toBe(1);
  expect(
    comparing([
      [8, 7, 6],
      [6, 5, 5],
    ]),
  ).toBe(3);
  expect(comparing([[8, 7, 6]])).toBe(0);
});
