import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { freeBases } from "../../src/experiment/open.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { benchAfter } from "../support/played.ts";

const BASE = ".opencode/design-lab";
const OWN = { config: { design_models: ["alpha/strong-1", "gamma/weak-1"] } };
let lab: Bench;
let outside: string;

beforeEach(async () => {
  lab = await bench(OWN);
  outside = await realpath(await mkdtemp(join(tmpdir(), "designlab-foreign-")));
});
afterEach(async () => {
  await lab.dispose();
  await rm(outside, { recursive: true, force: true });
});

/** A project in which a run has ended. */
async function ran(options: Pick<BenchOptions, "config"> = OWN): Promise<string> {
  await lab.dispose();
  ({ lab } = await benchAfter({ args: { task: "A queue", topic: "queue" } }, options));
  return onlyExperiment(lab.dir);
}
const edit = async (path: string, change: object): Promise<void> =>
  writeFile(path, JSON.stringify({ ...(await readJson<object>(path)), ...change }));

/** Ends as a reply that blames nobody's code and says something of the file or what to do. */
function expectPlain(reply: string): void {
  expect(reply).not.toContain("a defect of its own");
  expect(reply.length).toBeGreaterThan(0);
}

describe("a list of bases that came with a checkout", () => {
  /** An experiment outside that only the checkout's bases.json names. */
  async function planted(): Promise<string> {
    const dir = await ran();
    await cp(dir, join(outside, "theirs"), { recursive: true });
    await rm(dir, { recursive: true });
    await writeFile(join(lab.dir, BASE, "bases.json"), JSON.stringify({ version: 1, bases: [outside] }));
    return join(outside, "theirs");
  }

  test("makes no op write outside the project without the person's permission", async () => {
    const dir = await planted();
    await rm(join(dir, "results"), { recursive: true });
    const before = await snapshot(outside);
    lab.permits = false;
    const prompts = lab.host.prompts.length;
    for (const op of ["rank", "review", "score", "run", "generate"]) {
      const reply = await lab.call(op, { experiment: "theirs" });
      expect(reply).toContain('There is no experiment "theirs"');
      expect(reply).toContain(
        `- Left out: the experiments in ${outside}: it lies outside the project, and the person did not allow it`,
      );
    }
    expect(lab.asked).toEqual(Array(5).fill(`external_directory: ${join(outside, "*")}`));
    expect(await snapshot(outside)).toEqual(before);
    expect(lab.host.prompts).toHaveLength(prompts);
    lab.permits = true;
    lab.asked = [];
    await lab.call("rank", { experiment: "theirs" });
    expect(existsSync(join(dir, "results/ranking.json"))).toBe(true);
    expect(lab.asked).toHaveLength(1);
  });

  test("asks before an op that only reads looks there, and leaves out what the person does not allow", async () => {
    await planted();
    lab.permits = false;
    const calls: [string, object][] = [
      ["show", {}],
      ["show", { what: "task" }],
      ["show", { experiment: "theirs" }],
      ["compare", {}],
      ["compare", { experiments: ["theirs", "theirs-2"] }],
      ["open", {}],
    ];
    for (const [op, args] of calls) {
      lab.asked = [];
      const reply = await lab.call(op, args);
      expect(reply).toContain(`Left out: the experiments in ${outside}: it lies outside the project`);
      expect(reply).toContain("call again and allow it");
      expect(reply).not.toContain("A queue");
      expect(lab.asked).toEqual([`external_directory: ${join(outside, "*")}`]);
    }
    lab.permits = true;
    lab.asked = [];
    expect(await lab.call("show")).toContain("- theirs\n");
    // Who allowed it once is not asked again in this process, except to work there.
    expect(await lab.call("show", { experiment: "theirs" })).not.toContain("Left out");
    expect(lab.asked).toHaveLength(1);
    await lab.call("rank", { experiment: "theirs" });
    expect(lab.asked).toHaveLength(2);
  });

  test("asks for what the live page shows of it, and the page may stop only what the person lets the lab work on", async () => {
    await planted();
    const free = async (use: "read" | "work") => freeBases(await lab.lab(), use);
    expect(await free("read")).toEqual([join(lab.dir, BASE)]);
    await lab.call("show");
    expect(await free("read")).toEqual([join(lab.dir, BASE), outside]);
    expect(await free("work")).toEqual([join(lab.dir, BASE)]);
    await lab.call("rank", { experiment: "theirs" });
    expect(await free("work")).toEqual([join(lab.dir, BASE), outside]);
  });

  test("asks nobody where the project holds the experiment that is named, and says what the newest leaves out", async () => {
    await writeFile(join(outside, "x"), "");
    const dir = await ran();
    await writeFile(join(lab.dir, BASE, "bases.json"), JSON.stringify({ version: 1, bases: [outside] }));
    lab.permits = false;
    for (const op of ["show", "rank", "compare"]) {
      expect(await lab.call(op, { experiment: basename(dir) })).not.toContain("Left out");
    }
    expect(lab.asked).toEqual([]);
    expect(await lab.call("show", { what: "task" })).toStartWith(`- Left out: the experiments in ${outside}: `);
    expect(lab.asked).toHaveLength(1);
  });

  test("cannot ask without end, nor for what is not there", async () => {
    await ran();
    const bases = Array.from({ length: 50 }, (_, at) => join(outside, `base-${at}`));
    for (const base of bases.slice(0, 20)) await mkdir(base);
    await writeFile(join(lab.dir, BASE, "bases.json"), JSON.stringify({ version: 1, bases: bases.reverse() }));
    lab.permits = false;
    const reply = await lab.call("show");
    expect(lab.asked).toHaveLength(4);
    expect(reply).toContain("asks about 4 folders at most");
  });

  for (const bases of [["relative/path"], ["/dev/zero"], ["/\0"], ["x".repeat(300_000)], [{}], "x", [1e308]]) {
    test(`that holds ${JSON.stringify(bases).slice(0, 30)} harms nothing`, async () => {
      await ran();
      await writeFile(join(lab.dir, BASE, "bases.json"), JSON.stringify({ version: 1, bases }));
      expect(await lab.call("show")).toContain("-queue");
    });
  }
});

