import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/rank-designs.ts";
import { singleVendor, vendorOf } from "../../src/stats/vendor.ts";
import { experiment } from "./support.ts";

describe("vendorOf()", () => {
  test("knows who made a model behind a gateway by the model's own name", () => {
    expect(vendorOf("openai/gpt-5")).toBe("openai");
    expect(vendorOf("github-copilot/gpt-5-mini")).toBe("openai");
    expect(vendorOf("openrouter/openai/o3-mini")).toBe("openai");
    expect(vendorOf("github-copilot/claude-sonnet-4")).toBe("anthropic");
    expect(vendorOf("amazon-bedrock/anthropic.claude-opus-4-v1:0")).toBe("anthropic");
    expect(vendorOf("opencode/qwen3-coder")).toBe("alibaba");
    expect(vendorOf("groq/llama3.3-70b")).toBe("meta");
  });

  test("takes the name before an unknown model's own, and the whole of a name without one", () => {
    expect(vendorOf("openrouter/acme/oracle-9")).toBe("acme");
    expect(vendorOf("acme/judge")).toBe("acme");
    expect(vendorOf("judge")).toBe("judge");
  });
});

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
