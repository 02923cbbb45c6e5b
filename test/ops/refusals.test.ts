import { describe, expect, test } from "bun:test";
import type { StartArgs } from "../../src/ops/args.ts";
import { refuseSetupArgs, refuseTooFew } from "../../src/ops/refusals.ts";
import type { Experiment } from "../../src/store/experiment.ts";
import { taskOf } from "../support/artifacts.ts";
import { askingLab } from "../support/asking-lab.ts";

/** The message of the error, and "" where there is none. */
function said(work: () => void): string {
  try {
    work();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("refuseSetupArgs()", () => {
  const refused = (given: StartArgs) =>
    said(() => refuseSetupArgs({ task: taskOf([], []) } as unknown as Experiment, given));
  test("lets pass what an experiment can go on with, and what says nothing", () => {
    for (const given of [{}, { design_models: "a/x" }, { limits: {} }, { dry_run: true }, { strict_isolation: true }])
      expect(refused(given)).toBe("");
    expect(refused({ topic: "", fresh: false, requirements: "" })).toBe("");
  });
  test("names each argument that only a new experiment can use", () => {
    const one = "belongs to a new experiment; this one has its own. Nothing was asked.";
    for (const [name, value] of [
      ["requirements", ["a"]],
      ["constraints", "a"],
      ["non_functional_requirements", ["a"]],
      ["topic", "t"],
      ["review_models", "a/x"],
      ["qualitative", true],
      ["qualitative", false],
      ["quantitative", true],
      ["quantitative", false],
      ["fresh", true],
    ] as const)
      expect(refused({ [name]: value })).toBe(`Cannot go on with 2026-01-01-test: ${name} ${one}`);
    expect(refused({ topic: "t", quantitative: false })).toStartWith(
      "Cannot go on with 2026-01-01-test: topic, quantitative belong to a new experiment;",
    );
  });
});

describe("refuseTooFew()", () => {
  const refused = (designers: number, scoring: number, config: object = {}) => {
    const { lab } = askingLab(() => ({ value: null }), { config: { min_designs: 2, min_reviewers: 2, ...config } });
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `p/m${at}`);
    const plan = taskOf(ids(designers), ids(scoring));
    const words = { reviewer_id: "words", model: "p/words", parts: ["review" as const] };
    return said(() => refuseTooFew(lab, { ...plan, reviewers: [...plan.reviewers, words] }));
  };
  test("refuses fewer designs or scoring reviewers than a ranking needs, and no more", () => {
    expect(refused(2, 2)).toBe("");
    expect(refused(1, 2)).toBe(
      "Cannot start: a ranking needs at least 2 designs, found 1 to be written. Nothing was asked.",
    );
    expect(refused(2, 1)).toBe(
      "Cannot start: a ranking needs the scores of at least 2 reviewers, found 1 models. Nothing was asked.",
    );
    expect(refused(1, 1)).toContain("found 1 to be written");
  });
  test("refuses nothing where nothing is to be ranked", () => {
    expect(refused(1, 0, { review: { quantitative: { enabled: false } } })).toBe("");
  });
});
