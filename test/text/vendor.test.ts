import { describe, expect, test } from "bun:test";
import { hasKnownMaker, vendorOf } from "../../src/artifacts/model.ts";

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
    for (const server of ["ollama", "llama-cpp", "llama.cpp", "lm-studio", "lmstudio", "local"])
      expect([server, vendorOf(`${server}/acme-7b`)]).toEqual([server, `${server}/acme-7b`]);
    expect(vendorOf("judge")).toBe("judge");
  });
});

test("each family is known by its models' names, and each maker by its other names", () => {
  const families: Record<string, string> = {
    anthropic: "claude-x",
    openai: "gpt-5 chatgpt-4o codex-mini o1 o3-mini o4-x",
    google: "gemini-2 gemma-3",
    deepseek: "deepseek-r1",
    meta: "llama-4 codellama-7b",
    mistral: "mistral-large ministral-3 mixtral-8x7b magistral-1 codestral-2 devstral-1",
    alibaba: "qwen-3 qwq-32b",
    xai: "grok-4",
    moonshotai: "kimi-k2",
    zhipuai: "glm-4.6",
    minimax: "minimax-m2",
    cohere: "command-r command-a",
    nvidia: "nemotron-9b",
    perplexity: "sonar-pro",
  };
  for (const [maker, names] of Object.entries(families))
    for (const name of names.split(" "))
      expect([name, vendorOf(`someone/${name}`), hasKnownMaker(`someone/${name}`)]).toEqual([name, maker, true]);
  const aliases = {
    "x-ai": "xai",
    "z-ai": "zhipuai",
    zai: "zhipuai",
    "zai-org": "zhipuai",
    "meta-llama": "meta",
    mistralai: "mistral",
    moonshot: "moonshotai",
    qwen: "alibaba",
    "deepseek-ai": "deepseek",
    minimaxai: "minimax",
  };
  for (const [alias, maker] of Object.entries(aliases))
    expect([alias, vendorOf(`openrouter/${alias}/next`), vendorOf(`${alias.toUpperCase()}/Next`)]).toEqual([
      alias,
      maker,
      maker,
    ]);
  for (const name of ["o10", "command-x", "myllama", "judge"])
    expect([name, hasKnownMaker(name)]).toEqual([name, false]);
});

test("a region, a folder and a dot are no maker, but behind Bedrock what stands before a dot is", () => {
  for (const region of ["us", "eu", "apac", "au", "ca", "jp", "global"])
    expect(vendorOf(`amazon-bedrock/${region}.acme.x-1`)).toBe("acme");
  expect(vendorOf("bedrock/acme.x-1")).toBe("acme");
  expect(vendorOf("azure/acme.x-1")).toBe("azure/acme.x-1");
  expect(vendorOf("us.claude-4")).toBe("anthropic");
  expect(vendorOf("first/second/x")).toBe("second");
  expect(vendorOf("//x")).toBe("//x");
  expect(vendorOf("")).toBe("");
});
