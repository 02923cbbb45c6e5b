import { afterEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Asked } from "../../rehearsal/asked.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { ConfigFile } from "../../src/config/schema.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench, THREE } from "../support/lab.ts";

const SPARE = "spare/zephyr-7b";
const TWO = ["alpha/strong-1", "beta/middle-1"];

let lab: Bench;
let dir: string;
afterEach(() => lab.dispose());

/** A run of two designs and three reviewers; `refuses` are models that never evaluate. */
async function run(config: ConfigFile, refuses: (asked: Asked) => boolean, given: object = {}): Promise<string> {
  lab = await bench({
    models: [...THREE, { id: SPARE }],
    config: { design_models: TWO, review_models: [...TWO, "gamma/weak-1"], ...config },
    answer: (asked) => (refuses(asked) ? "no" : undefined),
  });
  const reply = await lab.call("run", { task: "A queue", topic: "queue", ...given });
  dir = await onlyExperiment(lab.dir);
  return reply;
}

const evaluating =
  (...models: string[]) =>
  ({ kind, model }: Asked): boolean =>
    kind !== "design" && kind !== "topic" && models.includes(model);
const evaluationsOf = (model: string) =>
  lab.host.sessions.filter(({ title }) => title.startsWith("designlab: review and score") && title.endsWith(model));
const ranking = () => readJson<Ranking>(join(dir, "results/ranking.json"));

