import { afterAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { OWN_PERSONAS } from "../../src/config/own-personas.ts";
import { Config } from "../../src/config/schema.ts";
import { withLock } from "../../src/store/lock.ts";
import { bundleHash, fileHash } from "../../src/study/manifest.ts";
import { restoreStored } from "../../src/study/stored-files.ts";
import {
  configuredIn,
  isInsidePath,
  makeWorkFolder,
  withOwnRoot,
  workRoot,
  writeInside,
} from "../../src/study/work-folder.ts";
import { smallStudy } from "../support/studies.ts";
import { nothingStored, takenOf } from "../support/taken.ts";

const root = mkdtempSync(join(tmpdir(), "designlab-work-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const fresh = (): string => {
  const folder = join(root, `m-${++made}`);
  mkdirSync(folder);
  return folder;
};
const machineAt = (folder: string, named = false) => ({ root: folder, named, home: join(folder, "home"), env: {} });
const bundle = smallStudy();
const [panel] = bundle.panels as [(typeof bundle.panels)[number]];
const of = (epoch = 1, more: Partial<typeof panel> = {}) => ({
  ...{ hash: bundleHash(bundle), bundle, panel: { ...panel, ...more }, experiment: { key: "01-queue/near/1", epoch } },
});

describe("the folder of one experiment", () => {
  test("holds the panel and nothing else, for its person alone, and a call allows it by its hash", async () => {
    const machine = machineAt(fresh());
    const { directory, base, sha256 } = await makeWorkFolder(machine, of());
    expect(directory).toBe(join(machine.root, bundleHash(bundle).slice(0, 8), "01-queue_near_1_1"));
    expect(readdirSync(directory)).toEqual([".opencode"]);
    expect(readdirSync(join(directory, ".opencode"))).toEqual(["design-lab.json"]);
    expect(statSync(directory).mode & 0o077).toBe(0);
    expect(base).toBe(join(directory, ".opencode/design-lab"));
    const text = readFileSync(join(directory, ".opencode/design-lab.json"), "utf8");
    expect(sha256).toBe(fileHash(Buffer.from(text)));
    expect(JSON.parse(text)).toEqual({
      design_models: panel.models,
      review_models: panel.models,
      fallback_models: Object.fromEntries(panel.models.map((model) => [model, []])),
      limits: bundle.limits.experiment,
      output: { base_dir: ".opencode/design-lab", gitignore: true },
    });
    const { project, held, config } = configuredIn(directory, machine, sha256);
    expect([project?.standing, held, config.limits.max_cost]).toEqual(["said", [], 1]);
  });

  test("takes a panel's rubric and personas along, and where its experiments lie is not the panel's to say", async () => {
    const machine = machineAt(fresh());
    const rubric = "criteria:\n  - name: own\n    description: How own is it?\n    min: 0\n    max: 10\n";
    const persona =
      "---\nname: critic\ndescription: Looks closely\ndesignlab:\n  role: reviewer\n---\nYou look closely.\n";
    const { directory, sha256 } = await makeWorkFolder(
      machine,
      of(1, {
        config: {
          ...panel.config,
          review: { criteria_file: "rubrics/own.yaml", temperature: 0.2 },
          output: { base_dir: "/etc/elsewhere", exchanges: false },
          limits: { max_cost: 1_000, cell_timeout: 60 },
        },
        files: [
          { path: "rubrics/own.yaml", text: rubric },
          { path: ".opencode/design-lab-personas/critic.md", text: persona },
        ],
      }),
    );
    const { config, project } = configuredIn(directory, machine, sha256);
    expect(config.review.quantitative.criteria.map(({ name }) => name)).toEqual(["own"]);
    expect(config.output).toMatchObject({ base_dir: ".opencode/design-lab", exchanges: false });
    expect(config.limits).toMatchObject({ max_cost: 1, cell_timeout: 60 });
    expect([project?.standing, project?.files.length]).toEqual(["said", 3]);
  });

  test.each([
    "../out.md",
    "/etc/passwd",
    "a/../../b",
    "a\\b",
    "C:/x",
    "a//b",
    ".",
    "",
    "a/\u0000",
    "x.",
    `${"y".repeat(201)}`,
  ])("is left by no file of a panel: %j", async (path) => {
    const machine = machineAt(fresh());
    expect(isInsidePath(path)).toBe(false);
    const laid = makeWorkFolder(machine, of(1, { files: [{ path, text: "x" }] }));
    await expect(laid).rejects.toThrow("a path inside its folder is needed");
    await expect(writeInside(machine.root, path, new Uint8Array())).rejects.toThrow("a path inside");
  });

  test("is a repository of its own in one that somebody else's holds, unless its person named it", async () => {
    const around = fresh();
    mkdirSync(join(around, ".git"));
    const own = await makeWorkFolder(machineAt(join(around, "own")), of());
    expect(readFileSync(join(own.directory, ".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
    const named = await makeWorkFolder(machineAt(join(around, "named"), true), of());
    expect(existsSync(join(named.directory, ".git"))).toBe(false);
  });

  test("lies beside the lab's state and not in it, which is closed to designers", () => {
    expect(workRoot({ home: "/home/ann", env: {} })).toBe("/home/ann/.local/state/opencode-designlab/work");
    expect(workRoot({ home: "/home/ann", env: { XDG_STATE_HOME: "/state" } })).toBe("/state/opencode-designlab/work");
  });
});

describe("the folder of a worker", () => {
  const within = (root: string, name: string, ...files: string[]): string => {
    const path = join(root, name);
    mkdirSync(path);
    for (const file of files) writeFileSync(join(path, file), "");
    const long = new Date(Date.now() - 60_000);
    utimesSync(path, long, long);
    return path;
  };

  test("is its own for as long as it works, and gone with it, however that ends", async () => {
    const machine = machineAt(fresh());
    const made: string[] = [];
    const work = async (own: typeof machine): Promise<string> => {
      made.push(own.root);
      const { directory } = await makeWorkFolder(own, of());
      expect(directory).toStartWith(`${own.root}/`);
      expect(statSync(own.root).mode & 0o077).toBe(0);
      if (made.length > 1) throw new Error("it broke");
      return "done";
    };
    expect(await withOwnRoot(machine, work)).toBe("done");
    await expect(withOwnRoot(machine, work)).rejects.toThrow("it broke");
    expect([new Set(made).size, readdirSync(machine.root)]).toEqual([2, []]);
  });

  test("is taken away by the next where its worker was killed, and by nobody while somebody works in it", async () => {
    const machine = machineAt(fresh());
    const { root } = machine;
    const killed = within(root, "worker-killed", ".lock");
    mkdirSync(join(killed, "abababab/01-queue_near_1_1/.opencode/design-lab/2026-11-26-queue"), { recursive: true });
    const outlived = within(root, "worker-outlived", ".lock");
    const experiment = join(outlived, "abababab/01-queue_near_1_1/.opencode/design-lab/2026-11-26-queue");
    mkdirSync(experiment, { recursive: true });
    // Without a lock nobody can tell, one that was made just now has none yet, and what is called otherwise is another's.
    const others = [
      within(root, "worker-old"),
      within(root, "abababab", ".lock"),
      within(fresh(), "elsewhere", ".lock"),
    ];
    symlinkSync(others[2] ?? "", join(root, "worker-link"));
    const young = within(root, "worker-young", ".lock");
    utimesSync(young, new Date(), new Date());
    const held = within(root, "worker-held", ".lock");
    for (const path of [killed, outlived]) utimesSync(path, new Date(0), new Date(0));
    await withLock(held, "held", async () => {
      utimesSync(held, new Date(0), new Date(0));
      await withLock(experiment, "queue", () => withOwnRoot(machine, async () => undefined));
    });
    expect([existsSync(killed), ...[outlived, held, young, ...others].map((path) => existsSync(path))]).toEqual([
      false,
      ...Array(6).fill(true),
    ]);
    for (const path of [outlived, held]) utimesSync(path, new Date(0), new Date(0));
    await withOwnRoot(machine, async () => undefined);
    expect([outlived, held].map((path) => existsSync(path))).toEqual([false, false]);
  });
});

describe("what others stored", () => {
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const plan = (change: object = {}) => ({
    ...{ version: 1, experiment_id: "2026-11-26-queue", topic: "queue", topic_source: "given" },
    ...{ task: "Design a durable queue", requirements: [], constraints: [], non_functional_requirements: [] },
    ...{ created_at: "2026-11-26T10:00:00.000Z", seed: 7, score_samples: 1, strict_isolation: false },
    designers: panel.models.map((model, at) => ({ design_id: `d-${at}`, model })),
    reviewers: panel.models.map((model, at) => ({ reviewer_id: `r-${at}`, model, parts: ["review", "score"] })),
    criteria: Value.Create(Config).review.quantitative.criteria,
    ...change,
  });
  const [persona] = OWN_PERSONAS.map(({ file: _, model: __, models: ___, ...own }) => own);
  const played = { design_id: "d", model: panel.models[0] };
  const restored = async (files: Record<string, Uint8Array>, hashes: Record<string, string> = {}) => {
    const stored = nothingStored();
    stored.files = new Map(Object.entries(files));
    stored.hashes = new Map(Object.entries(hashes));
    const folder = await makeWorkFolder(machineAt(fresh()), of());
    return { stored, came: await restoreStored(folder, takenOf(bundle, stored)) };
  };

  test("is laid out, but for what is damaged, of another machine, or no file of an experiment", async () => {
    const { came, stored } = await restored(
      {
        "task.json": text(plan()),
        "designs/design-d-0.json": text({ a: 1 }),
        "designs/design-d-1.json": text({ b: 1 }),
        "made.json": text({ mac: "x" }),
        "../../evil.json": text({}),
        ".lock": text({}),
      },
      { "designs/design-d-1.json": "0".repeat(64) },
    );
    expect([came.refused, came.damaged.sort()]).toEqual([
      null,
      ["../../evil.json", ".lock", "designs/design-d-1.json", "made.json"],
    ]);
    expect(readdirSync(join(came.dir ?? "", "designs"))).toEqual(["design-d-0.json"]);
    expect([...stored.files.keys()].sort()).toEqual(["designs/design-d-0.json", "task.json"]);
  });

  test("is gone on with where the task's file ends in an empty line, as a text in an editor does", async () => {
    const [first] = bundle.tasks;
    const ended = { ...bundle, tasks: [{ ...first, task: `\n${first?.task}\n` }] } as typeof bundle;
    const stored = nothingStored();
    stored.files.set("task.json", text(plan({ task: first?.task })));
    const came = await restoreStored(await makeWorkFolder(machineAt(fresh()), of()), takenOf(ended, stored));
    expect([came.refused, came.known.size]).toEqual([null, 1]);
  });

  test.each<[string, object]>([
    ["asks a model that the panel does not", { designers: [{ design_id: "d", model: "dear/huge" }] }],
    ["asks more designers", { designers: [1, 2, 3].map((at) => ({ design_id: `d-${at}`, model: panel.models[0] })) }],
    ["asks each reviewer more often", { score_samples: 20 }],
    ["is about another task", { task: "Design something dear" }],
    ["has other requirements", { requirements: ["Cost nothing"] }],
    ["has copies planted", { control: true }],
    ["has another rubric", { criteria: [{ name: "work", description: "Write my book", min: 0, max: 10, weight: 1 }] }],
    ["says who a designer is", { personas: [{ ...persona, text: "Write my book" }], designers: [played] }],
    [
      "has a document arranged",
      { designers: [{ ...played, entrant: { file: "a.md", sha256: "0".repeat(64), bytes: 9 } }] },
    ],
    [
      "revises what somebody wrote",
      { designers: [{ ...played, lineage: { is: "revision", of: ["d-1"], name: "B2" } }] },
    ],
    [
      "tells designers of a brief",
      { brief: { sha256: "0".repeat(64), assumptions: ["Write my book"], out_of_scope: [], open_questions: [] } },
    ],
    [
      "has somebody stand in who is no fallback of the panel's",
      { reviewers: [{ reviewer_id: "r", model: "dear/huge", parts: ["score"], stand_in: true }] },
    ],
    [
      "has requirements that no task states",
      { numbered_requirements: [{ id: "R1", kind: "requirement", text: "A book" }] },
    ],
    ["has assertions of its own", { numbered_requirements: [{ id: "S1", kind: "assertion", text: "It is a book" }] }],
  ])("is not used where its plan %s: that would be paid for", async (_, change) => {
    const { came, stored } = await restored({ "task.json": text(plan(change)), "designs/a.json": text({}) });
    expect([came.refused, came.dir, stored.files.size]).toEqual(["plan-of-another", null, 0]);
  });

  test("is begun anew where its plan is damaged", async () => {
    const broken = await restored(
      { "task.json": text(plan()), "designs/a.json": text({}) },
      { "task.json": "1".repeat(64) },
    );
    expect([broken.came.refused, broken.came.dir, broken.stored.files.size]).toEqual(["plan-damaged", null, 0]);
    const none = await restored({});
    expect(none.came).toMatchObject({ refused: null, dir: null, damaged: [] });
  });
});
