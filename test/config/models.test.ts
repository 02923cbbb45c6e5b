import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { AvailableModel } from "../../src/artifacts/model.ts";
import { chooseModels, type ModelChoice } from "../../src/config/models.ts";
import { Config, type ConfigFile } from "../../src/config/schema.ts";
import { merge } from "../../src/config/source.ts";
import { LabError } from "../../src/errors.ts";
import { noteSaid } from "../../src/story/call-notes.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";
import { available } from "../support/scripted-host.ts";

/** Models as a host offers them; a star marks a provider's default. */
function offered(...names: string[]): AvailableModel[] {
  return names.map((name) => {
    const id = name.replace("*", "");
    return available(id, { default: name.endsWith("*"), price: null });
  });
}
const config = (file: ConfigFile = {}) => merge(Value.Create(Config), file) as Config;
const AVAILABLE = offered("openai/gpt-5*", "openai/gpt-5-mini", "anthropic/claude-sonnet-4-5*", "google/gemini-3-pro*");
const choose = (file: ConfigFile, available = AVAILABLE) => chooseModels(config(file), available);

const noteTexts = ({ notes }: ModelChoice): string[] => notes.map((note) => drawn(noteSaid(note)));

function failure(file: ConfigFile, available = AVAILABLE): LabError {
  try {
    chooseModels(config(file), available);
  } catch (error) {
    if (error instanceof LabError) return error;
    throw error;
  }
  throw new Error("chooseModels() was expected to throw");
}

describe("chooseModels() with reviewers' models", () => {
  const design_models = ["openai/gpt-5", "google/gemini-3-pro"];
  const a = ["openai/gpt-5-mini"];
  const b = ["anthropic/claude-sonnet-4-5"];

  test("takes review_models for both kinds, over each kind's own", () => {
    const review = { qualitative: { models: a }, quantitative: { models: a } };
    const choice = choose({ design_models, review_models: b, review });
    expect([choice.qualitative, choice.quantitative]).toEqual([b, b]);
  });

  test("says of a kind's own beside review_models that it is not used, unless it is the same or the kind is off", () => {
    const notes = (review: ConfigFile["review"]) => noteTexts(choose({ design_models, review_models: b, review }));
    const text = (unused: string) =>
      `review_models counts (anthropic/claude-sonnet-4-5 reviews and scores); ${unused} not used.`;
    expect(notes({ qualitative: { models: a }, quantitative: { models: b } })[0]).toBe(
      text("review.qualitative.models beside it is"),
    );
    expect(notes({ qualitative: { models: a }, quantitative: { models: a } })[0]).toBe(
      text("review.qualitative.models and review.quantitative.models beside it are"),
    );
    for (const silent of [
      { quantitative: { models: b } },
      { quantitative: { models: [] } },
      { qualitative: { enabled: false, models: a } },
    ])
      expect(notes(silent).join()).not.toContain("review_models counts");
  });

  test("takes each kind's own where both are set", () => {
    const choice = choose({ design_models, review: { qualitative: { models: a }, quantitative: { models: b } } });
    expect([choice.qualitative, choice.quantitative]).toEqual([a, b]);
  });

  test("lets one kind's own serve for the other where only one is set", () => {
    for (const review of [{ qualitative: { models: a } }, { quantitative: { models: a } }]) {
      const choice = choose({ design_models, review });
      expect([choice.qualitative, choice.quantitative]).toEqual([a, a]);
    }
  });

  test("takes the designers where none is set and every model designs, and says what another would add", () => {
    const choice = choose({ design_models }, offered("openai/gpt-5*", "google/gemini-3-pro*"));
    expect([choice.designers, choice.qualitative, choice.quantitative]).toEqual(Array(3).fill(design_models));
    expect(noteTexts(choice)).toEqual([
      "Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: connect another model.",
    ]);
  });

  test("takes the designers and nobody else where none is set, and names one more of the person's with its price", () => {
    const choice = choose({ design_models });
    expect(choice.quantitative).toEqual(design_models);
    expect(choice.qualitative).toEqual(design_models);
    expect(noteTexts(choice)).toEqual([
      "Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: add anthropic/claude-sonnet-4-5 (its price is unknown) to the reviewers.",
    ]);
    const priced = AVAILABLE.map((model) => ({ ...model, price: { input: 3, output: 15 } }));
    expect(noteTexts(choose({ design_models }, priced))[0]).toContain("($3.00 a million tokens in, $15.00 out)");
    const free = AVAILABLE.map((model) => ({ ...model, hosts_own: !design_models.includes(model.id) }));
    expect(noteTexts(choose({ design_models }, free))[0]).toEndWith(": connect another model.");
  });

  test("never changes a configured panel, and names the model that would widen it", () => {
    const choice = choose({ design_models, review_models: design_models });
    expect(choice.quantitative).toEqual(design_models);
    expect(noteTexts(choice)[0]).toContain("add anthropic/claude-sonnet-4-5 (its price is unknown) to the reviewers");
    expect(noteTexts(choose({ design_models, review_models: [...design_models, ...b] })).join()).not.toContain(
      "nothing",
    );
  });

  test("counts a reviewer listed twice once, and says how to ask it for several scores", () => {
    const choice = choose({ design_models, review_models: [...b, ...a, ...b] });
    expect(choice.quantitative).toEqual([...b, ...a]);
    expect(noteTexts(choice)).toEqual([
      "anthropic/claude-sonnet-4-5 is named more than once as a reviewer and counts once; several scores of one reviewer are asked for with `samples` in the configuration.",
    ]);
  });
});

