import { expect, test } from "bun:test";
import { basename, join } from "node:path";
import { spentOf } from "../../src/experiment/spent.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";
import { askedFor, experimentsIn, standingOf } from "./support/standing.ts";

const DESIGNERS = ["alpha/a", "beta/b", "gamma/c"];
/** Dollars of three designs and nine evaluations at these lengths and the rehearsal's $1 and $4 for a million tokens. */
const DESIGN = { input: 3_000, output: 6_000 };
const EVALUATION = { input: 8_000, output: 2_500 };
const PRICE = 3 * 0.027 + 9 * 0.018;

test.concurrent("half the price stops a run below it; with more it goes on and asks nothing again; a dry run asks nothing", async () => {
  await using lab = await rehearse({
    models: DESIGNERS.map((id) => ({ id })),
    lab: { design_models: DESIGNERS, review_models: DESIGNERS },
    script: ({ kind, model }) =>
      kind === "design"
        ? {
            text: (answer) => JSON.stringify({ ...JSON.parse(answer), title: `Plan ${DESIGNERS.indexOf(model)}` }),
            usage: DESIGN,
          }
        : kind === "evaluation"
          ? { usage: EVALUATION }
          : undefined,
  });
  const server = await lab.serve();
  const run = async (args: object) => (await callServed(server, "run", args)).reply;
  const task = { task: "Design a durable task queue", topic: "queue" };

  expect(await run({ ...task, dry_run: true })).toContain("**Dry run:** no model was called. 12 sessions, about ");
  expect(lab.labRequests()).toEqual([]);

  const stopped = await run({ ...task, limits: { max_cost: PRICE / 2 } });
  expect(stopped.split("\n")[0]).toStartWith("**Stopped: budget.** The next session could pass max_cost");
  const dir = await onlyExperiment(lab.project.directory);
  const half = await standingOf(dir);
  expect([...half.done.keys()].filter((name) => name.startsWith("design"))).toHaveLength(3);
  expect([...half.done.keys()].filter((name) => name.startsWith("score")).length).toBeWithin(1, 9);
  const spent = async () => spentOf(parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "")).cost;
  expect(await spent()).toBeLessThanOrEqual(PRICE / 2);
  expect(await spent()).toBeGreaterThan(PRICE / 4);

  const whole = await run({ experiment: basename(dir), limits: { max_cost: PRICE * 2 } });
  expect(whole).not.toContain("Incomplete");
  expect(await spent()).toBeCloseTo(PRICE, 6);
  const asked = lab.labRequests().flatMap((request) => askedFor(request, designOf));
  expect(asked).toHaveLength(3 + 2 * 9);
  expect(new Set(asked).size).toBe(asked.length);
  const { files } = await standingOf(dir);
  for (const [path, text] of Object.entries(half.files)) {
    if (!path.startsWith("results/")) expect(files[path]).toBe(text);
  }
}, 300_000);

test.concurrent("experiments run side by side in one process and in two, and one experiment only once", async () => {
  await using lab = await rehearse({
    models: [...DESIGNERS, "slow/s"].map((id) => ({ id })),
    lab: { design_models: ["alpha/a", "beta/b"], review_models: ["alpha/a", "beta/b"] },
    script: [{ model: "slow/s", kind: "design", reply: { delay: 600_000 } }],
  });
  const one = await lab.serve();
  const two = await lab.serve();
  const held = await callServed(one, "run", { task: "Held", topic: "held", design_models: ["alpha/a", "slow/s"] });
  for (const model of ["alpha/a", "slow/s"]) {
    await lab.provider.waitFor((request) => request.model === model && request.kind === "design", 40_000);
  }
  const base = join(lab.project.directory, ".opencode/design-lab");
  const heldId = basename((await experimentsIn(base))[0] ?? "");

  const before = lab.labRequests().length;
  for (const server of [one, two]) {
    const second = await callServed(server, "run", { experiment: heldId });
    expect(await second.reply).toContain(`Another call or another OpenCode is at work on ${heldId}; nothing was done`);
  }
  expect(lab.labRequests().length).toBe(before);

  const others = await Promise.all([
    callServed(one, "run", { task: "First", topic: "first" }),
    callServed(one, "run", { task: "Second", topic: "second" }),
    callServed(two, "run", { task: "Third", topic: "third" }),
  ]);
  for (const { reply } of others) expect(await reply).toContain("2 designs written, 4 reviews and 4 scores made.");

  await one.kill9();
  await expect(held.reply).rejects.toThrow();
  const taken = await callServed(two, "review", { experiment: heldId });
  expect(await taken.reply).toContain("2 reviews made");
}, 300_000);

/** The design that a reviewer's prompt holds, by the title that the script gave it. */
function designOf(text: string): string {
  return (DESIGNERS[Number(/Plan (\d)/.exec(text)?.[1])] ?? "unknown").replace("/", "-");
}
