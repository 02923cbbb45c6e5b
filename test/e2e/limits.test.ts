import { expect, test } from "bun:test";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { run, withCap } from "./support/capped.ts";
import { onEachHost } from "./support/hosts.ts";

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
});