describe("a reviewer's fallback", () => {
  test("that sits on the panel already is not asked, so that no mind counts twice", async () => {
    const fallback_models = { "alpha/strong-1": ["gamma/weak-1"], "beta/middle-1": ["gamma/weak-1"] };
    const reply = await run({ fallback_models }, evaluating(...TWO));
    expect(evaluationsOf("gamma/weak-1")).toHaveLength(2);
    expect((await readdir(join(dir, "scores"))).sort()).toEqual([
      "score-alpha-strong-1-gamma-weak-1.json",
      "score-beta-middle-1-gamma-weak-1.json",
    ]);
    const { summary, reliability } = await ranking();
    expect(summary).toMatchObject({ scored_cells: 2, expected_cells: 6, confidence: "low" });
    expect(reliability.leave_one_out).toBeNull();
    expect(reply.split("\n")[0]).toContain("2 of 6 scores are there");
    expect(reply).toContain("gamma/weak-1 was not asked in place of alpha/strong-1: it sits on the panel");
  });

  test("plays the persona that it answers for, beside the model by itself, so that no criterion is lost", async () => {
    const config = {
      review_models: ["beta/middle-1", { model: "beta/middle-1", as: "security" }, "gamma/weak-1"],
      fallback_models: { "beta/middle-1": [SPARE] },
    };
    const reply = await run(config, evaluating("beta/middle-1"));
    expect(reply).not.toContain("Incomplete");
    const cells = TWO.map((model) => model.replace("/", "-")).flatMap((design) => [
      `score-${design}-gamma-weak-1.json`,
      `score-${design}-spare-zephyr-7b-security.json`,
      `score-${design}-spare-zephyr-7b.json`,
    ]);
    expect((await readdir(join(dir, "scores"))).sort()).toEqual(cells.sort());
    const { personas } = await ranking();
    expect(personas?.left_out).toEqual([]);
    expect(personas?.criteria_of_one.map(({ reviewer_id }) => reviewer_id)).toEqual(["spare-zephyr-7b-security"]);
    // What is there is not asked again.
    const asked = lab.host.prompts.length;
    await lab.call("run", { experiment: dir });
    expect(lab.host.prompts.length).toBe(asked);
  });

  test("that does not sit on the panel answers under its own name, as its own row, and the reply says so", async () => {
    const reply = await run({ fallback_models: { "beta/middle-1": [SPARE] } }, evaluating("beta/middle-1"));
    expect(reply).not.toContain("Incomplete");
    expect(reply).toContain(
      `${SPARE} judged 2 designs in place of beta/middle-1: it counts as one reviewer, under its own name.`,
    );
    const score = await readJson<Score>(join(dir, "scores/score-alpha-strong-1-spare-zephyr-7b.json"));
    expect(score).toMatchObject({
      reviewer_id: "spare-zephyr-7b",
      scorer_model: SPARE,
      provenance: { requested_model: "beta/middle-1" },
    });
    const { reviewers } = await readJson<Task>(join(dir, "task.json"));
    expect(reviewers.at(-1)).toMatchObject({ reviewer_id: "spare-zephyr-7b", model: SPARE, stand_in: true });
    const { summary, bias, failures } = await ranking();
    expect(summary).toMatchObject({ scored_cells: 6, expected_cells: 6, total_reviewers: 3 });
    expect(Object.keys(bias.severity).sort()).toEqual(["alpha-strong-1", "gamma-weak-1", "spare-zephyr-7b"]);
    expect(failures).toEqual([]);
  });

  test("stands in for one of two that failed, not for both", async () => {
    const fallback_models = { "alpha/strong-1": [SPARE], "beta/middle-1": [SPARE] };
    await run({ fallback_models }, evaluating(...TWO));
    expect(evaluationsOf(SPARE)).toHaveLength(2);
    const { summary } = await ranking();
    expect(summary).toMatchObject({ scored_cells: 4, expected_cells: 6 });
    const ledger = await lab.call("show", { experiment: basename(dir), what: "ledger" });
    expect(ledger.split("\n")[0]).toStartWith("**Unfinished:** 2 of 2 designs, 4 of 6 reviews, 4 of 6 scores. ");
  });

  test("has filled the cell: going on asks neither again", async () => {
    await run({ fallback_models: { "beta/middle-1": [SPARE] } }, evaluating("beta/middle-1"));
    const before = lab.host.prompts.length;
    expect(await lab.call("run", { experiment: basename(dir), dry_run: true })).toContain("nothing is left to ask");
    await lab.call("run", { experiment: basename(dir) });
    expect(lab.host.prompts).toHaveLength(before);
    expect(await lab.call("run", { task: "A queue", topic: "queue", dry_run: true })).not.toContain("unfinished");
  });

  test("gives every sample of the score that it stands in for", async () => {
    await run(
      { fallback_models: { "beta/middle-1": [SPARE] }, review: { quantitative: { samples: 2 } } },
      evaluating("beta/middle-1"),
    );
    const score = await readJson<Score>(join(dir, "scores/score-beta-middle-1-spare-zephyr-7b.json"));
    expect(score.samples).toHaveLength(2);
    const ledger = await lab.call("show", { experiment: basename(dir), what: "ledger" });
    expect(ledger.split("\n")[0]).toContain("6 of 6 scores, 12 of 12 samples of scores");
  });

  test("does not speak for a reviewer that has given a sample itself", async () => {
    const reply = await run(
      { fallback_models: { "beta/middle-1": [SPARE] }, review: { quantitative: { samples: 2 } } },
      ({ kind, model }) => kind === "score" && model === "beta/middle-1",
    );
    await lab.call("run", { experiment: basename(dir) });
    expect(lab.host.sessions.filter(({ title }) => title.endsWith(SPARE))).toEqual([]);
    expect(reply).toContain("2 of 6 scores rest on fewer than the planned 2 samples");
  });

  test("joins the panel when it is named for it, and then judges every design", async () => {
    await run(
      { fallback_models: { "beta/middle-1": [SPARE] } },
      (asked) => evaluating("beta/middle-1")(asked) && lab.host.prompts.length < 4,
    );
    await lab.call("score", { experiment: basename(dir), models: [SPARE] });
    const { reviewers } = await readJson<Task>(join(dir, "task.json"));
    expect(reviewers.at(-1)).not.toHaveProperty("stand_in");
    const scores = (await readdir(join(dir, "scores"))).filter((name) => name.includes("spare"));
    expect(scores).toHaveLength(2);
  });

  test("is not asked when the run is stopped or out of budget", async () => {
    lab = await bench({
      models: [...THREE, { id: SPARE }],
      config: { design_models: TWO, review_models: ["gamma/weak-1"], fallback_models: { "gamma/weak-1": [SPARE] } },
      answer: async ({ kind }) => {
        if (kind !== "evaluation") return undefined as never;
        lab.controller.abort();
        return new Promise(() => undefined);
      },
    });
    await lab.call("run", { task: "A queue", topic: "queue" });
    expect(lab.host.sessions.filter(({ title }) => title.endsWith(SPARE))).toEqual([]);
    await lab.dispose();
    const limits = { max_cost: 0.04 };
    const reply = await run({ fallback_models: { "gamma/weak-1": [SPARE] } }, () => false, { limits });
    expect(reply).toContain("**Stopped: budget.**");
    expect(lab.host.sessions.filter(({ title }) => title.endsWith(SPARE))).toEqual([]);
  });
});

describe("min_reviewers", () => {
  test("counts minds, a stand-in among them", async () => {
    const fallback_models = { "alpha/strong-1": [SPARE], "beta/middle-1": [SPARE] };
    const reply = await run({ fallback_models, min_reviewers: 3 }, evaluating(...TWO));
    expect(reply.split("\n")[0]).toContain("scores of at least 3 reviewers are needed, found 2");
  });
});

describe("a designer's fallback", () => {
  test("wrote the design, and a second design of one mind is named", async () => {
    const reply = await run(
      { design_models: [...TWO, "gamma/weak-1"], fallback_models: { "beta/middle-1": ["gamma/weak-1"] } },
      ({ kind, model }) => kind === "design" && model === "beta/middle-1",
    );
    expect(await readJson(join(dir, "designs/design-beta-middle-1.json"))).toMatchObject({
      generating_model: "gamma/weak-1",
      provenance: { requested_model: "beta/middle-1" },
    });
    expect(reply).toContain(
      "gamma/weak-1 wrote B in place of beta/middle-1, and C too: these designs come from one mind.",
    );
  });
});
