import { afterEach, describe, expect, test } from "bun:test";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { benchAfter } from "../support/played.ts";
import { available } from "../support/scripted-host.ts";

/** Both design, and review each other. */
const TWO = ["alpha/strong-1", "beta/middle-1"];
let lab: Bench;
let dir: string;
afterEach(() => lab.dispose());

/** An experiment that has its designs and no evaluation. */
async function designed(options: BenchOptions = {}): Promise<string> {
  const chosen = { ...options, config: { design_models: TWO, review_models: TWO, ...options.config } };
  const key = options.answer ? String(options.answer) : "";
  ({ lab } = await benchAfter({ op: "generate", args: { task: "A queue", topic: "queue" }, key }, chosen));
  dir = await onlyExperiment(lab.dir);
  lab.host.prompts.length = 0;
  return basename(dir);
}

const edit = async (change: (task: Task) => object) =>
  writeFile(join(dir, "task.json"), JSON.stringify(change(await readJson<Task>(join(dir, "task.json")))));

describe("run {experiment}", () => {
  test("of the newest names it in the line that starts what was estimated, for another may be the newest by then", async () => {
    const id = await designed();
    const reply = await lab.call("run", { experiment: "latest", judge: true, dry_run: true });
    expect(reply).toEndWith(`\`/design-lab resume ${id} --judge\``);
  });

  test("refuses what only a new experiment can use instead of passing over it, and asks nothing", async () => {
    const experiment = await designed();
    for (const given of [
      { quantitative: false },
      { review_models: ["gamma/weak-1"] },
      { topic: "x" },
      { requirements: "r" },
      { fresh: true },
    ]) {
      const reply = await lab.call("run", { experiment, ...given });
      expect(reply).toContain(`Cannot go on with ${experiment}: ${Object.keys(given)[0]} belongs to a new experiment`);
    }
    expect(lab.host.prompts).toEqual([]);
  });

  test("with design_models adds a design, which dry_run counts and an unknown model is refused for", async () => {
    const experiment = await designed();
    const given = { experiment, design_models: ["gamma/weak-1"] };
    expect(await lab.call("run", { ...given, dry_run: true })).toContain("7 sessions, about ");
    expect(await lab.call("run", { experiment, design_models: ["delta/x"] })).toContain("Cannot ask delta/x");
    expect(await lab.call("run", given)).toContain("1 design written, 6 reviews and 6 scores made.");
  });

  test("asks the others when a model is not offered any more, and says which that was", async () => {
    const experiment = await designed();
    lab.host.models = async () => [available("alpha/strong-1"), available("gamma/weak-1")];
    const dry = await lab.call("run", { experiment, dry_run: true });
    expect(dry.split("\n")[0]).toContain("**Cannot be reached:** beta/middle-1");
    const reply = await lab.call("run", { experiment });
    expect(reply.split("\n")[0]).toContain("2 of 4 scores are there");
    expect(reply).toContain(
      "by beta/middle-1 (2 sessions): **the provider does not know the model**: no connected provider offers it",
    );
    const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
    expect(new Set(ranking.failures.map(({ kind }) => kind))).toEqual(new Set(["unknown_model"]));
  });

  test("checks design.agent_prompt before it asks a designer", async () => {
    const experiment = await designed({
      answer: ({ kind, model }) => (kind === "design" && model === "beta/middle-1" ? "" : undefined),
    });
    await mkdir(join(lab.dir, ".opencode"), { recursive: true });
    await writeFile(
      join(lab.dir, ".opencode/design-lab.json"),
      JSON.stringify({ design: { agent_prompt: "Do {{task}}" } }),
    );
    expect(await lab.call("run", { experiment })).toContain("there is no placeholder {{task}}");
    expect(lab.host.prompts).toEqual([]);
  });

  test("says that a broken design file was replaced and where the old one is", async () => {
    const experiment = await designed();
    await writeFile(join(dir, "designs/design-beta-middle-1.json"), '{"title": "typo",}');
    const reply = await lab.call("run", { experiment });
    expect(reply).toContain("is not valid JSON");
    expect(reply).toContain("A new design was asked for; the old file is kept beside it");
    expect(await readFile(join(dir, "designs/design-beta-middle-1.superseded-1.json"), "utf8")).toBe(
      '{"title": "typo",}',
    );
  });
});

