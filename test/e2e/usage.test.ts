import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Design } from "../../src/artifacts/design.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";

const MODELS = ["alpha/a", "beta/b"];
/** What some providers send for "unknown". */
const UNKNOWN = 2 ** 64 - 1;

test("a provider that counts 2^64 - 1 tokens loses no answer: what it took is unknown, and every view says so", async () => {
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id })),
    lab: { design_models: MODELS, review_models: MODELS },
    script: [{ model: "alpha/a", reply: { usage: { input: UNKNOWN, output: UNKNOWN } } }],
  });
  const server = await lab.serve();
  const reply = await (await callServed(server, "run", { task: "Design a queue", topic: "queue" })).reply;
  expect(reply).toContain("2 designs written, 4 reviews and 4 scores made.");
  expect(reply).toContain("what 3 sessions of them took is not known");
  const dir = await onlyExperiment(lab.project.directory);
  const of = async (id: string) => (await readJson<Design>(join(dir, "designs", `design-${id}.json`))).provenance;
  expect(await of("alpha-a")).toMatchObject({ tokens: null, cost: null });
  expect((await of("beta-b")).tokens?.output).toBeGreaterThan(0);
}, 100_000);
