import { describe, expect, test } from "bun:test";
import { nearest, slipsOf } from "../../src/text/nearest.ts";
import { expectLinear } from "../support/growth.ts";

const MODELS = [
  "anthropic/claude-haiku-4-5",
  "anthropic/claude-opus-4-5",
  "anthropic/claude-sonnet-4-5",
  "google/gemini-3-pro",
  "openai/gpt-4.1",
  "openai/gpt-5",
  "openai/gpt-5-mini",
  "openrouter/meta/llama-3.1-70b",
];

describe("nearest() among names", () => {
  const OPS = ["run", "generate", "review", "score", "rank", "show", "compare", "help"];
  test.each([
    ["reveiw", "review"],
    ["RANK", "rank"],
    ["generat", "generate"],
    ["scores", "score"],
  ])("%s finds %s first", (word, expected) => expect(nearest(word, OPS)[0]).toBe(expected));

  test("nothing near is no answer", () => {
    expect(nearest("xyzzy", OPS)).toEqual([]);
    expect(nearest("", OPS)).toEqual([]);
    expect(nearest("run", [])).toEqual([]);
  });

  test("at most the limit, each once, in the same order however they come", () => {
    const names = ["task1", "task2", "task3", "task4", "task4"];
    expect(nearest("task", names)).toEqual(["task1", "task2", "task3"]);
    expect(nearest("task", names.toReversed(), 9)).toEqual(["task1", "task2", "task3", "task4"]);
  });
});

describe("nearest() among model ids", () => {
  test.each([
    ["gpt5", "openai/gpt-5"],
    ["gpt-5", "openai/gpt-5"],
    ["openai/gpt5", "openai/gpt-5"],
    ["OpenAI/GPT-5", "openai/gpt-5"],
    ["opneai/gpt-5", "openai/gpt-5"],
    ["azure/gpt-5", "openai/gpt-5"],
    ["sonnet", "anthropic/claude-sonnet-4-5"],
    ["claude sonnet", "anthropic/claude-sonnet-4-5"],
    ["anthropic/claude-4-5-sonnet", "anthropic/claude-sonnet-4-5"],
    ["google/gemini-3-pro-preview", "google/gemini-3-pro"],
    ["llama 70b", "openrouter/meta/llama-3.1-70b"],
  ])("%s finds %s first", (word, expected) => expect(nearest(word, MODELS)[0]).toBe(expected));

  test("an unrelated model finds nothing", () => expect(nearest("mistral/large", MODELS)).toEqual([]));

  test("a very long word costs no more than a short one", () => {
    const many = Array.from({ length: 5000 }, (_, index) => `provider/model-${index}`);
    expect(nearest("x".repeat(1_000_000), many)).toEqual([]);
    expectLinear("a long word", (length) => void nearest("x".repeat(length), many), 1_000_000);
  });
});

const OPS = ["run", "generate", "review", "score", "rank", "show", "compare", "help"];

test("nearest() among names finds what holds or shares words, and nothing by one or two letters", () => {
  const found = Object.entries({
    rn: ["run"],
    compa: ["compare"],
    c: [],
    co: [],
    generators: ["generate"],
    "abcdefghij/rank": ["rank"],
    "show help me": ["help", "show"],
  });
  for (const [word, names] of found) expect([word, nearest(word, OPS, 9)]).toEqual([word, names]);
  expect(nearest("ab", ["abcd", "abc", "ab"], 9)).toEqual(["ab", "abc"]);
  // Of names beyond 200 letters the beginning counts.
  expect(nearest(`${"x".repeat(200)}a`, [`${"x".repeat(200)}b`])).toHaveLength(1);
});

test("nearest() among model ids orders what is as near by its length, then by letters", () => {
  const models = ["openai/gpt-5", "openai/gpt-5-mini", "azure/gpt-5", "openai/gpt-4.1", "a/gpt-55"];
  const found: Record<string, string[]> = {
    "gpt-5": ["azure/gpt-5", "openai/gpt-5", "a/gpt-55", "openai/gpt-5-mini"],
    gpt5: ["azure/gpt-5", "openai/gpt-5", "a/gpt-55", "openai/gpt-5-mini"],
    "gpt 5 mini": ["openai/gpt-5-mini"],
    mini: ["openai/gpt-5-mini"],
    openai: ["openai/gpt-5", "openai/gpt-4.1", "openai/gpt-5-mini"],
    5: ["azure/gpt-5", "openai/gpt-5", "openai/gpt-5-mini"],
    gpt: ["a/gpt-55", "azure/gpt-5", "openai/gpt-5", "openai/gpt-4.1", "openai/gpt-5-mini"],
    "GPT-4": ["openai/gpt-4.1", "azure/gpt-5", "openai/gpt-5"],
    "xgpt-5x": ["a/gpt-55", "azure/gpt-5", "openai/gpt-5"],
  };
  for (const [word, names] of Object.entries(found)) expect([word, nearest(word, models, 9)]).toEqual([word, names]);
});

test("slipsOf() takes one letter for a slip, two from six letters on, and letters in another order", () => {
  const found: Record<string, string[]> = {
    rank: ["rank"],
    RANK: ["rank"],
    "ra-nk": ["rank"],
    rum: ["run"],
    rnu: ["run"],
    runn: ["run"],
    ran: ["run", "rank"],
    shwo: ["show"],
    hsow: ["show"],
    shxy: [],
    revew: ["review"],
    reveiws: [],
    cmopare: ["compare"],
    generoto: ["generate"],
    genrtae: [],
    ru: [],
    x: [],
    helping: [],
  };
  for (const [word, names] of Object.entries(found)) expect([word, slipsOf(word, OPS)]).toEqual([word, names]);
  expect(slipsOf(`${"x".repeat(199)}ab`, [`${"x".repeat(199)}a`])).toHaveLength(1);
});
