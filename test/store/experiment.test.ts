import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "../../src/schemas/task.ts";
import { createExperiment, listExperiments } from "../../src/store/experiment.ts";
import { openExperiment } from "../../src/store/open-experiment.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "designlab-experiments-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const now = () => new Date("2026-11-21T12:00:00Z");

/** An experiment of this name that was begun at this time; the names' order says nothing about the times'. */
async function begin(name: string, created_at: string): Promise<void> {
  const describe = (experiment_id: string): Task => ({
    version: 1,
    experiment_id,
    topic: name,
    topic_source: "given",
    task: "Design a queue",
    requirements: [],
    constraints: [],
    non_functional_requirements: [],
    created_at,
    seed: 1,
    designers: [{ design_id: "a", model: "p/a" }],
    reviewers: [],
    criteria: [{ name: "clarity", description: "Is it clear?", min: 0, max: 10 }],
    score_samples: 1,
    strict_isolation: false,
  });
  await createExperiment(base, name, { gitignore: false, now, describe });
}

test("listExperiments() has the newest first, whatever their names are", async () => {
  await begin("b-middle", "2026-11-20T00:00:00Z");
  await begin("a-newest", "2026-11-21T00:00:00Z");
  await begin("c-oldest", "2026-11-19T00:00:00Z");
  const { experiments } = await listExperiments([base], now);
  expect(experiments.map(({ task }) => task.topic)).toEqual(["a-newest", "b-middle", "c-oldest"]);
});

test("openExperiment() without a reference opens the newest", async () => {
  await begin("z-older", "2026-11-20T00:00:00Z");
  await begin("a-newer", "2026-11-21T00:00:00Z");
  const { task } = await openExperiment([base], undefined, { directory: base, now });
  expect(task.topic).toBe("a-newer");
  const { task: latest } = await openExperiment([base], "latest", { directory: base, now });
  expect(latest.topic).toBe("a-newer");
});

test("openExperiment() takes a path in an experiment for that experiment, also behind a name that begins with ..", async () => {
  await begin("alone", "2026-11-20T00:00:00Z");
  const { dir } = await openExperiment([base], undefined, { directory: base, now });
  for (const path of [dir, join(dir, "designs"), join(dir, "..notes", "a.md")]) {
    expect((await openExperiment([base], path, { directory: base, now })).dir).toBe(dir);
  }
});