describe("repeated scoring", () => {
  test("counts what was made, names what failed and asks again for what is missing", async () => {
    let scores = 0;
    const experiment = await designed({
      config: { review_models: ["gamma/weak-1"], review: { quantitative: { samples: 3 } } },
      answer: ({ kind }) =>
        kind === "score" && ++scores <= 2
          ? { error: { kind: null, message: "no", status: 401, retryable: false } }
          : undefined,
    });
    const reply = await lab.call("run", { experiment });
    expect(reply).toContain("2 reviews and 2 scores made, 2 sessions failed.");
    expect(reply).toContain("2 of 2 scores rest on fewer than the planned 3 samples.");
    const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
    expect(ranking.failures.map(({ phase, kind }) => `${phase} ${kind}`)).toEqual(["score auth", "score auth"]);
    lab.host.prompts.length = 0;
    expect(await lab.call("run", { experiment })).not.toContain("fewer than the planned");
    expect(lab.host.prompts).toHaveLength(4);
  });
});

test("a call that is refused for its designs changes no plan", async () => {
  const experiment = await designed();
  const before = await readFile(join(dir, "task.json"), "utf8");
  expect(await lab.call("review", { experiment, models: ["gamma/weak-1"], designs: ["typo"] })).toContain(
    'no design "typo"',
  );
  expect(await readFile(join(dir, "task.json"), "utf8")).toBe(before);
});

test("a task of nothing but invisible characters is refused before anything is asked, and leaves no folder", async () => {
  lab = await bench();
  expect(await lab.call("run", { task: "\u0000\u200b \ufeff" })).toContain("a task is needed");
  expect(lab.host.prompts).toEqual([]);
  expect(await readdir(lab.dir)).toEqual([]);
});

test("an empty list of models is not given: the configured ones stay", async () => {
  lab = await bench({
    config: { design_models: ["alpha/strong-1", "beta/middle-1"], review_models: ["gamma/weak-1"] },
  });
  const reply = await lab.call("run", {
    task: "A queue",
    topic: "q",
    design_models: [],
    review_models: "",
    dry_run: true,
  });
  expect(reply).toContain("4 sessions, about ");
});

test("nothing is asked when the base folder cannot be made", async () => {
  lab = await bench();
  await mkdir(join(lab.dir, ".opencode"), { recursive: true });
  await writeFile(join(lab.dir, ".opencode/design-lab"), "a file in the way");
  expect(await lab.call("run", { task: "A queue" })).toContain("Cannot make the base folder");
  expect(lab.host.prompts).toEqual([]);
});

test("a copied experiment goes by the name of its folder", async () => {
  const experiment = await designed();
  await cp(dir, `${dir}-copy`, { recursive: true });
  const reply = await lab.call("run", { experiment: `${experiment}-copy` });
  expect(reply).toContain(`/${experiment}-copy · `);
  expect((await readdir(join(dir, "scores")).catch(() => [])).length).toBe(0);
});

describe("a plan that was edited by hand", () => {
  const edits: [string, (task: Task) => object, string][] = [
    [
      "names a design twice",
      (task) => ({ ...task, designers: [...task.designers, ...task.designers] }),
      "stands twice",
    ],
    [
      "has a criterion upside down",
      (task) => ({ ...task, criteria: [{ ...task.criteria[0], min: 10, max: 0 }] }),
      "max must be above min 10, found 0",
    ],
    ["asks for a thousand million samples", (task) => ({ ...task, score_samples: 1e9 }), "score_samples"],
  ];
  for (const [name, change, problem] of edits) {
    test(`and ${name} is reported and not worked with`, async () => {
      const experiment = await designed();
      await edit(change);
      const reply = await lab.call("run", { experiment, dry_run: true });
      expect(reply).toContain(problem);
      expect(reply).toContain("task.json");
      expect(lab.host.prompts).toEqual([]);
    });
  }
});

test("rank says that all scores are stale, and why", async () => {
  const experiment = await designed();
  await lab.call("run", { experiment });
  await edit((task) => ({
    ...task,
    criteria: task.criteria.map((each) => ({ ...each, description: "another question" })),
  }));
  expect(await lab.call("rank", { experiment })).toContain("is stale: the criteria have changed since");
});
