import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import type { LabError } from "../../src/errors.ts";
import { createExperiment, isMisdated, listExperiments, makeBase } from "../../src/store/experiment.ts";
import { holds, openExperiment } from "../../src/store/open.ts";
import { EXAMPLES } from "./examples.ts";

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
    [
      "a weight past any bound",
      { criteria: [{ ...criterion, weight: 1e301 }] },
      { kind: "misfit", where: "criteria.0.weight" },
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

describe("openExperiment() with a reference", () => {
  const open = (reference?: string, bases: readonly string[] = [base]) =>
    openExperiment(bases, reference, { directory: base, now }).then(
      ({ dir }) => dir.slice(base.length + 1),
      (error: LabError) => `${error.message} ${error.advice}`.replaceAll(base, "BASE"),
    );

  test("takes a whole id before those that begin with it, and the beginning of one alone", async () => {
    for (const name of ["queue", "queue-2", "cache"]) await begin(name, "2026-11-20T00:00:00Z");
    expect(await Promise.all(["queue", "queue-", "c", "chace"].map((name) => open(name)))).toEqual([
      "queue",
      "queue-2",
      "cache",
      expect.stringContaining('no experiment "chace" in BASE. The nearest: cache.'),
    ]);
    const several = await open("q");
    expect(several).toStartWith('"q" names 2 experiments: ');
    expect(several).toContain("queue-2, queue");
    expect(await open(join(base, "cache", "designs"))).toBe("cache");
    // The base folder lies in no experiment.
    expect(await open(base)).toContain("There is no experiment");
  });

  test("of one that is in two base folders names both paths, and five of many at most", async () => {
    await begin("twin", "2026-11-20T00:00:00Z");
    const other = join(base, "other");
    await mkdir(other);
    await cp(join(base, "twin"), join(other, "twin"), { recursive: true });
    const said = await open("twin", [base, other]);
    expect(said).toContain("names 2 experiments");
    expect(said).toContain("BASE/twin");
    expect(said).toContain("BASE/other/twin");
    for (let at = 0; at < 6; at++) await begin(`many-${at}`, "2026-11-20T00:00:00Z");
    expect((await open("many")).match(/many-\d/gu)).toHaveLength(5);
  });

  test("that nothing is near to names those that are there, five at most, and cuts what is long", async () => {
    expect(await open("zzz")).toContain("There is none yet.");
    for (let at = 0; at < 6; at++) await begin(`queue-${at}`, "2026-11-20T00:00:00Z");
    expect((await open("zzzzzzzzzzzz")).match(/queue-\d/gu)).toHaveLength(5);
    expect(await open("z".repeat(100))).toContain(`"${"z".repeat(100)}"`);
    expect(await open("z".repeat(101))).toContain(`"${"z".repeat(97)}..."`);
    expect(await open("zzz", [])).toStartWith('There is no experiment "zzz". ');
  });

  test("is told by holds() for a whole id and a path inside, and not for a beginning", async () => {
    await begin("queue", "2026-11-20T00:00:00Z");
    const found = ["queue", join(base, "queue"), "queue/designs", "que", "other"].map((reference) =>
      holds([base], reference, { directory: base, now }),
    );
    expect(await Promise.all(found)).toEqual([true, true, true, false, false]);
    expect(await holds([join(base, "none")], "queue", { directory: base, now })).toBe(false);
  });
});

describe("an experiment with an impossible date", () => {
  test("is one of a day after tomorrow or of a time after now, or of none", () => {
    const dated = (experiment_id: string, created_at: string) => isMisdated({ experiment_id, created_at }, now());
    const at = "2026-11-21T12:00:00.000Z";
    expect([dated("2026-11-21-x", at), dated("2026-11-22-x", at), dated("2026-11-23-x", at)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([dated("2026-11-23", at), dated("x-2026-11-23-x", at), dated("x", at)]).toEqual([false, false, false]);
    expect([dated("x", "2026-11-21T12:00:00.001Z"), dated("x", "soon")]).toEqual([true, true]);
  });

  test("stands last, is not the newest, and is opened by its id", async () => {
    await begin("a-late", "2027-01-01T00:00:00Z");
    await expect(openExperiment([base], undefined, { directory: base, now })).rejects.toThrow(
      "no newest experiment in",
    );
    const error = await openExperiment([base], "latest", { directory: base, now }).catch((thrown: LabError) => thrown);
    expect(error).toMatchObject({
      message: expect.stringContaining("1 of 1 are dated"),
      advice: expect.stringContaining("a-late"),
    });
    await begin("b-real", "2026-11-01T00:00:00Z");
    const { experiments } = await listExperiments([base], now);
    expect(experiments.map(({ task }) => task.topic)).toEqual(["b-real", "a-late"]);
    expect((await openExperiment([base], undefined, { directory: base, now })).task.topic).toBe("b-real");
    expect((await openExperiment([base], "a-late", { directory: base, now })).task.topic).toBe("a-late");
  });

  test("of one time are in the order of their folders, the last first", async () => {
    for (const name of ["b", "c", "a"]) await begin(name, "2026-11-20T00:00:00Z");
    const { experiments } = await listExperiments([base], now);
    expect(experiments.map(({ task }) => task.topic)).toEqual(["c", "b", "a"]);
  });
});

test("openExperiment() says that there is none yet, and what to type", async () => {
  const error = await openExperiment([base], undefined, { directory: base, now }).catch((thrown: LabError) => thrown);
  expect(error).toMatchObject({
    message: `There is no experiment yet in ${base}.`,
    advice: expect.stringContaining("/design-lab run"),
  });
});

describe("a .gitignore of * is written", () => {
  const ignored = (folder: string) => readFile(join(folder, ".gitignore"), "utf8").catch(() => null);
  const describeAs = (name: string) => () => ({ ...EXAMPLES.task, experiment_id: name });
  const create = (folder: string, gitignore: boolean) =>
    createExperiment(folder, "x", { gitignore, now, describe: describeAs("x") });

  test("into a base folder that is made here, where that is wanted", async () => {
    const [made, plain] = [join(base, "made", "deep"), join(base, "plain")];
    expect([await makeBase(made, true), await makeBase(plain, false)]).toEqual([true, false]);
    expect([await ignored(made), await ignored(plain)]).toEqual(["*\n", null]);
    const { dir } = await create(made, true);
    expect(await ignored(dir)).toBeNull();
  });

  test("into the experiment, where the base folder is the person's own and not ignored", async () => {
    const { dir } = await create(base, true);
    expect([await ignored(base), await ignored(dir)]).toEqual([null, "*\n"]);
    const second = await create(base, false);
    expect([second.dir, await ignored(second.dir)]).toEqual([join(base, "x-2"), null]);
    await writeFile(join(base, ".gitignore"), "node_modules\n  *  \n");
    expect(await makeBase(base, true)).toBe(true);
    await writeFile(join(base, ".gitignore"), "*.log\n");
    expect(await makeBase(base, true)).toBe(false);
  });

  test("and a name that is taken in other letters is counted on", async () => {
    await mkdir(join(base, "X"));
    expect((await create(base, false)).dir).toBe(join(base, "x-2"));
  });
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
