import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/rank-designs.ts";
import { singleVendor } from "../../src/stats/vendor.ts";
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
