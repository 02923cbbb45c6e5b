import { afterEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { timeLeft } from "../../src/artifacts/progress.ts";
import { readRanking, viewOf } from "../../src/experiment/view.ts";
import { type LiveSeen, liveState } from "../../src/live/state.ts";
import { progressOf } from "../../src/prompting/progress.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import type { LiveState } from "../../src/story/live-state.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let run: Bench;
afterEach(() => run.dispose());

/** The state of the page after a whole run. */
async function stateAfter(
  options: BenchOptions,
  method: LiveSeen["ranking"]["method"] = "adjusted",
  running = false,
): Promise<LiveState> {
  run = await bench(options);
  await run.call("run", { task: "Design a queue", topic: "Queue" });
  const now = () => new Date();
  const { experiments } = await listExperiments([join(run.dir, ".opencode/design-lab")], now);
  const [experiment] = experiments;
  if (!experiment) throw new Error("There is no experiment.");
  const ranking = { method, exclude_self_reviews: false };
  const view = await viewOf(experiment);
  const { ranking: stored } = await readRanking(experiment);
  return liveState({ view, running, now: now().getTime(), report: true, ranking, stored });
}

const refused = { kind: "auth" as const, message: "no such key", status: 401, retryable: false };

describe("liveState()", () => {
  test("waits for no score of a design that failed", async () => {
    const state = await stateAfter({
      answer: ({ kind, model }) =>
        kind === "design" && model === "gamma/weak-1" ? { text: "", finish: null, error: refused } : undefined,
    });
    expect(state.designs.map(({ stage }) => stage)).toEqual(["done", "done", "failed"]);
    expect(state.reviewers.map(({ cells }) => cells[2]?.stage)).toEqual(["nothing", "nothing", "nothing"]);
    expect([state.done, state.failed, state.total, state.asked]).toEqual([8, 1, 9, 0]);
    expect(state.standing).toBe("failures");
    expect(state.designs[2]?.reason).toStartWith("the provider refuses the key: ");
  });

  test("ranks by the plain mean where that ranks", async () => {
    const state = await stateAfter(UNEVEN, "mean", true);
    for (const { letter, score, scored } of state.so_far) {
      const at = state.designs.findIndex((design) => design.letter === letter);
      const given = state.reviewers.flatMap(({ cells }) => cells[at]?.score ?? []);
      expect(given).toHaveLength(scored);
      expect(score).toBeCloseTo(given.reduce((sum, each) => sum + each, 0) / given.length, 6);
    }
    expect(state.so_far.length).toBeGreaterThan(1);
  });

  test("prints no chance where one reviewer alone tells the designs apart", async () => {
    const one = { models: ["alpha/strong-1"] };
    const state = await stateAfter({ config: { review: { qualitative: one, quantitative: one } } });
    expect(state.so_far.map(({ chance }) => chance)).toEqual([null, null, null]);
  });

  test("prints no chance where each design has two scores, but one reviewer alone has seen more than one", async () => {
    const state = await stateAfter({
      answer: ({ kind, model }, { text }) => {
        if (kind === "design" && model === "gamma/weak-1") return { text: "", finish: null, error: refused };
        // A message that asks again holds no design.
        const seen = !text.includes('"tradeoffs"') ? "none" : text.includes("additional_notes") ? "A" : "B";
        const only = { "beta/middle-1": "B", "gamma/weak-1": "A" }[model] ?? seen;
        return kind === "evaluation" && seen !== only ? "no" : undefined;
      },
    });
    expect(state.so_far.map(({ scored, chance }) => [scored, chance])).toEqual([
      [2, null],
      [2, null],
    ]);
  });

  test("prints no chance while a design that is written has fewer than two scores", async () => {
    const silent: BenchOptions["answer"] = ({ kind, model }, { text }) =>
      kind === "evaluation" && model !== "alpha/strong-1" && !text.includes('"interfaces":') ? "no" : undefined;
    const state = await stateAfter({ answer: silent }, "adjusted", true);
    expect(state.so_far.map(({ scored }) => scored).toSorted()).toEqual([1, 3, 3]);
    expect(state.verdict).toBeNull();
    expect(state.so_far.map(({ chance }) => chance)).toEqual([null, null, null]);
  });

  test("says the time that is left as the terminal does: evaluations against evaluations, however many samples each takes", async () => {
    await stateAfter({ config: { review: { quantitative: { samples: 3 } } } });
    const base = join(run.dir, ".opencode/design-lab");
    const [experiment] = (await listExperiments([base], () => new Date())).experiments;
    if (!experiment) throw new Error("There is no experiment.");
    // Three of the nine cells are still to come.
    const reviewer_id = "gamma-weak-1";
    for (const part of ["reviews/review", "scores/score"]) {
      for (const { design_id } of experiment.task.designers)
        await rm(join(experiment.dir, `${part}-${design_id}-${reviewer_id}.json`));
    }
    const whole = await viewOf(experiment);
    const ledger = whole.ledger.filter((line) => line.reviewer_id !== reviewer_id && line.event !== "ranking");
    const first = ledger.find(({ phases }) => phases?.includes("score"));
    const now = Date.parse(first?.at ?? "") + 60_000;
    const ranking = { method: "adjusted" as const, exclude_self_reviews: false };
    const seen = { view: { ...whole, ledger }, running: true, now, report: false, ranking, stored: null };
    const { left, standing } = liveState(seen);
    expect(left).toEqual({ seconds: 30, forecast: false });
    expect(standing).toBe("running");
    expect(liveState({ ...seen, running: false }).standing).toBe("left");
    const progress = progressOf(ledger, experiment.task);
    expect(progress && timeLeft(progress, now)).toEqual(left);
  });

  test("prints no chance that is surer than the confidence of the ranking", async () => {
    const state = await stateAfter({
      answer: ({ kind, model }) =>
        kind === "design" && model === "gamma/weak-1" ? { text: "", finish: null, error: refused } : undefined,
    });
    expect(state.so_far.map(({ chance }) => chance)).toEqual(["over 85 %", "under 15 %"]);
    const { answer = [], confidence } = state.verdict ?? {};
    expect(drawn(answer)).toMatch(/^\*\*.* is probably better than the other design\.\*\*$/u);
    expect(confidence).toBe("medium");
  });

  test("tells the ranking that is stored, whatever is configured since", async () => {
    const config = { ranking: { method: "mean" as const } };
    const stored = await stateAfter({ config, ...UNEVEN }, "adjusted");
    const filling = await stateAfter({ config, ...UNEVEN }, "adjusted", true);
    expect(stored.so_far.map(({ score }) => score)).not.toEqual(filling.so_far.map(({ score }) => score));
    expect([stored.verdict === null, filling.verdict === null]).toEqual([false, true]);
  });

  test("tells no verdict of what was never ranked, though all of it is there", async () => {
    await stateAfter({});
    const [experiment] = (await listExperiments([join(run.dir, ".opencode/design-lab")], () => new Date())).experiments;
    if (!experiment) throw new Error("There is no experiment.");
    const ranking = { method: "adjusted" as const, exclude_self_reviews: false };
    const seen = { view: await viewOf(experiment), running: false, now: 0, report: false, ranking, stored: null };
    const { done, total, verdict, so_far } = liveState(seen);
    expect([done === total, verdict, so_far.map(({ rank }) => rank)]).toEqual([true, null, [1, 2, 3]]);
  });

  test("names who wrote a design, not who was to", async () => {
    const state = await stateAfter({
      config: { fallback_models: { "beta/middle-1": ["alpha/strong-1"] } },
      answer: ({ kind, model }) => (kind === "design" && model === "beta/middle-1" ? "no" : undefined),
    });
    expect(state.designs.map(({ model }) => model)).toEqual(["alpha/strong-1", "alpha/strong-1", "gamma/weak-1"]);
  });
});

/** One score is missing, so that the two ways to rank differ. */
const UNEVEN: BenchOptions = {
  answer: ({ kind, model }, { text }) =>
    kind === "evaluation" && model === "beta/middle-1" && !text.includes('"interfaces":') ? "no" : undefined,
};
