import { afterEach, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const TASK = {
  task: "Design a durable task queue",
  topic: "queue",
  requirements: ["Survives a crash", "Serves 1,000 jobs a second"],
};

/** An experiment with a round: B was revised, and A and B were merged. */
async function refined(options: BenchOptions = {}): Promise<string> {
  lab = await bench(options);
  await lab.call("run", TASK);
  await lab.call("refine", { experiment: "latest", designs: "A,B", merge: true, revise: true });
  return onlyExperiment(lab.dir);
}

describe("a design of a round", () => {
  test("is shown", async () => {
    const dir = await refined();
    for (const args of [{}, { design: "B2" }, { what: "designs" }, { design: "M1", what: "scores" }])
      console.log(`=== show ${JSON.stringify(args)}\n${(await lab.call("show", { experiment: "latest", ...args })).slice(0, 3500)}`);
    console.log(`=== compare\n${await lab.call("compare", { experiment: "latest", designs: ["B", "B2"] })}`);
    console.log(`=== compare\n${await lab.call("compare", { experiment: "latest", designs: ["C", "B2"] })}`);
    console.log(`=== decide\n${await lab.call("decide", { experiment: "latest", design: "B2", because: "It is whole" })}`);
    const decision = await readJson<Decision>(join(dir, "decision.json"));
    console.log(decision.design_id, decision.record, decision.design_document);
    console.log(await readFile(join(dir, decision.record.path), "utf8"));
    console.log(await readFile(join(dir, decision.design_document?.path ?? ""), "utf8"));
    console.log((await readFile(join(dir, "results/ranking.md"), "utf8")));
  });
});
