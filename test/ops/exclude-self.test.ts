import { afterEach, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Score } from "../../src/schemas/score.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

test("with exclude_self_reviews the files of a ranking are the same bytes whatever the models scored their own designs", async () => {
  const now = () => new Date("2026-01-02T03:04:05Z");
  lab = await bench({ now, config: { ranking: { exclude_self_reviews: true } } });
  await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  const results = async () => [
    await readFile(join(dir, "results/ranking.json"), "utf8"),
    await readFile(join(dir, "results/ranking.md"), "utf8"),
  ];
  await lab.call("rank");
  const before = await results();
  for (const id of ["alpha-strong-1", "beta-middle-1", "gamma-weak-1"]) {
    const path = join(dir, `scores/score-${id}-${id}.json`);
    const own = await readJson<Score>(path);
    const scores = Object.fromEntries(Object.keys(own.scores).map((name) => [name, 10]));
    const samples = own.samples.map((sample) => ({ ...sample, scores, overall_score: 0 }));
    await writeFile(path, JSON.stringify({ ...own, scores, samples, overall_score: 0 }));
  }
  expect(await lab.call("rank")).toContain("better than the other");
  expect(await results()).toEqual(before);
});
