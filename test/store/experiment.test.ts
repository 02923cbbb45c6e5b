import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import { createExperiment, listExperiments, openExperiment } from "../../src/store/experiment.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "designlab-experiments-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const now = () => new Date("2026-11-21T12:00:00Z");

/** An experiment of this name that was begun at this time; the names' order says nothing about the times'. */
async function begin(name: string, created_at: string, makeFolder?: (dir: string) => Promise<unknown>): Promise<void> {
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
  await createExperiment(base, name, { gitignore: false, now, describe, ...(makeFolder && { makeFolder }) });
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

describe("a plan that a person or a checkout changed", () => {
  const criterion = { name: "clarity", description: "Is it clear?", min: 0, max: 10 };
  const designer = { design_id: "alpha", model: "p/a" };
  const cases: [string, Partial<Task>, object][] = [
    [
      "two names that differ by what nobody sees",
      { criteria: [criterion, { ...criterion, name: "clari\u200bty" }] },
      { kind: "repeated-name" },
    ],
    [
      "two names that differ in case",
      { designers: [designer, { ...designer, design_id: "Alpha" }] },
      { kind: "repeated-name" },
    ],
    [
      "two names in two normal forms",
      {
        designers: [
          { ...designer, design_id: "e\u0301" },
          { ...designer, design_id: "\u00e9" },
        ],
      },
      { kind: "repeated-name" },
    ],
    [
      "a scale without width",
      { criteria: [{ ...criterion, max: 0 }] },
      { kind: "empty-scale", name: "clarity", min: 0, max: 0 },
    ],
    [
      "a scale past any bound",
      { criteria: [{ ...criterion, max: 1e308 }] },
      { kind: "misfit", where: "criteria.0.max" },
    ],
  ];
  for (const [what, change, problem] of cases) {
    test(`with ${what} is named and not opened`, async () => {
      await begin("changed", "2026-11-21T00:00:00Z");
      await begin("other", "2026-11-20T00:00:00Z");
      const path = join(base, "changed", "task.json");
      await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...change }));
      const { experiments, problems } = await listExperiments([base], now);
      expect(experiments.map(({ task }) => task.topic)).toEqual(["other"]);
      expect(problems).toMatchObject([{ artifact: "task", path, ...problem }]);
    });
  }
});

test("a base that cannot be read hides no other", async () => {
  await begin("there", "2026-11-21T00:00:00Z");
  const { experiments, problems } = await listExperiments([join(base, "a\0b"), join(base, "none"), base], now);
  expect(experiments).toHaveLength(1);
  expect(problems).toMatchObject([{ kind: "unreadable", path: join(base, "a\0b") }]);
});

describe("on a disk that takes names for one which differ in case or normal form", () => {
  test("createExperiment() takes no name that such a disk would give to another", async () => {
    await mkdir(join(base, "2026-11-21-CAFE\u0301"));
    await begin("2026-11-21-caf\u00e9", "2026-11-21T00:00:00Z");
    const { experiments } = await listExperiments([base], now);
    expect(experiments.map(({ task }) => task.experiment_id)).toEqual(["2026-11-21-caf\u00e9-2"]);
  });

  test("createExperiment() goes on to the next name where the disk has one that it does not list so", async () => {
    const asked: string[] = [];
    const makeFolder = async (dir: string) => {
      asked.push(dir);
      if (asked.length < 3) throw Object.assign(new Error("there"), { code: "EEXIST" });
      await mkdir(dir);
    };
    await begin("2026-11-21-queue", "2026-11-21T00:00:00Z", makeFolder);
    expect(asked.map((dir) => dir.slice(base.length + 1))).toEqual([
      "2026-11-21-queue",
      "2026-11-21-queue-2",
      "2026-11-21-queue-3",
    ]);
  });

  test("openExperiment() finds what the disk spells otherwise than the person", async () => {
    await begin("2026-11-21-caf\u00e9", "2026-11-21T00:00:00Z");
    const spelled = join(base, "2026-11-21-cafe\u0301");
    await rename(join(base, "2026-11-21-caf\u00e9"), spelled);
    for (const reference of [
      "2026-11-21-caf\u00e9",
      "2026-11-21-CAF\u00c9",
      "2026-11-21-caf",
      spelled.normalize("NFC"),
    ]) {
      expect((await openExperiment([base], reference, { directory: base, now })).dir).toBe(spelled);
    }
  });

  test("openExperiment() prefers what is spelled as the person does", async () => {
    await begin("2026-11-21-queue", "2026-11-21T00:00:00Z");
    await mkdir(join(base, "2026-11-21-QUEUE"));
    await writeFile(
      join(base, "2026-11-21-QUEUE", "task.json"),
      await readFile(join(base, "2026-11-21-queue", "task.json")),
    );
    for (const name of ["2026-11-21-queue", "2026-11-21-QUEUE"])
      expect((await openExperiment([base], name, { directory: base, now })).dir).toBe(join(base, name));
  });
});
