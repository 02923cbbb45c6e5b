import { expect, test } from "bun:test";
import { rateLimited } from "../../rehearsal/faults.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { onEachHost } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const MODELS = ["acme/a", "acme/b", "acme/c"];
const PATIENT = { timeout: 90_000 };

onEachHost(() => {
  test("a provider that serves three at a time and refuses more loses no cell, and is named in the reply", async () => {
    await using lab = await withCap(() => 3);
    const [reply] = (await run(lab)).designlab;
    expect(reply).toContain("3 designs written, 9 reviews and 9 scores made.");
    expect(reply).toMatch(/acme slowed this run down: it took [1-6] sessions? at a time/u);
    const lines = parseLedger((await snapshot(await onlyExperiment(lab.project.directory)))["ledger.jsonl"] ?? "");
    expect(lines.some(({ event, provider }) => event === "limit" && provider === "acme")).toBe(true);
    expect(lines.filter(({ event }) => event === "failed")).toEqual([]);
  }, 300_000);

  test("a provider whose cap moves while it is asked loses no cell", async () => {
    let asked = 0;
    await using lab = await withCap(() => [9, 2, 6][Math.floor(asked++ / 8)] ?? 4);
    expect((await run(lab)).designlab[0]).toContain("9 reviews and 9 scores made.");
  }, 300_000);
});

/** `cap` says, for each request, how many the provider serves at a time just then. */
async function withCap(cap: () => number): Promise<Rehearsal> {
  const lab = await rehearse({
    models: MODELS.map((id) => ({ id, delay: 2_000 })),
    script: (asked): Reply | undefined => {
      if (!asked.model.startsWith("acme/")) return undefined;
      const open = lab.labRequests().filter(({ answered_at, closed_at }) => answered_at === null && closed_at === null);
      return open.length > cap() ? { ...rateLimited(), delay: 10 } : undefined;
    },
    lab: { design_models: MODELS, review_models: MODELS },
  });
  return lab;
}

const run = (lab: Rehearsal) => lab.call("run", { task: "Design a durable task queue", topic: "queue" }, PATIENT);
