import { expect, test } from "bun:test";
import { parseLedger } from "../../src/store/ledger.ts";
import { run, withCap } from "../e2e/support/capped.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";

test("a provider whose cap moves while it is asked loses no cell", async () => {
  let asked = 0;
  await using lab = await withCap(() => [9, 2, 6][Math.floor(asked++ / 8)] ?? 4);
  expect((await run(lab)).designlab[0]).toContain("9 reviews and 9 scores made.");
}, 300_000);

test("a provider that serves three at a time and refuses more loses no cell, and is named in the reply", async () => {
  await using lab = await withCap(() => 3);
  const [reply] = (await run(lab)).designlab;
  expect(reply).toContain("3 designs written, 9 reviews and 9 scores made.");
  expect(reply).toMatch(/acme slowed this run down: it took [1-6] sessions? at a time/u);
  const lines = parseLedger((await snapshot(await onlyExperiment(lab.project.directory)))["ledger.jsonl"] ?? "");
  expect(lines.some(({ event, provider }) => event === "limit" && provider === "acme")).toBe(true);
  expect(lines.filter(({ event }) => event === "failed")).toEqual([]);
}, 300_000);
