import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { everyField } from "../support/every-field.ts";
import { type Bench, bench, THREE } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench({ models: [...THREE, { id: "delta/middle-2" }] });
});
afterEach(() => lab.dispose());

async function configure(text: string): Promise<void> {
  await mkdir(join(lab.dir, ".opencode"), { recursive: true });
  await writeFile(join(lab.dir, ".opencode", "design-lab.json"), text);
}

test("a configuration with every field that the requirements name, comments and all, is read and runs", async () => {
  await configure(await everyField());
  const reply = await lab.call("run", { task: "Design a queue", constraints: ["PostgreSQL only"] });
  expect(reply).toContain("3 designs written, 6 reviews and 6 scores made.");
  const dir = await onlyExperiment(lab.dir, ".design-lab");
  const task = await readJson<Task>(join(dir, "task.json"));
  expect(task.strict_isolation).toBe(true);
  expect(task.criteria.map(({ name, weight, anchors }) => [name, weight, anchors])).toEqual([
    ["clarity", 1, undefined],
    ["feasibility", 1.2, undefined],
    ["scalability", 1, undefined],
    ["maintainability", 1, undefined],
    ["innovation", 0.8, undefined],
  ]);
  const asked = (role: string) => lab.host.prompts.filter((prompt) => prompt.role === role);
  expect(asked("topic").map(({ model }) => model)).toEqual(["beta/middle-1"]);
  for (const { text } of asked("designer"))
    expect(text).toMatch(
      /^You are an expert system architect\..*\nTASK:\n.*PostgreSQL only.*"\$?architecture_overview"/su,
    );
  const files = Object.keys(await snapshot(dir)).filter((path) => /^(?:designs|reviews|scores)\//u.test(path));
  expect(files.filter((path) => path.startsWith("scores/") && path.endsWith(".json"))).toHaveLength(6);
  const score = await readJson<Score>(join(dir, files.find((path) => path.startsWith("scores/")) ?? ""));
  expect(["alpha/strong-1", "delta/middle-2"]).toContain(score.scorer_model);
});

test("says in the run, the dry run and doctor which list of reviewers counts", async () => {
  await configure(await everyField());
  const note =
    "review_models counts (alpha/strong-1, delta/middle-2 review and score); review.qualitative.models and review.quantitative.models beside it are not used";
  expect(await lab.call("run", { task: "Design a queue", dry_run: true })).toContain(`- ${note}.`);
  expect(await lab.call("run", { task: "Design a queue" })).toContain(`- ${note}.`);
  expect(await lab.call("doctor")).toContain(`- look · Reviewers: ${note}`);
  await configure((await everyField()).replace(/"review_models": \[.*\],/u, '"review_models": [],'));
  for (const op of ["doctor", "run"])
    expect(await lab.call(op, op === "run" ? { task: "Design a queue", dry_run: true } : {})).not.toContain(
      "review_models counts",
    );
});

test("a format that is not JSON is refused with the reason", async () => {
  await configure((await everyField()).replace('"format": "json"', '"format": "jsonc"'));
  expect(await lab.call("run", { task: "Design a queue" })).toContain(
    'output.format must be "json", for artifacts are data that any program reads and hold no comments, found "jsonc" (line ',
  );
  expect(lab.host.prompts).toEqual([]);
});