describe("chooseModels() with the topic's model", () => {
  test("takes the first designer unless one is set", () => {
    const design_models = ["google/gemini-3-pro", "openai/gpt-5"];
    expect(choose({ design_models }).topic).toBe("google/gemini-3-pro");
    expect(choose({ design_models, topic_generation_model: "openai/gpt-5-mini" }).topic).toBe("openai/gpt-5-mini");
  });
});

describe("chooseModels() with no design_models", () => {
  test("has the chosen design and review, the first of them naming the topic, and says who they are", () => {
    const choice = choose({}, offered("d/1*", "c/0", "c/1*", "b/1*", "a/9*", "a/1"));
    const three = ["a/9", "b/1", "c/1"];
    expect([choice.designers, choice.qualitative, choice.quantitative, choice.topic]).toEqual([
      ...Array(3).fill(three),
      "a/9",
    ]);
    expect(noteTexts(choice)[0]).toBe("No models are configured: a/9, b/1 and c/1 were chosen to design.");
  });

  test("has a model that is all there is write three designs, and review them unless reviewers are named", () => {
    const choice = choose({}, offered("a/2"));
    expect([choice.designers, choice.quantitative]).toEqual([["a/2", "a/2", "a/2"], ["a/2"]]);
    expect(noteTexts(choice)[0]).toBe(
      "No models are configured and your providers offer one alone: a/2 writes 3 designs and reviews them, so designers and reviewer share one mind.",
    );
    const [first] = noteTexts(choose({ review_models: ["a/2"] }, offered("a/2")));
    expect(first).toBe("No models are configured and your providers offer one alone: a/2 writes 3 designs.");
  });

  test("still uses the configured reviewers", () => {
    const choice = choose({ review_models: ["a/1"] }, offered("a/1", "a/2*"));
    expect([choice.designers, choice.quantitative]).toEqual([["a/2", "a/1"], ["a/1"]]);
  });
});

describe("chooseModels() with the host's own models", () => {
  const free = ["opencode/x", "opencode/y"].map((id) => available(id, { hosts_own: true, price: null }));

  test("asks none of them where the person has any, for whatever is not configured", () => {
    for (const file of [{}, { design_models: ["z/1"] }, { review_models: ["z/1"] }]) {
      const { designers, qualitative, quantitative, topic, notes } = choose(file, [...free, ...offered("z/1*", "z/2")]);
      expect([...designers, ...qualitative, ...quantitative, topic].join()).not.toContain("opencode/");
      expect(JSON.stringify(notes)).not.toContain("opencode/");
    }
  });

  test("takes them where there is nothing else, and says so before all else", () => {
    const choice = choose({}, free);
    expect(choice.designers).toEqual(["opencode/x", "opencode/y"]);
    expect(noteTexts(choice)[0]).toBe(
      "**These are OpenCode's own free models, which you did not set up:** opencode/x and opencode/y. The text of the task goes to their service, and with it what designers read of the project. Set up a provider of your own with `opencode auth login`, and new experiments ask its models instead.",
    );
  });

  test("says nothing of those that the configuration names, for naming one is choosing it", () => {
    const { designers, notes } = choose({ design_models: ["opencode/x", "z/1"] }, [...free, ...offered("z/1*")]);
    expect(designers).toEqual(["opencode/x", "z/1"]);
    expect(notes.map(({ kind }) => kind)).not.toContain("hosts-own");
    const [note] = choose({ review_models: ["opencode/y"] }, free).notes;
    expect(note).toEqual({ kind: "hosts-own", models: ["opencode/x"] });
  });
});

