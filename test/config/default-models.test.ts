import { describe, expect, test } from "bun:test";
import type { AvailableModel } from "../../src/artifacts/model.ts";
import { defaultDesigners, oneMore } from "../../src/config/default-models.ts";
import { available } from "../support/scripted-host.ts";

/** A model with its price of output, family and day, in days since 1970; a star marks a provider's default. */
function model(name: string, output: number | null = null, family: string | null = null, day?: number): AvailableModel {
  const price = output === null ? null : { input: output / 4, output };
  const released = day === undefined ? null : day * 86_400_000;
  return available(name.replace("*", ""), { default: name.endsWith("*"), price, family, released });
}
const models = (...names: string[]) => names.map((name) => model(name));
const CLAUDES = [
  model("anthropic/claude-haiku-4", 5, "haiku", 10),
  model("anthropic/claude-haiku-4-20251001", 5, "haiku", 10),
  model("anthropic/claude-opus-4", 25, "opus", 20),
  model("anthropic/claude-opus-5", 25, "opus", 40),
  model("anthropic/claude-opus-5-fast", 50, "opus", 40),
  model("anthropic/claude-sonnet-4", 15, "sonnet", 10),
  model("anthropic/claude-sonnet-5", 10, "sonnet", 30),
  model("anthropic/claude-fable-5", 50, "fable", 50),
];
const withDefault = (id: string) => CLAUDES.map((each) => ({ ...each, default: each.id === id }));

describe("defaultDesigners()", () => {
  test("takes the default of each of three providers, whatever order they come in", () => {
    const many = models("d/1*", "c/0", "c/1*", "b/1*", "a/9*", "a/1");
    expect(defaultDesigners(many)).toEqual(["a/9", "b/1", "c/1"]);
    expect(defaultDesigners(many.toReversed())).toEqual(["a/9", "b/1", "c/1"]);
  });

  test("goes on with other models of the providers where there are fewer than three", () => {
    expect(defaultDesigners(models("a/1*", "a/2", "b/1*"))).toEqual(["a/1", "b/1", "a/2"]);
    expect(defaultDesigners(models("a/1", "a/2*", "a/3", "a/4"))).toEqual(["a/2", "a/1", "a/3"]);
    expect(defaultDesigners(models("a/1*", "a/2"))).toEqual(["a/1", "a/2"]);
    expect(defaultDesigners(models("a/1"))).toEqual(["a/1", "a/1", "a/1"]);
  });

  test("takes of one provider no dearer model while there is another, of a new family first, the same under no other name", () => {
    expect(defaultDesigners(withDefault("anthropic/claude-sonnet-4"))).toEqual([
      "anthropic/claude-sonnet-4",
      "anthropic/claude-haiku-4",
      "anthropic/claude-sonnet-5",
    ]);
    expect(defaultDesigners(withDefault("anthropic/claude-haiku-4"))).toEqual([
      "anthropic/claude-haiku-4",
      "anthropic/claude-sonnet-5",
      "anthropic/claude-opus-5",
    ]);
  });

  test("takes of a gateway another maker first, through whatever serves it, and makers that it knows", () => {
    const gateway = [
      model("relay/anthropic/claude-sonnet-5*", 10),
      model("relay/anthropic/claude-haiku-5", 9),
      model("relay/openai/gpt-5", 8),
      model("relay/google/gemini-3", 7),
      model("relay/nobody/knows", 10),
    ];
    expect(defaultDesigners(gateway)).toEqual([
      "relay/anthropic/claude-sonnet-5",
      "relay/openai/gpt-5",
      "relay/google/gemini-3",
    ]);
  });

  test("begins without a default at the middle price of the families' newest, neither the dearest nor the least able", () => {
    expect(defaultDesigners(CLAUDES)).toEqual([
      "anthropic/claude-sonnet-5",
      "anthropic/claude-haiku-4",
      "anthropic/claude-opus-5",
    ]);
  });

  test("never takes what draws, speaks or embeds while a model writes, be it the provider's default", () => {
    const picture = { ...model("a/gemini-image*", 1), writes_text: false };
    expect(defaultDesigners([picture, model("a/gemini-flash", 4), model("b/1*", 4)])).toEqual([
      "a/gemini-flash",
      "b/1",
    ]);
    expect(defaultDesigners([picture])).toEqual(Array(3).fill("a/gemini-image"));
  });

  test("takes what the host brought only where the person has nothing, whatever that can do", () => {
    const free = models("opencode/x*", "opencode/y").map((each) => ({ ...each, hosts_own: true }));
    expect(defaultDesigners([...free, ...models("z/1", "z/2")])).toEqual(["z/1", "z/2"]);
    expect(defaultDesigners([...free, { ...model("z/1"), writes_text: false }])).toEqual(Array(3).fill("z/1"));
    expect(defaultDesigners(free)).toEqual(["opencode/x", "opencode/y"]);
    expect(defaultDesigners([])).toEqual([]);
    expect(defaultDesigners(models("a/one\ntwo", "a/1"))).toEqual(Array(3).fill("a/1"));
  });
});

describe("oneMore()", () => {
  test("names a model of a provider that is not there yet, then of one that is, and never one of the host's own", () => {
    const free = { ...model("a/free*"), hosts_own: true };
    const own = models("b/1*", "c/1*", "c/2");
    expect(oneMore(["b/1"], [free, ...own])?.id).toBe("c/1");
    expect(oneMore(["b/1", "c/1"], [free, ...own])?.id).toBe("c/2");
    expect(oneMore(["b/1", "c/1", "c/2"], [free, ...own])).toBeNull();
  });
});
