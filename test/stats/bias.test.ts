import { describe, expect, test } from "bun:test";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import { covariate, flaggedTopScores, singleVendor } from "../../src/stats/bias.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment } from "./support.ts";

describe("singleVendor()", () => {
  test("names one vendor of several models, and none of one model or several vendors", () => {
    expect(singleVendor(["openai/gpt-5", "github-copilot/gpt-4.1"])).toBe("openai");
    expect(singleVendor(["github-copilot/gpt-5", "github-copilot/claude-opus-4"])).toBeNull();
    expect(singleVendor(["openai/gpt-5"])).toBeNull();
  });

  test("counts only reviewers that scored: a silent second vendor does not widen the panel", () => {
    const input = experiment([
      [9, 8, null],
      [5, 6, null],
    ]);
    const model = (id: string) => (id === "r2" ? "other/judge" : `acme/${id}`);
    const { bias } = rankDesigns({
      ...input,
      reviewers: input.reviewers.map((reviewer) => ({ ...reviewer, model: model(reviewer.reviewer_id) })),
      scores: input.scores.map((score) => ({ ...score, scorer_model: model(score.reviewer_id) })),
    });
    expect(bias.single_vendor).toBe("acme");
  });
});

describe("covariate()", () => {
  test("is sure of nothing where it takes the last degree of freedom", () => {
    const cells = [0, 1].flatMap((design) =>
      [0, 1, 2].map((reviewer) => ({ design, reviewer, self: design === reviewer })),
    );
    const column = cells.map(({ design, reviewer }) => (design === 0 && reviewer === 1 ? 1 : 0));
    const found = covariate({ designs: 2, reviewers: 3, observations: cells }, [9, 8, 6, 5, 7, 5.5], column);
    expect(found).toEqual({ effect: expect.any(Number), beyond_chance: false });
  });
});

describe("same_vendor", () => {
  /** Authors that review each other, two of each vendor, who add so many points to the other of their own. */
  const panel = (size: number, gamma: number, noise = 0) => {
    const input = experiment(
      Array.from({ length: size }, (_, i) =>
        Array.from({ length: size }, (_, j) => {
          const same = i !== j && Math.floor(i / 2) === Math.floor(j / 2);
          const stray = noise * Math.sin(7 * i + 13 * j + i * j);
          return 5 + 0.4 * i - 0.3 * j + (i === j ? 0.9 : 0) + (same ? gamma : 0) + stray;
        }),
      ),
    );
    const model = (at: number) => `vendor${Math.floor(at / 2)}/m${at}`;
    return rankDesigns({
      ...input,
      designs: input.designs.map((design, at) => ({ ...design, generating_model: model(at) })),
      reviewers: input.reviewers.map((reviewer, at) => ({ ...reviewer, model: model(at) })),
      scores: input.scores.map((score) => ({ ...score, scorer_model: model(Number(score.reviewer_id.slice(1))) })),
    }).bias;
  };

  test("is recovered exactly beside self-preference from noiseless data, and none is found where there is none", () => {
    expect(panel(6, 1.2).same_vendor).toMatchObject({ cells: 6, difference: expect.closeTo(1.2, 9) });
    expect(panel(6, 0).same_vendor?.difference).toBeCloseTo(0, 9);
  });

  test("is beyond chance where it is large for its error, and else says what would not have shown", () => {
    expect(panel(4, 1.5, 0.3).same_vendor).toMatchObject({ beyond_chance: true });
    const silent = panel(4, 0, 0.3).same_vendor;
    expect(silent).toMatchObject({ beyond_chance: false });
    expect(silent?.unseen).toBeGreaterThan(Math.abs(silent?.difference ?? 0));
  });
});

const CRITERIA: Criterion[] = [
  { name: "clarity", description: "", min: 0, max: 10 },
  { name: "risk", description: "", min: 1, max: 5, weight: 3 },
];

const cell = (design_id: string, reviewer_id: string, clarity: number, risk: number) => {
  return { design_id, reviewer_id, scorer_model: "a/b", scores: { clarity, risk }, overall_score: 5 };
};
const flagged = new Set(["d"]);

describe("flaggedTopScores()", () => {
  test("names a top score of a flagged design that lies more than 2 points above the others' mean", () => {
    const scores = [cell("d", "led", 10, 5), cell("d", "a", 5, 3), cell("d", "b", 10, 5)];
    // Others of led: (5·1 + 5·3)/4 = 5 and 10, mean 7.5; of b likewise.
    expect(flaggedTopScores(scores, CRITERIA, flagged)).toEqual([
      { design_id: "d", reviewer_id: "led", score: 10, others: 7.5 },
      { design_id: "d", reviewer_id: "b", score: 10, others: 7.5 },
    ]);
  });

  test("names nothing 2 points above or less, below the top on one criterion, unflagged, or alone", () => {
    const near = [cell("d", "led", 10, 5), cell("d", "a", 10, 5 - 4 * (0.2 * (4 / 3)))];
    expect(flaggedTopScores(near, CRITERIA, flagged)).toEqual([]);
    expect(flaggedTopScores([cell("d", "led", 9.5, 5), cell("d", "a", 0, 1)], CRITERIA, flagged)).toEqual([]);
    expect(flaggedTopScores([cell("e", "led", 10, 5), cell("e", "a", 0, 1)], CRITERIA, flagged)).toEqual([]);
    expect(flaggedTopScores([cell("d", "led", 10, 5), cell("e", "a", 0, 1)], CRITERIA, flagged)).toEqual([]);
  });
});
