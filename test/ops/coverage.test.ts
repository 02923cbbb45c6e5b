import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import type { Review } from "../../src/schemas/review.ts";
import type { Task } from "../../src/schemas/task.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

const LISTS = {
  requirements: ["Workers lease jobs"],
  constraints: ["No cloud service"],
  non_functional_requirements: ["10,000 jobs a second"],
};

test("what a person lists is numbered in task.json, asked of every reviewer and kept with whether its quote is real", async () => {
  await lab.call("run", { task: "Design a durable task queue", topic: "queue", ...LISTS });
  const dir = await onlyExperiment(lab.dir);
  const task = await readJson<Task>(join(dir, "task.json"));
  expect(task.numbered_requirements?.map(({ id, text }) => [id, text])).toEqual([
    ["R1", "Workers lease jobs"],
    ["C1", "No cloud service"],
    ["N1", "10,000 jobs a second"],
  ]);
  const review = await readJson<Review>(join(dir, "reviews", "review-alpha-strong-1-beta-middle-1.json"));
  expect(review.coverage?.map(({ requirement_id }) => requirement_id)).toEqual(["R1", "C1", "N1"]);
  for (const { status, quote, quote_found } of review.coverage ?? []) {
    expect(quote_found).toBe(status !== "not_addressed" && quote !== "");
  }
});

test("a quote that does not stand in the design is kept and marked", async () => {
  await lab.dispose();
  lab = await bench({
    answer: (asked) => {
      if (asked.kind !== "evaluation") return undefined;
      const coverage = { R1: { status: "met", quote: "This sentence was made up by the reviewer." } };
      return JSON.stringify({ ...JSON.parse(ordinaryAnswer({ id: asked.model }, asked)), coverage });
    },
  });
  await lab.call("run", { task: "Design a queue", topic: "queue", requirements: ["Workers lease jobs"] });
  const dir = await onlyExperiment(lab.dir);
  const review = await readJson<Review>(join(dir, "reviews", "review-alpha-strong-1-beta-middle-1.json"));
  expect(review.coverage).toEqual([
    { requirement_id: "R1", status: "met", quote: "This sentence was made up by the reviewer.", quote_found: false },
  ]);
});

test("a task in prose is read for what it states while its topic is named, and designers see the person's words alone", async () => {
  await lab.call("run", { task: "Design a queue. Jobs must survive a crash. It runs without any cloud service." });
  const task = await readJson<Task>(join(await onlyExperiment(lab.dir), "task.json"));
  expect(task.requirements).toEqual([]);
  expect(task.numbered_requirements?.map(({ id, text }) => [id, text])).toEqual([
    ["R1", "Jobs must survive a crash."],
    ["C1", "It runs without any cloud service."],
  ]);
  const designs = lab.host.prompts.filter(({ text }) => text.includes("comprehensive design proposal"));
  expect(designs).toHaveLength(3);
  for (const { text } of designs) expect(text).not.toContain("R1: ");
});

test("a further sample of a score does not ask for the coverage again", async () => {
  await lab.dispose();
  lab = await bench({ config: { review: { quantitative: { samples: 2 } } } });
  await lab.call("run", { task: "Design a queue", topic: "queue", requirements: ["Workers lease jobs"] });
  const asking = lab.host.prompts.filter(({ text }) => text.includes("COVERAGE"));
  expect(asking).toHaveLength(9);
});

test("a task without requirements asks for no coverage and stores none", async () => {
  await lab.call("run", { task: "Design a queue", topic: "queue" });
  const review = await readJson<Review>(
    join(await onlyExperiment(lab.dir), "reviews", "review-alpha-strong-1-beta-middle-1.json"),
  );
  expect(review.coverage).toBeUndefined();
});