describe("a base folder outside the project", () => {
  const designed = async (base: string) => {
    const theirs = await bench({ config: { design_models: ["alpha/strong-1"], output: { base_dir: base } } });
    await theirs.call("generate", { task: "SECRET", topic: "secret" });
    await theirs.dispose();
  };

  const ways: [string, (base: string) => Promise<unknown>][] = [
    ["a link in the place of the base folder", (base) => symlink(base, join(lab.dir, BASE))],
    [
      "a link in the place of .opencode",
      async (base) => {
        await rm(join(lab.dir, ".opencode"), { recursive: true });
        await mkdir(join(outside, "dot"));
        await symlink(base, join(outside, "dot", "design-lab"));
        await symlink(join(outside, "dot"), join(lab.dir, ".opencode"));
      },
    ],
    [
      "the project's configuration",
      (base) => writeFile(join(lab.dir, ".opencode/design-lab.json"), JSON.stringify({ output: { base_dir: base } })),
    ],
  ];
  for (const [what, plant] of ways) {
    test(`is not shown by ${what} unless the person allows it`, async () => {
      const base = join(outside, "lab");
      await designed(base);
      await mkdir(join(lab.dir, ".opencode"));
      await plant(base);
      lab.permits = false;
      for (const [op, args] of [
        ["show", {}],
        ["show", { what: "task" }],
        ["run", { experiment: "latest" }],
      ] as const) {
        lab.asked = [];
        const reply = await lab.call(op, args);
        expect(reply).not.toContain("SECRET");
        expect(reply).toContain("Left out: the experiments in ");
        expect(lab.asked).toEqual([`external_directory: ${join(base, "*")}`]);
      }
      lab.permits = true;
      expect(await lab.call("show", { what: "task" })).toContain("SECRET");
    });
  }

  test("that the person's own configuration names is read without a question, and written with one", async () => {
    const home = join(outside, "home");
    const base = join(outside, "lab");
    await mkdir(join(home, ".config/opencode"), { recursive: true });
    const config = { design_models: ["alpha/strong-1", "gamma/weak-1"], output: { base_dir: base } };
    await writeFile(join(home, ".config/opencode/design-lab.json"), JSON.stringify(config));
    await lab.dispose();
    lab = await bench({ home });
    await lab.call("run", { task: "A queue", topic: "queue" });
    expect(lab.asked).toEqual([`external_directory: ${join(base, "*")}`]);
    await lab.dispose();
    lab = await bench({ home });
    expect(await lab.call("show")).toContain("-queue");
    expect(await lab.call("compare")).toContain("queue");
    expect(lab.asked).toEqual([]);
    await lab.call("rank");
    expect(lab.asked).toEqual([`external_directory: ${join(base, "*")}`]);
  });
});

describe("what lies outside by configuration", () => {
  test("is written only where the person allows it, whoever named it", async () => {
    await lab.dispose();
    lab = await bench({ config: { output: { base_dir: join(outside, "lab") } } });
    lab.permits = false;
    expect(await lab.call("run", { task: "A queue", topic: "queue" })).toContain("it lies outside the project");
    expect(await lab.call("run", { task: "A queue", topic: "queue", output_dir: "docs" })).toContain(
      `Cannot keep experiments in ${join(outside, "lab")}`,
    );
    expect(await readdir(outside)).toEqual([]);
    expect(await readdir(lab.dir)).toEqual([]);
    expect(lab.host.sessions).toEqual([]);
  });
});

