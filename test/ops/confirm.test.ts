import { afterEach, describe, expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { OP_NAMES, type OpName } from "../../src/ops/registry.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { available } from "../support/scripted-host.ts";

let lab: Bench;
async function start(options?: BenchOptions): Promise<Bench> {
  lab = await bench(options);
  return lab;
}
afterEach(() => lab.dispose());

/** Every way to call each op, so that a new op is not forgotten. */
const CALLS: Readonly<Record<OpName, readonly Readonly<Record<string, unknown>>[]>> = {
  brief: [{ idea: "Something that queues jobs", wait: 0 }],
  run: [{ task: "Another queue" }, { experiment: "latest" }],
  generate: [{ task: "Another queue" }, { experiment: "latest", design_models: "alpha/strong-1,delta/more-1" }],
  review: [{}, { models: "delta/more-1" }, { force: true }],
  score: [{}, { models: "delta/more-1" }, { force: true }],
  judge: [{}, { ballot: true }],
  rank: [{}],
  refine: [{}, { designs: "A", merge: true }],
  decide: [{}, { design: "A" }, { none: true, because: "Too dear" }],
  plan: [{}, { experiment: "latest", design: "A", wait: 0 }],
  tasks: [{}, { view: "help" }],
  guard: [{}, { do: "on" }, { do: "off" }, { do: "allow", until_green: true }],
  outcome: [{ outcome: "worked" }],
  ask: [{}, { questions: [{ type: "confirm", text: "Keep it?" }], wait: 0 }],
  show: [{}, { experiment: "latest" }],
  open: [],
  compare: [{}],
  export: [{}, { anonymous: true }],
  init: [{}],
  doctor: [{}, { ask: true }],
  help: [{}],
};

/** An experiment with designs alone, so that every op has something to ask. */
async function withDesigns(config: BenchOptions["config"]): Promise<void> {
  await start({ config: { confirm_above: null } });
  lab.host.models = async () =>
    ["alpha/strong-1", "beta/middle-1", "gamma/weak-1", "delta/more-1"].map((id) => available(id));
  await lab.call("generate", { task: "A queue", topic: "queue" });
  await writeFile(join(lab.context.home, ".config/opencode/design-lab.json"), JSON.stringify(config));
  lab.host.prompts.length = 0;
}

describe("no op asks a model before the person was asked for the price", () => {
  for (const name of OP_NAMES)
    for (const args of CALLS[name])
      test(`${name} ${JSON.stringify(args)}`, async () => {
        await withDesigns({ confirm_above: 0 });
        const before = await snapshot(lab.dir);
        lab.permits = false;
        const refused = await lab.call(name, args);
        expect(lab.host.prompts).toHaveLength(0);
        // Whose word a decision is, is asked too, and costs nothing.
        const prices = () => lab.asked.filter((each) => !each.startsWith("designlab_approve"));
        const pays = prices().length > 0;
        if (pays) {
          expect(refused).toContain("Not started: ");
          expect(await snapshot(lab.dir)).toEqual(before);
        }
        lab.asked.length = 0;
        lab.permits = true;
        await lab.call(name, args);
        expect(lab.host.prompts.length > 0).toBe(pays);
        expect(prices()).toHaveLength(pays ? 1 : 0);
      });
});

describe("with nothing configured", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}/model-${at}`);
  const offered = (count: number, over: Parameters<typeof available>[1]) => {
    lab.host.models = async () => many(count).map((id) => available(id, over));
  };
  const run = (count: number) =>
    lab.call("run", { task: "A queue", topic: "queue", design_models: many(count), review_models: many(count) });

  test("a run above $1 asks, and one below it does not", async () => {
    await start();
    offered(8, { price: { input: 1, output: 5 } });
    lab.permits = false;
    expect(await run(8)).toContain("more than $1");
    expect(lab.asked[0]).toMatch(/72 sessions with 8 models, about \$1\.\d\d: more than \$1\. Start\?/);
    expect(lab.host.prompts).toHaveLength(0);
    lab.asked.length = 0;
    await run(3);
    expect(lab.asked).toEqual([]);
    expect(lab.host.prompts).toHaveLength(12);
  });

  test("a run of an unknown price asks above 30 sessions, and not up to them", async () => {
    await start();
    offered(8, { price: null });
    lab.permits = false;
    const reply = await run(6);
    expect(reply).toContain("is unknown, and 42 sessions are to be asked");
    expect(lab.asked).toHaveLength(1);
    expect(lab.host.prompts).toHaveLength(0);
    await run(5);
    expect(lab.asked).toHaveLength(1);
    expect(lab.host.prompts).toHaveLength(30);
  });

  test("of a price of which a part is unknown the known part counts for itself", async () => {
    await start();
    lab.host.models = async () =>
      many(8).map((id, at) => available(id, { price: at === 0 ? null : { input: 2, output: 10 } }));
    lab.permits = false;
    await run(8);
    expect(lab.asked[0]).toMatch(/about \$\d\.\d\d without p0\/model-0, whose price is unknown: more than \$1\. /);
  });
});

test("confirm_above: 0 asks before what may cost, too", async () => {
  await start({ config: { confirm_above: 0 } });
  lab.host.models = async () => [available("a/odd-1", { price: null })];
  lab.permits = false;
  await lab.call("doctor", { ask: true });
  expect(lab.asked).toEqual([
    "designlab_cost: 1 session with 1 model: the price of a/odd-1 is unknown, and 1 session is to be asked. Start?",
  ]);
});

test("confirm_above: null never asks about a price", async () => {
  await start({ config: { confirm_above: null } });
  lab.host.models = async () => [
    available("a/dear-1", { price: { input: 100, output: 500 } }),
    available("b/odd-1", { price: null }),
  ];
  lab.permits = false;
  await lab.call("run", { task: "A queue", topic: "queue", design_models: "a/dear-1,b/odd-1" });
  expect(lab.asked).toEqual([]);
  expect(lab.host.prompts.length).toBeGreaterThan(0);
});

test("no argument of a call reaches confirm_above", async () => {
  await start({ config: { confirm_above: 0 } });
  const limits = { confirm_above: 100 };
  expect(await lab.call("run", { task: "A queue", confirm_above: 100 })).toContain('no argument "confirm_above"');
  expect(await lab.call("run", { task: "A queue", limits })).toContain('no argument "limits.confirm_above"');
  expect(lab.host.prompts).toHaveLength(0);
});

describe("the host's own free models", () => {
  const own = { hosts_own: true, price: null };

  test("are asked only after the person allowed it, whatever the price is to be", async () => {
    await start({ config: { confirm_above: null } });
    lab.host.models = async () => [available("host/free-1", own)];
    lab.permits = false;
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(lab.asked[0]).toMatch(
      /^designlab_free: The text of the task, and what its designers read of the project, goes to host\/free-1, /,
    );
    expect(reply).toContain("--design-models");
    expect(reply).toContain("opencode auth login");
    expect(lab.host.prompts).toHaveLength(0);
    lab.permits = true;
    await lab.call("run", { task: "A queue", topic: "queue" });
    expect(lab.host.prompts.length).toBeGreaterThan(0);
  });

  test("are not asked about where the call or the configuration names them", async () => {
    await start({ config: { review_models: ["host/free-1"] } });
    lab.host.models = async () => [available("host/free-1", own), available("host/free-2", own)];
    lab.permits = false;
    await lab.call("run", { task: "A queue", topic: "queue", design_models: "host/free-1,host/free-2" });
    expect(lab.asked).toEqual([]);
    expect(lab.host.prompts.length).toBeGreaterThan(0);
    await lab.call("score", { models: "host/free-2" });
    expect(lab.asked).toEqual([]);
  });
});

test("what a checkout's file wanted and did not get is said in the reply, the dry run and by doctor", async () => {
  await start();
  await mkdir(join(lab.dir, ".opencode"), { recursive: true });
  const wanted = { confirm_above: 50, review: { quantitative: { samples: 3 } } };
  const file = join(lab.dir, ".opencode/design-lab.json");
  await writeFile(file, JSON.stringify(wanted));
  const said = `${file} wants confirm_above 50; the default of 1 holds`;
  const call = { task: "A queue", topic: "queue" };
  for (const reply of [
    await lab.call("run", { ...call, dry_run: true }),
    await lab.call("run", call),
    await lab.call("score", { experiment: basename(await onlyExperiment(lab.dir)), force: true }),
    await lab.call("doctor"),
  ]) {
    expect(reply).toContain(said);
    expect(reply).toContain("wants review.quantitative.samples 3; the default of 1 holds");
  }
  expect(await lab.call("doctor")).toContain(`- look · Bounds: ${said}`);
});
