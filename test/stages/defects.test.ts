import { afterEach, expect, test } from "bun:test";
import { LabError } from "../../src/errors.ts";
import { cellsToAsk } from "../../src/experiment/cells.ts";
import { viewOf } from "../../src/experiment/view.ts";
import type { RunSession } from "../../src/session/request.ts";
import { generateDesigns } from "../../src/stages/designs/generate.ts";
import { evaluate } from "../../src/stages/judgement/evaluate.ts";
import { setUpExperiment } from "../../src/stages/setup.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench | undefined;
afterEach(() => lab?.dispose());

const TASK = { task: "Design a cache", requirements: [], constraints: [], non_functional_requirements: [] };

/** A lab whose sessions with one model throw what no session should. */
async function throwing(error: Error, wanted: (request: { role: string; model: { id: string } }) => boolean) {
  lab = await bench();
  const base = await lab.lab();
  const runSession: RunSession = (request) => (wanted(request) ? Promise.reject(error) : base.runSession(request));
  return { ...base, runSession };
}

const tooDeep = new RangeError("Maximum call stack size exceeded");

test("what one designer's answer makes the lab throw costs that design alone, and stands in the ledger", async () => {
  const made = await throwing(tooDeep, ({ role, model }) => role === "designer" && model.id === "beta/middle-1");
  const { experiment } = await setUpExperiment(made, TASK);
  const { written, failures } = await generateDesigns(made, await viewOf(experiment));
  expect(written.sort()).toEqual(["alpha-strong-1", "gamma-weak-1"]);
  const message = "RangeError: Maximum call stack size exceeded";
  expect(failures).toEqual([
    { phase: "generate", model: "beta/middle-1", design_id: "beta-middle-1", kind: "defect", message },
  ]);
  const lines = (await experiment.ledger.read()).filter(({ kind }) => kind === "defect");
  expect(lines).toMatchObject([{ event: "failed", phases: ["generate"], design_id: "beta-middle-1", message }]);
});

test("what a reviewer's answer makes the lab throw costs that cell alone", async () => {
  const made = await throwing(tooDeep, ({ role, model }) => role === "evaluator" && model.id === "beta/middle-1");
  const { experiment } = await setUpExperiment(made, TASK);
  await generateDesigns(made, await viewOf(experiment));
  const view = await viewOf(experiment);
  const cells = cellsToAsk(experiment.task, view.artifacts, { parts: ["review", "score"] });
  const { reviews, scores, failures } = await evaluate(made, view, cells);
  expect([reviews, scores]).toEqual([6, 6]);
  expect(new Set(failures.map(({ kind, model }) => `${kind} ${model}`))).toEqual(new Set(["defect beta/middle-1"]));
  expect(failures).toHaveLength(6);
  expect((await viewOf(experiment)).ledger.filter(({ kind }) => kind === "defect")).toHaveLength(3);
});

test("what is said for all, such as a full disk, ends the run still", async () => {
  const made = await throwing(new LabError("The disk is full"), ({ role }) => role === "designer");
  const { experiment } = await setUpExperiment(made, TASK);
  expect(await generateDesigns(made, await viewOf(experiment)).catch(String)).toBe("LabError: The disk is full");
});
