import { expect, test } from "bun:test";
import { namesModels, overridesOf, setupInput } from "../../src/ops/run/given.ts";

const HOME = "/home/ana";

test("a call that says nothing of the configuration changes nothing", () => {
  expect(Object.entries(overridesOf({}, HOME))).toEqual([["preset", undefined]]);
  expect(Object.entries(overridesOf({ design_models: [], review_models: "" }, HOME))).toEqual([["preset", undefined]]);
});

test("each thing that is said changes its own place, also where it is said that it is off", () => {
  expect(overridesOf({ preset: "quick", thrifty: false }, HOME)).toEqual({
    preset: "quick",
    review: { thrifty: false },
  });
  expect(overridesOf({ qualitative: false }, HOME)).toMatchObject({ review: { qualitative: { enabled: false } } });
  expect(overridesOf({ quantitative: true }, HOME).review).toEqual({ quantitative: { enabled: true } });
  expect(overridesOf({ strict_isolation: false }, HOME)).toMatchObject({
    hooks: { design_isolation: { strict_mode: false } },
  });
  expect(overridesOf({ output_dir: "~/x", limits: { max_cost: 2 } }, HOME)).toMatchObject({
    output: { base_dir: "/home/ana/x" },
    limits: { max_cost: 2 },
  });
});

test("who names models wants no preset, whichever of the lists they stand in", () => {
  expect(overridesOf({ preset: "quick", design_models: ["a/b"] }, HOME)).toEqual({
    preset: null,
    design_models: ["a/b"],
  });
  expect(overridesOf({ preset: "quick", review_models: "c/d" }, HOME)).toEqual({
    preset: null,
    review_models: ["c/d"],
  });
  expect([{}, { design_models: [] }, { review_models: ["c/d"] }].map(namesModels)).toEqual([false, false, true]);
});

test("a task is taken without the blanks around it, and one that names nothing is refused with what was found", () => {
  expect(setupInput({ task: " Design a queue ", topic: "queue", constraints: "One machine" })).toEqual({
    task: "Design a queue",
    topic: "queue",
    requirements: [],
    constraints: ["One machine"],
    non_functional_requirements: [],
  });
  expect(setupInput({ task: "Design a queue" })).not.toHaveProperty("topic");
  expect(() => setupInput({})).toThrow("found nothing");
  expect(() => setupInput({ task: " \n" })).toThrow("found nothing");
});