describe("notes", () => {
  const all = ["openai/gpt-5", "anthropic/claude-sonnet-4-5", "google/gemini-3-pro"];

  test("a model listed twice writes two designs", () => {
    const choice = choose({ design_models: ["openai/gpt-5", "openai/gpt-5"], review_models: all.slice(1) });
    expect(choice.designers).toEqual(["openai/gpt-5", "openai/gpt-5"]);
    expect(noteTexts(choice)).toEqual(["openai/gpt-5 is named 2 times and writes 2 designs."]);
  });

  test("one reviewer", () => {
    expect(noteTexts(choose({ design_models: all.slice(0, 2), review_models: ["google/gemini-3-pro"] }))).toEqual([
      "All evaluations come from one model, google/gemini-3-pro: agreement cannot be measured.",
    ]);
  });

  test("one vendor, also through a relay", () => {
    expect(
      noteTexts(choose({ design_models: all.slice(1), review_models: ["openai/gpt-5", "openai/gpt-5-mini"] })),
    ).toEqual(["All reviewers are models of one vendor, openai, and may share its blind spots."]);
    const relay = offered("r/meta/x", "r/meta/y", "r/qwen/z", "a/1", "b/1");
    const notes = (review_models: string[]) =>
      noteTexts(choose({ design_models: ["a/1", "b/1"], review_models }, relay));
    expect(notes(["r/meta/x", "r/meta/y"])).toEqual([
      "All reviewers are models of one vendor, meta, and may share its blind spots.",
    ]);
    expect(notes(["r/meta/x", "r/qwen/z"])).toEqual([]);
  });

  test("some reviewers also design; left out where self-reviews are excluded", () => {
    const review_models = ["google/gemini-3-pro", "openai/gpt-5"];
    const file = { design_models: all.slice(0, 2), review_models };
    expect(noteTexts(choose(file))).toEqual(["1 reviewer of 2 also designs: it also judges its own design."]);
    expect(noteTexts(choose({ ...file, ranking: { exclude_self_reviews: true } }))).toEqual([
      "Scores of a reviewer for its own model's design do not count.",
    ]);
  });

  test("too few for min_designs and min_reviewers", () => {
    const file = { design_models: ["openai/gpt-5"], review_models: all.slice(1), min_reviewers: 3 };
    expect(noteTexts(choose(file))).toEqual([
      "A ranking wants at least 2 designs (`min_designs`), and 1 is to be written: no ranking, unless the experiment holds more already.",
      "A ranking wants at least 3 reviewers that score (`min_reviewers`), and there are 2: no ranking, unless the experiment holds more already.",
    ]);
  });

  test("a kind that is off counts for nothing", () => {
    const off = { enabled: false, models: ["openai/gpt-5"] };
    const review = { qualitative: off, quantitative: { models: ["google/gemini-3-pro", "openai/gpt-5-mini"] } };
    expect(noteTexts(choose({ design_models: ["anthropic/claude-sonnet-4-5", "openai/gpt-5"], review }))).toEqual([]);
    const none = { qualitative: { enabled: false }, quantitative: { enabled: false } };
    expect(noteTexts(choose({ design_models: all, review: none }))).toEqual([]);
  });
});

describe("a model that nobody offers", () => {
  test("is named with its place and the nearest names", () => {
    const error = failure({ design_models: ["openai/gpt5", "google/gemini-3-pro"] });
    expect(error.message).toBe(
      'Cannot use the configured models: design_models[0] must be a model that openai offers, found "openai/gpt5"; nearest: openai/gpt-5, openai/gpt-5-mini',
    );
    expect(error.advice).toBe("Correct the names; `opencode models` lists them. No model was called.");
  });

  test("of a provider that is not connected says so and how to connect it", () => {
    const error = failure({ review_models: ["mistral/large"] });
    expect(error.message).toBe(
      'Cannot use the configured models: review_models[0] must be a model of a connected provider (anthropic, google, openai), found "mistral/large": mistral is not connected',
    );
    expect(error.advice).toContain("connect the provider with `opencode auth login`");
  });

  test("is found in every place that names models, all in one error", () => {
    const { message } = failure({
      design_models: ["x/1"],
      review_models: ["x/2"],
      review: { qualitative: { models: ["x/3"] }, quantitative: { models: ["x/4"] } },
      topic_generation_model: "x/5",
      fallback_models: { "x/6": ["x/7"] },
    });
    expect(message.split("\n").map((line) => line.split(" must")[0])).toEqual([
      "Cannot use 7 of the configured models:",
      "- design_models[0]",
      "- review_models[0]",
      "- review.qualitative.models[0]",
      "- review.quantitative.models[0]",
      "- topic_generation_model",
      "- fallback_models",
      '- fallback_models["x/6"][0]',
    ]);
  });

  test("with no provider connected the error tells how to connect one", () => {
    const error = failure({}, []);
    expect(error.message).toBe(
      "Cannot choose models: the lab needs a model of a connected provider, found none connected",
    );
    expect(error.advice).toContain("`opencode auth login`");
  });
});
