import { describe, expect, test } from "bun:test";
import { vendorOf } from "../../src/text/vendor.ts";

describe("vendorOf()", () => {
  test("knows who made a model behind any gateway by the model's own name", () => {
    const makers: Record<string, string[]> = {
      openai: [
        "openai/gpt-5",
        "github-copilot/gpt-5-mini",
        "openrouter/openai/o3-mini",
        "azure/gpt-5",
        "groq/openai/gpt-oss-120b",
      ],
      anthropic: [
        "anthropic/claude-opus-4",
        "openrouter/anthropic/claude-sonnet-4",
        "vercel/anthropic/claude-sonnet-4",
        "github-copilot/claude-sonnet-4",
        "amazon-bedrock/us.anthropic.claude-opus-4-v1:0",
        "google-vertex-anthropic/claude-opus-4@20250514",
      ],
      google: ["google/gemini-3-pro", "google-vertex/gemini-3-pro", "openrouter/google/gemma-3"],
      alibaba: ["opencode/qwen3-coder", "huggingface/Qwen/Qwen3-Coder-480B"],
      meta: ["groq/llama3.3-70b", "openrouter/meta-llama/llama-4-scout"],
      xai: ["xai/grok-4", "openrouter/x-ai/grok-4"],
      moonshotai: ["fireworks-ai/accounts/fireworks/models/kimi-k2"],
    };
    for (const [maker, models] of Object.entries(makers)) {
      for (const model of models) expect([model, vendorOf(model)]).toEqual([model, maker]);
    }
  });

  test("takes an unknown model's maker from its path, under one name", () => {
    expect(vendorOf("openrouter/acme/oracle-9")).toBe("acme");
    expect(vendorOf("acme/judge")).toBe("acme");
    expect(vendorOf("amazon-bedrock/us.amazon.nova-pro-v1:0")).toBe("amazon");
    expect(vendorOf("openrouter/x-ai/next")).toBe(vendorOf("xai/next"));
  });

  test("never takes a gateway for the maker of all that it serves", () => {
    expect(vendorOf("opencode/big-pickle")).not.toBe(vendorOf("opencode/small-pickle"));
    expect(vendorOf("fireworks-ai/accounts/fireworks/models/a")).not.toBe(
      vendorOf("fireworks-ai/accounts/fireworks/models/b"),
    );
    expect(vendorOf("judge")).toBe("judge");
  });
});
