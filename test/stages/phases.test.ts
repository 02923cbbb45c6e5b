import { afterEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PARTS } from "../../src/artifacts/task.ts";
import { LabError } from "../../src/errors.ts";
import { cellsToAsk } from "../../src/experiment/cells.ts";
import { viewOf } from "../../src/experiment/view.ts";
import { generateDesigns } from "../../src/stages/designs/generate.ts";
import { evaluate } from "../../src/stages/judgement/evaluate.ts";
import { rankStored, tryRank } from "../../src/stages/judgement/rank.ts";
import { setUpExperiment } from "../../src/stages/setup.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const TASK = {
  task: "A queue",
  topic: "queue",
  requirements: [],
  constraints: [],
  non_functional_requirements: [],
};

async function begun(options: BenchOptions) {
  lab = await bench(options);
  const given = await lab.lab();
  const { experiment } = await setUpExperiment(given, TASK);
  return { given, experiment };
}

describe("generateDesigns()", () => {
  test("asks every designer although one fails, and says what was written and what was not", async () => {
    const { given, experiment } = await begun({
      answer: ({ kind, model }) => (kind === "design" && model === "beta/middle-1" ? "no" : undefined),
    });
    const ended: [made: string | null, designer: string][] = [];
    const result = await generateDesigns(given, await viewOf(experiment), (made, { design_id }) => {
      ended.push([made?.design_id ?? null, design_id]);
    });
    expect(ended.toSorted(([, a], [, b]) => a.localeCompare(b))).toEqual([
      ["alpha-strong-1", "alpha-strong-1"],
      [null, "beta-middle-1"],
      ["gamma-weak-1", "gamma-weak-1"],
    ]);
    expect(result.written.sort()).toEqual(["alpha-strong-1", "gamma-weak-1"]);
    expect(result).toMatchObject({
      kept: [],
      notes: [],
      failures: [{ design_id: "beta-middle-1", phase: "generate" }],
    });
  });

  test("asks for nothing that is there", async () => {
    const { given, experiment } = await begun({});
    await generateDesigns(given, await viewOf(experiment));
    const before = lab.host.prompts.length;
    const again = await generateDesigns(given, await viewOf(experiment));
    expect(again.kept).toHaveLength(3);
    expect(again.written).toEqual([]);
    expect(lab.host.prompts).toHaveLength(before);
  });
});

describe("evaluate()", () => {
  test("makes every other cell although one fails", async () => {
    const { given, experiment } = await begun({
      answer: ({ kind, model }) => (kind === "evaluation" && model === "beta/middle-1" ? "no" : undefined),
    });
    await generateDesigns(given, await viewOf(experiment));
    const view = await viewOf(experiment);
    const cells = cellsToAsk(experiment.task, view.artifacts, { parts: PARTS });
    const result = await evaluate(given, view, cells);
    expect(result).toMatchObject({ reviews: 6, scores: 6, notes: [] });
    expect(result.failures).toHaveLength(6);
    expect(new Set(result.failures.map(({ reviewer_id }) => reviewer_id))).toEqual(new Set(["beta-middle-1"]));
    // The task states nothing, so that nobody was asked how a design meets it.
    for (const answer of [
      ...(await viewOf(experiment)).artifacts.reviews,
      ...(await viewOf(experiment)).artifacts.scores,
    ])
      expect(answer).not.toHaveProperty("coverage");
  });

  test("stops what has not begun at an error for all, and what was running is on disk before the error is heard of", async () => {
    const { given, experiment } = await begun({});
    await generateDesigns(given, await viewOf(experiment));
    const view = await viewOf(experiment);
    const cells = cellsToAsk(experiment.task, view.artifacts, { parts: PARTS });
    let asked = 0;
    const failing = {
      ...given,
      runSession: ((request) => {
        if (++asked === 1) return Promise.reject(new LabError("no disk"));
        return given.runSession(request);
      }) as typeof given.runSession,
    };
    await expect(evaluate(failing, view, cells)).rejects.toThrow("no disk");
    expect(given.budget.stopped()).toEqual({ limit: null, message: "no disk" });
    const stored = await readdir(join(experiment.dir, "scores")).catch(() => []);
    expect(stored.length).toBeLessThan(9);
    expect(given.budget.stopped()?.limit).toBeNull();
  });
});

describe("rankStored()", () => {
  test("refuses what is too little, and tryRank() says the same instead of throwing", async () => {
    const { given, experiment } = await begun({});
    const empty = await viewOf(experiment);
    await expect(rankStored(given, empty)).rejects.toThrow("at least 2 designs are needed, found 0");
    await generateDesigns(given, empty);
    const unscored = await viewOf(experiment);
    await expect(rankStored(given, unscored)).rejects.toThrow("scores are needed, found none that can be used");
    const refused = await tryRank(given, unscored);
    expect(refused).toMatchObject({ state: "refused", reason: expect.stringContaining("scores are needed") });
    expect(await readdir(experiment.dir)).not.toContain("results");
  });

  test("throws on a defect as it is", async () => {
    const { given, experiment } = await begun({});
    await generateDesigns(given, await viewOf(experiment));
    const written = await viewOf(experiment);
    await evaluate(given, written, cellsToAsk(experiment.task, written.artifacts, { parts: PARTS }));
    const broken = () => {
      throw new TypeError("a defect");
    };
    await expect(tryRank({ ...given, now: broken }, await viewOf(experiment))).rejects.toThrow(TypeError);
  });
});
