import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment, QUALITY, saidBy } from "./support.ts";

/** Ranks, and that nothing in the result is NaN or infinite and every null reliability has its sentence. */
function rank(...input: Parameters<typeof experiment>) {
  const numbers = rankDesigns(experiment(...input));
  expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
  return { ...numbers, said: saidBy(numbers.notes) };
}

describe("rankDesigns() on degenerate input", () => {
  test("one reviewer: its scores rank, agreement is null, consensus low with the reason, confidence low", () => {
    const { designs, reliability, summary, said } = rank([[8], [5], [3]]);
    expect(designs.map((d) => [d.rank, d.adjusted_score])).toEqual([
      [1, 8],
      [2, 5],
      [3, 3],
    ]);
    expect(designs[0]).toMatchObject({ agreement: null, consensus: "low" });
    expect(reliability).toMatchObject({
      kendall_w: null,
      krippendorff_alpha: null,
      icc_3_k: null,
      leave_one_out: null,
    });
    expect(summary).toMatchObject({ winner: null, consensus: "low", confidence: "low", average_variance: null });
    expect(said).toContain("One reviewer scored");
  });

  test("one design, alone or beside one that nobody scored: first of one, but no winner, and the note says why", () => {
    for (const table of [
      [[8, 7, 9]],
      [
        [8, 7, 9],
        [null, null, null],
      ],
    ]) {
      const { designs, summary, said, pairwise, robustness, reliability } = rank(table);
      expect(designs[0]).toMatchObject({ design_id: "d0", rank: 1, p_best: 1, rank_interval: [1, 1] });
      expect(summary).toMatchObject({ winner: null, confidence: "low", tie_groups: [] });
      expect(pairwise).toEqual([]);
      expect({ robustness, leave: reliability.leave_one_out }).toEqual({ robustness: null, leave: null });
      expect(said).toContain("Only one design has scores");
      expect(said).toContain("summary.winner is null: only one design has scores.");
    }
  });

  test("all scores equal: every design first, no winner, one tie group, indices null and not 1", () => {
    const { designs, summary, reliability, said } = rank([
      [5, 5, 5],
      [5, 5, 5],
      [5, 5, 5],
    ]);
    expect(designs.map((d) => d.rank)).toEqual([1, 1, 1]);
    expect(summary).toMatchObject({
      winner: null,
      confidence: "low",
      tie_groups: [["d0", "d1", "d2"]],
      average_variance: 0,
    });
    expect(reliability).toMatchObject({
      kendall_w: null,
      krippendorff_alpha: null,
      icc_2_1: null,
      icc_2_k: null,
      icc_3_k: null,
      leave_one_out: null,
    });
    expect(said).toContain("summary.winner is null: the scores cannot tell d0, d1 and d2 apart.");
    expect(said).toContain("reliability.kendall_w is null: the scores do not vary.");
  });

  test("a flat reviewer changes no order and is named", () => {
    const { designs, said, reliability } = rank([
      [9, 5, 8],
      [6, 5, 6],
      [3, 5, 2],
    ]);
    expect(designs.map((d) => d.design_id)).toEqual(["d0", "d1", "d2"]);
    expect(said).toContain("Reviewer r1 gave every design the same score");
    expect(reliability.kendall_w).not.toBeNull();
  });

  test("a reviewer who scored nothing is counted in the panel and in no statistic", () => {
    const table = [
      [9, null, 8],
      [6, null, 6],
      [3, null, 2],
    ];
    const { summary, bias, reliability, said } = rank(table);
    expect(summary).toMatchObject({ total_reviewers: 3, expected_cells: 9, scored_cells: 6 });
    expect(Object.keys(bias.severity)).toEqual(["r0", "r2"]);
    expect(reliability.leave_one_out).toBeNull();
    expect(said).toContain("reliability.leave_one_out is null: two reviewers scored");
    expect(reliability.kendall_w).toBe(1);
    expect(said).toContain("Scored nothing: r1");
  });

  test("a design nobody scored stands last, without rank, scores or P(best)", () => {
    const { designs, summary, said } = rank([
      [null, null, null],
      [9, 8, 9],
      [5, 4, 5],
    ]);
    expect(designs.at(-1)).toMatchObject({
      design_id: "d0",
      rank: null,
      average_score: null,
      adjusted_score: null,
      p_best: null,
      rank_interval: null,
      reviewers: 0,
      consensus: "low",
    });
    expect(designs.at(-1)?.score_breakdown.quality?.average).toBeNull();
    expect(summary.winner).toBe("d1");
    expect(said).toContain("No score: d0");
  });

  test("groups of designs that share no reviewer have no order between them, and pairs within them alone", () => {
    const { designs, summary, pairwise } = rank([
      [7, 6, null, null],
      [5, 5, null, null],
      [null, null, 9, 8],
      [null, null, 4, 5],
    ]);
    expect(designs.map((d) => [d.rank, d.average_score, d.adjusted_score, d.p_best])).toEqual([
      [null, 6.5, null, null],
      [null, 5, null, null],
      [null, 8.5, null, null],
      [null, 4.5, null, null],
    ]);
    const groups = [
      ["d0", "d1"],
      ["d2", "d3"],
    ];
    expect(summary.verdict).toEqual({ kind: "nobody-compares", designs: ["d0", "d1", "d2", "d3"], groups });
    expect(summary).toMatchObject({ winner: null, tie_groups: [] });
    expect(pairwise.map(({ better, worse }) => [better, worse])).toEqual(groups);
  });

  test("too few scores for self-preference rank by the plain mean and say so", () => {
    const { method, bias, said } = rank([[7], [5]], { authors: { 0: 0 } });
    expect(method).toBe("mean");
    expect(bias.self_preference).toBeNull();
    expect(said).toContain("too few scores to tell self-preference from quality");
  });

  test("as many numbers to estimate as scores: self-preference without a standard error, and the note says why", () => {
    const { method, bias, said } = rank(
      [
        [7, 5],
        [6, 8],
      ],
      { authors: { 0: 0, 1: 1 } },
    );
    expect(method).toBe("adjusted");
    expect(bias.self_preference).toEqual({ beta: 2, standard_error: null, beyond_chance: false });
    expect(said).toContain("self_preference.standard_error is null: there are as many numbers to estimate as scores");
  });

  test("weights past what a configuration may hold are refused by name, and the largest leave every number finite", () => {
    const table = [
      [
        { a: 9, b: 4 },
        { a: 8, b: 3 },
      ],
      [
        { a: 6, b: 7 },
        { a: 7, b: 6 },
      ],
    ];
    const weighing = (...weights: number[]) => ({
      criteria: ["a", "b"].map((name, at) => ({ ...QUALITY, name, weight: weights[at] ?? 1 })),
    });
    for (const weight of [1e301, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN, -1]) {
      expect(() => rankDesigns(experiment(table, weighing(1, weight)))).toThrow(
        `Cannot rank: criterion "b" needs a weight from 0 to 1000000, found ${weight}`,
      );
    }
    for (const weights of [
      [1e6, 1e6],
      [1e6, 1e-6],
      [0, 1e6],
    ]) {
      expect(rank(table, weighing(...weights)).designs.every(({ p_best }) => Number.isFinite(p_best))).toBe(true);
    }
  });

  test("zero weights: nothing is ranked, the breakdown and agreement stay", () => {
    const { designs, summary, said } = rank(
      [
        [9, 8],
        [5, 4],
      ],
      { criteria: [{ ...QUALITY, weight: 0 }] },
    );
    expect(designs.map((d) => d.rank)).toEqual([null, null]);
    expect(designs[0]?.score_breakdown.quality?.average).toBe(8.5);
    expect(designs[0]?.agreement).toBeCloseTo(0.94, 9);
    expect(summary).toMatchObject({ winner: null, confidence: "low" });
    expect(said).toContain("the weights of all criteria are zero");
  });

  test("no score at all, no reviewer, no design: an empty ranking that says so", () => {
    expect(
      rank([
        [null, null],
        [null, null],
      ]),
    ).toMatchObject({ said: expect.stringContaining("there is no score") });
    expect(rank([[], []]).summary).toMatchObject({ total_designs: 2, total_reviewers: 0, expected_cells: 0 });
    expect(rank([]).designs).toEqual([]);
  });

  test("a score that lacks a criterion or names nobody is left out and counted", () => {
    const input = experiment([
      [9, 8],
      [5, 4],
    ]);
    const [first] = input.scores;
    if (!first) throw new Error("no score");
    const broken = [
      { ...first, scores: {} },
      { ...first, design_id: "gone" },
    ];
    const numbers = rankDesigns({ ...input, scores: [...input.scores, ...broken] });
    expect(numbers.designs).toEqual(rankDesigns(input).designs);
    expect(saidBy(numbers.notes)).toContain("2 scores not used");
  });

  test("two scores of one reviewer for one design are named and neither counts, whichever comes first", () => {
    const input = experiment([
      [9, 8, 9],
      [5, 4, 6],
    ]);
    const [first] = input.scores;
    if (!first) throw new Error("no score");
    const again = { ...first, scores: { quality: 1 } };
    const without = rankDesigns({ ...input, scores: input.scores.slice(1) });
    for (const scores of [
      [...input.scores, again],
      [again, ...input.scores],
    ]) {
      const { notes, ...numbers } = rankDesigns({ ...input, scores });
      expect({ ...numbers, notes: without.notes }).toEqual(without);
      expect(notes).toContainEqual({ kind: "duplicate-scores", design_id: "d0", reviewer_id: "r0", scores: 2 });
      expect(saidBy(notes)).toContain(
        "Reviewer r0 has 2 scores for d0 that are not samples of one: both are left out.",
      );
    }
  });

  test("two reviewers: never a high consensus, and called two", () => {
    const { designs, said } = rank([
      [9, 9],
      [5, 5],
      [2, 2],
    ]);
    expect(designs.map(({ agreement, consensus }) => [agreement, consensus])).toEqual([
      [1, "medium"],
      [1, "medium"],
      [1, "medium"],
    ]);
    expect(said).toContain("Two reviewers scored");
  });

  test("identical reviewers: every index is 1, no severity, and the probabilities still do not reach certainty", () => {
    const { reliability, bias, designs, summary } = rank([
      [7, 7, 7],
      [6, 6, 6],
      [5, 5, 5],
    ]);
    expect(reliability).toMatchObject({ kendall_w: 1, krippendorff_alpha: 1, icc_2_1: 1, icc_2_k: 1, icc_3_k: 1 });
    expect(Object.values(bias.severity)).toEqual([0, 0, 0]);
    expect(designs[0]?.p_best).toBeLessThan(0.99);
    expect(summary.winner).toBe("d0");
  });

  test("scores at both bounds of criteria with different scales stay within 0 and 10", () => {
    const criteria = [
      { ...QUALITY, name: "a", min: -5, max: 5 },
      { ...QUALITY, name: "b", min: 1, max: 3, weight: 3 },
    ];
    const top = { a: 5, b: 3 };
    const bottom = { a: -5, b: 1 };
    const { designs } = rank(
      [
        [top, top, top],
        [bottom, bottom, bottom],
      ],
      { criteria },
    );
    expect(designs.map(({ average_score, agreement }) => [average_score, agreement])).toEqual([
      [10, 1],
      [0, 1],
    ]);
  });

  test("reviewers at opposite bounds: agreement is the raw value far below zero, and nobody wins", () => {
    const { designs, summary } = rank([
      [10, 0],
      [0, 10],
    ]);
    expect(designs.map(({ agreement, consensus }) => [agreement, consensus])).toEqual([
      [-5, "low"],
      [-5, "low"],
    ]);
    expect(summary).toMatchObject({ winner: null, tie_groups: [["d0", "d1"]] });
  });

  test("only one of three reviewers delivered: called one reviewer, and no vendor of the silent ones counts", () => {
    const { said, bias } = rank([
      [9, null, null],
      [5, null, null],
    ]);
    expect(said).toContain("One reviewer of 3 scored");
    expect(bias.single_vendor).toBeNull();
  });

  test("a stated overall score that is not a number contradicts nothing and reaches no file", () => {
    const input = experiment([
      [9, 8],
      [5, 4],
    ]);
    const scores = input.scores.map((score) => ({ ...score, overall_score: Number.NaN }));
    expect(rankDesigns({ ...input, scores }).bias.overall_contradictions).toEqual([]);
  });

  test("every null outside a design that nobody scored has its sentence, by path", () => {
    const tables = [
      [[8], [5]],
      [[8, 7, 9]],
      [
        [5, 5],
        [5, 5],
      ],
      [
        [7, 6, null, null],
        [null, null, 9, 8],
      ],
      [
        [9, 8],
        [5, null],
        [3, 4],
      ],
    ];
    for (const table of tables) {
      const { summary, reliability, bias, robustness, said } = rank(table);
      const nulls = Object.entries({ summary, reliability, bias }).flatMap(([part, fields]) =>
        // Without a doubt there is nothing to be computed.
        Object.entries(fields).flatMap(([name, value]) =>
          value === null && name !== "doubt" ? [`${part}.${name}`] : [],
        ),
      );
      for (const path of [...nulls, ...(robustness === null ? ["robustness"] : [])]) {
        expect(said).toContain(`${path} is null: `);
      }
    }
  });
});
