import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { temporaryProject } from "./project.ts";

let project: ReturnType<typeof temporaryProject>;
beforeEach(() => {
  project = temporaryProject();
});
afterEach(() => project.remove());

const LAX = {
  confirm_above: 50,
  limits: { max_cost: 9, max_tokens: 9_000, max_minutes: 90, max_parallel: 100, cell_timeout: 9_000 },
  brief: { max_questions: 60 },
  design: { max_tokens: 64_000 },
  review: { control: true, thrifty: false, quantitative: { samples: 5 } },
  fallback_models: { "a/1": ["b/1"] },
};
const STRICT = {
  confirm_above: 0.5,
  limits: { max_cost: 2, max_tokens: 2_000, max_minutes: 20, max_parallel: 2, cell_timeout: 20 },
  brief: { max_questions: 2 },
  design: { max_tokens: 2_000 },
  review: { control: false, thrifty: true, quantitative: { samples: 1 } },
};

/** The two ways in which configuration comes with a checkout. */
const CHECKOUT = {
  "a project's file": (value: object) => {
    project.write(project.projectFile, value);
    return project.load();
  },
  "the plugin options": (value: object) => project.load({ options: value }),
};

describe.each(Object.entries(CHECKOUT))("%s", (_name, load) => {
  test("does not have the person's agent told of the project, and may have it not told", () => {
    const { config, held } = load({ memory: { after_compaction: true } });
    expect(config.memory.after_compaction).toBe(false);
    expect(held).toEqual([
      expect.objectContaining({ setting: "memory.after_compaction", wanted: "true", holds: "false" }),
    ]);
    project.write(project.userFile, { memory: { after_compaction: true } });
    expect(load({}).config.memory.after_compaction).toBe(true);
    expect(load({ memory: { after_compaction: false } }).config.memory.after_compaction).toBe(false);
  });

  test("makes no bound laxer than the default, and what it wanted is told", () => {
    const { config, held } = load({ ...LAX, confirm_above: null });
    expect(config.confirm_above).toBe(1);
    expect(config.limits.max_parallel).toBe(64);
    expect(config.limits.cell_timeout).toBe(600);
    expect(config.review).toMatchObject({ control: false, thrifty: null, quantitative: { samples: 1 } });
    expect([config.brief.max_questions, config.design.max_tokens]).toEqual([12, 16_000]);
    expect(config.fallback_models).toEqual({ "a/1": [] });
    expect(held.map(({ setting, wanted, holds }) => [setting, wanted, holds])).toEqual([
      ["limits.max_parallel", "100", "64"],
      ["limits.cell_timeout", "9000", "600"],
      ["design.max_tokens", "64000", "16000"],
      ["review.quantitative.samples", "5", "1"],
      ["confirm_above", "null", "1"],
      ["brief.max_questions", "60", "12"],
      ["review.control", "true", "false"],
      ["review.thrifty", "false", "null"],
      ['fallback_models["a/1"]', "b/1", "none"],
    ]);
    expect(held.every(({ of }) => of === null)).toBe(true);
  });

  test("asks no reviewer anything in the person's name", () => {
    const { config, held } = load({ review: { assertions: ["names who is called", "uses one database"] } });
    expect(config.review.assertions).toEqual([]);
    expect(held.map(({ setting, wanted, holds }) => [setting, wanted, holds])).toEqual([
      ["review.assertions", "2 sentences", "none"],
    ]);
  });

  test("makes no bound laxer than the person's own", () => {
    project.write(project.userFile, {
      ...STRICT,
      limits: { ...STRICT.limits, max_parallel_per_provider: 3 },
      fallback_models: { "a/1": ["c/1"], "a/2": ["c/2"] },
    });
    const { config, held } = load({
      ...LAX,
      limits: { ...LAX.limits, max_parallel_per_provider: null },
      fallback_models: { "a/1": ["b/1", "c/1"] },
    });
    expect(config.confirm_above).toBe(0.5);
    expect(config.limits).toEqual({ ...STRICT.limits, max_parallel_per_provider: 3 });
    expect(config).toMatchObject({ brief: STRICT.brief, design: STRICT.design, review: STRICT.review });
    expect(config.fallback_models).toEqual({ "a/1": ["c/1"], "a/2": ["c/2"] });
    expect(held.every(({ of }) => of === project.userFile)).toBe(true);
    expect(held.map(({ setting, wanted, holds }) => `${setting} ${wanted} ${holds}`)).toContain(
      "limits.max_parallel_per_provider null 3",
    );
  });

  test("makes each bound stricter", () => {
    project.write(project.userFile, LAX);
    const { config, held } = load({ ...STRICT, fallback_models: { "a/1": [] } });
    expect(config.confirm_above).toBe(0.5);
    expect(config.limits).toEqual({ ...STRICT.limits, max_parallel_per_provider: null });
    expect(config).toMatchObject({ brief: STRICT.brief, design: STRICT.design, review: STRICT.review });
    expect(config.fallback_models).toEqual({ "a/1": [] });
    expect(held).toEqual([]);
  });

  test("may lower what the person's own file has lifted", () => {
    project.write(project.userFile, { confirm_above: null, review: { quantitative: { samples: 4 } } });
    const { config, held } = load({ confirm_above: 20, review: { quantitative: { samples: 3 } } });
    expect([config.confirm_above, config.review.quantitative.samples]).toEqual([20, 3]);
    expect(held).toEqual([]);
  });

  test("decides alone what bounds nothing", () => {
    const { config, held } = load({ design_models: ["a/1", "b/1"], review: { temperature: 1 } });
    expect(config.design_models).toEqual(["a/1", "b/1"]);
    expect(config.review.temperature).toBe(1);
    expect(held).toEqual([]);
  });
});

describe.each(Object.entries(CHECKOUT))("a preset of %s", (_name, load) => {
  test("is never larger than the person's own, nor none", () => {
    project.write(project.userFile, { preset: "standard" });
    for (const preset of ["thorough", null] as const) {
      const { config, held } = load({ preset });
      expect(config.preset).toBe("standard");
      expect(held).toMatchObject([
        { setting: "preset", wanted: String(preset), holds: "standard", of: project.userFile },
      ]);
    }
  });

  test("may be smaller, and any where the person set none: it is in the estimate, as models that it lists", () => {
    expect(load({ preset: "thorough" })).toMatchObject({ config: { preset: "thorough" }, held: [] });
    project.write(project.userFile, { preset: "standard" });
    expect(load({ preset: "quick" })).toMatchObject({ config: { preset: "quick" }, held: [] });
  });
});

test("the plugin options loosen nothing that the project's file has made stricter", () => {
  project.write(project.projectFile, { limits: { max_cost: 1 } });
  const { config, held } = project.load({ options: { limits: { max_cost: 3 } } });
  expect(config.limits.max_cost).toBe(1);
  expect(held).toEqual([
    {
      kind: "bound-held",
      source: "the plugin options in opencode.json",
      setting: "limits.max_cost",
      wanted: "3",
      holds: "1",
      of: project.projectFile,
    },
  ]);
});

test("the args of a call may raise what a checkout has lowered, for a person types them", () => {
  project.write(project.projectFile, { limits: { max_cost: 1 } });
  const { config, held } = project.load({ args: { limits: { max_cost: 2 } } });
  expect(config.limits.max_cost).toBe(2);
  expect(held).toEqual([]);
});
