import { afterEach, describe, expect, test } from "bun:test";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
async function start(options?: BenchOptions): Promise<Bench> {
  lab = await bench(options);
  return lab;
}
afterEach(() => lab.dispose());

const TASK = { task: "Design a durable task queue", requirements: ["Survives a crash", "Serves 1,000 jobs a second"] };

async function ranked(options?: BenchOptions): Promise<string> {
  await start(options);
  await lab.call("run", TASK);
  lab.host.prompts.length = 0;
  return onlyExperiment(lab.dir);
}

describe("refine", () => {
  test("has a design revised and both judged anew, and says first whether it is better", async () => {
    const dir = await ranked();
    const before = await snapshot(dir);
    const reply = await lab.call("refine", { experiment: "latest", designs: "B" });
    console.log(reply);
    const after = await snapshot(dir);
    expect(
      Object.keys(after).filter((path) => path.startsWith("rounds/1/designs/") && path.endsWith(".json")),
    ).toHaveLength(2);
    for (const [path, text] of Object.entries(before))
      if (!path.startsWith("ledger") && path !== ".lock") expect(after[path]).toEqual(text);
  });
  test("merges", async () => {
    await ranked();
    console.log(await lab.call("refine", { experiment: "latest", merge: true, revise: true, dry_run: true }));
    console.log(await lab.call("refine", { experiment: "latest", merge: true, revise: true }));
    console.log(await lab.call("refine", { experiment: "latest" }));
  });
});
