import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/rank.ts";
import { experiment, QUALITY } from "./support.ts";

/** Ranks, and that nothing in the result is NaN or infinite and every null reliability has its sentence. */
function rank(...input: Parameters<typeof experiment>) {
  const numbers = rankDesigns(experiment(...input));
  expect(JSON.parse(JSON.stringify(numbers))).toEqual(numbers);
  return { ...numbers, said: numbers.notes.join("\n") };
}

describe("rankDesigns() on degenerate input", () => {
  test("one reviewer: its scores rank, agreement is null, consensus low with the reason, confidence low", () => {
    const { designs, reliability, summary, said } = rank([[8], [5], [3]]);
    expect(designs.map((d) => [d.rank, d.adjusted_score])).toEqual([
      [1, 8],
      [2, 5],
      [3, 3],
    ]);
    expect(designs[0]).toMatchObject({ agreement: null, consensus: "low", consensus_reason: "single-reviewer" });
    expect(reliability).toMatchObject({
      kendall_w: null,
      krippendorff_alpha: null,
      icc_3_k: null,
      leave_one_out: null,
    });
    expect(summary).toMatchObject({ consensus: "low", confidence: "low", average_variance: null });
    expect(said).toContain("One reviewer scored");
  });

  test("one design: first of one, low confidence, and the note says that this says nothing", () => {
    const { designs, summary, said, pairwise } = rank([[8, 7, 9]]);
    expect(designs[0]).toMatchObject({ rank: 1, p_best: 1, rank_interval: [1, 1] });
    expect(summary).toMatchObject({ winner: "d0", confidence: "low", tie_groups: [] });
    expect(pairwise).toEqual([]);
    expect(said).toContain("Only one design has scores");
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
    expect(said).toContain("There is no winner");
    expect(said).toContain("Kendall's W cannot be computed");
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
    expect(reliability.leave_one_out?.panels).toBe(2);
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
      consensus_reason: "not-scored",
    });
    expect(designs.at(-1)?.score_breakdown.quality?.average).toBeNull();
    expect(summary.winner).toBe("d1");
    expect(said).toContain("No score: d0");
  });

  test("a disconnected graph ranks by the plain mean and says so", () => {
    const { method, designs, said } = rank([
      [7, 6, null, null],
      [5, 6, null, null],
      [null, null, 9, 8],
      [null, null, 4, 5],
    ]);
    expect(method).toBe("mean");
    expect(designs.map((d) => [d.design_id, d.average_score, d.adjusted_score])).toEqual([
      ["d2", 8.5, null],
      ["d0", 6.5, null],
      ["d1", 5.5, null],
      ["d3", 4.5, null],
    ]);
    expect(said).toContain("The ranks are those of the plain mean");
    expect(said).toContain("not connected");
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
    expect(bias.self_preference).toEqual({ beta: 2, standard_error: null });
    expect(said).toContain("no standard error");
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

  test("a score that lacks a criterion, comes twice or names nobody is left out and counted", () => {
    const input = experiment([
      [9, 8],
      [5, 4],
    ]);
    const [first] = input.scores;
    if (!first) throw new Error("no score");
    const broken = [{ ...first, scores: {} }, { ...first, design_id: "gone" }, first];
    const numbers = rankDesigns({ ...input, scores: [...input.scores, ...broken] });
    expect(numbers.designs).toEqual(rankDesigns(input).designs);
    expect(numbers.notes.join()).toContain("3 scores are not used");
  });
});