describe("in place of a file of an experiment", () => {
  const places = [
    "task.json",
    "designs/design-alpha-strong-1.json",
    "reviews/review-alpha-strong-1-gamma-weak-1.json",
    "scores/score-alpha-strong-1-gamma-weak-1.json",
    "results/ranking.json",
    "ledger.jsonl",
    "made.json",
    ".lock",
    "../bases.json",
  ];
  const things: [string, (path: string) => Promise<unknown>][] = [
    ["a link to a device", (path) => symlink("/dev/zero", path)],
    ["a link to a file outside", (path) => symlink(join(outside, "secret"), path)],
    ["a pipe", async (path) => spawnSync("mkfifo", [path])],
    ["a folder", (path) => mkdir(path)],
  ];
  for (const [at, [what, make]] of things.entries()) {
    // Every thing in every place, every op on every thing, and over the four things every op in every place.
    test(`${what} hangs no op, is read by none, and is not called a defect`, async () => {
      const dir = await ran();
      await writeFile(join(outside, "secret"), '{"version":1,"title":"SECRET"}');
      await cp(dir, join(outside, "copy"), { recursive: true });
      for (const [nth, place] of places.entries()) {
        await rm(dir, { recursive: true, force: true });
        await rm(join(lab.dir, BASE, "bases.json"), { recursive: true, force: true });
        await cp(join(outside, "copy"), dir, { recursive: true });
        await rm(join(dir, place), { force: true });
        await make(join(dir, place));
        const calls: [op: string, args: object][] = [
          ["show", {}],
          ["show", { experiment: basename(dir) }],
          ["show", { experiment: basename(dir), what: "designs" }],
          ["show", { experiment: basename(dir), what: "ledger" }],
          ["compare", {}],
          ["rank", {}],
          ["run", { experiment: basename(dir) }],
        ];
        const turn = 2 * at + nth;
        for (const [op, args] of [0, 1].map((step) => calls[(turn + step) % calls.length] ?? ["show", {}])) {
          const reply = await lab.call(op, args);
          expectPlain(reply);
          expect(reply).not.toContain("SECRET");
        }
      }
      expect(await readFile(join(outside, "secret"), "utf8")).toContain("SECRET");
    });
  }
});

describe("numbers and names that no run would store", () => {
  const SCORE = "scores/score-alpha-strong-1-gamma-weak-1.json";
  const TASK = "task.json";
  const criteria = (change: object, name = "clarity") => [{ name, description: "d", min: 0, max: 10, ...change }];
  const cases: [string, string, object][] = [
    ["a score of 1e308", SCORE, { scores: { clarity: 1e308 } }],
    ["a sample of 1e308", SCORE, { samples: [{ scores: { clarity: 1e308 }, overall_score: 5, session_id: "s" }] }],
    ["a scale up to 1e308", TASK, { criteria: criteria({ max: 1e308 }) }],
    ["a weight of 1e308", TASK, { criteria: criteria({ weight: 1e308 }) }],
    ["a scale without width", TASK, { criteria: criteria({ max: 0 }) }],
    [
      "two criteria that differ by an invisible character",
      TASK,
      { criteria: [...criteria({}), ...criteria({}, "clari\u200bty")] },
    ],
    ["two criteria that differ in case", TASK, { criteria: [...criteria({}), ...criteria({}, "Clarity")] }],
    [
      "two designers that differ by an invisible character",
      TASK,
      {
        designers: [
          { design_id: "alpha", model: "alpha/strong-1" },
          { design_id: "alp\u200bha", model: "gamma/weak-1" },
        ],
      },
    ],
    ["a time that is none", TASK, { created_at: "![x](https://evil)" }],
    ["a ranking of 1e308", "results/ranking.json", { summary: { total_designs: 1e308 } }],
    ["a seed of 1e308", TASK, { seed: 1e308 }],
  ];
  for (const [what, file, change] of cases) {
    test(`${what} ends as no defect of the code, and every op answers`, async () => {
      const config = { ...OWN.config, review: { quantitative: { criteria: criteria({}) as never } } };
      const dir = await ran({ config });
      await edit(join(dir, file), change);
      for (const op of ["show", "rank", "compare", "score", "run"] as const) {
        const reply = await lab.call(op, { experiment: basename(dir) });
        expectPlain(reply);
        expect(reply.replaceAll("found 1e+308", "")).not.toMatch(/NaN|Infinity|1e\+?308/);
      }
    });
  }
});
