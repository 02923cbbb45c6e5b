import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench({ config: { design_models: ["alpha/strong-1", "gamma/weak-1"] } });
});
afterEach(() => lab.dispose());

describe("a task", () => {
  for (const task of ["\u2800", "\u2800 \u3164\u200b\n", "\u00ad", "…", "!!! 123", "<task>", "Your task here."]) {
    test(`of ${JSON.stringify(task)} alone is no task: nothing is asked or made`, async () => {
      expect(await lab.call("run", { task })).toContain("a task is needed");
      expect(await readdir(lab.dir)).toEqual([]);
      expect(lab.host.sessions).toEqual([]);
    });
  }

  test("that no experiment could be opened with is refused before anything is asked or made", async () => {
    const tasks: object[] = [
      { task: "x".repeat(21_000_000) },
      { task: "A queue", requirements: Array(9_000).fill("fast") },
    ];
    for (const args of tasks) {
      const reply = await lab.call("run", args);
      expect(reply).toContain("Cannot start: ");
      expect(reply).toContain("at most");
      expect(reply.length).toBeLessThan(1_000);
    }
    expect(await readdir(lab.dir)).toEqual([]);
    expect(lab.host.sessions).toEqual([]);
  });

  test("of letters nobody sees as a topic makes an experiment that can be opened", async () => {
    await lab.call("generate", { task: "A queue", topic: "\u2800" });
    const dir = await onlyExperiment(lab.dir);
    expect((await readJson<Task>(join(dir, "task.json"))).topic).not.toMatch(/^[\s\u2800]*$/);
    expect(await lab.call("show", { experiment: basename(dir) })).toContain("2 of 2 designs");
  });
});

test("a clock that goes back in the middle of a run gives no negative duration, and the run ends as any other", async () => {
  await lab.dispose();
  let time = Date.parse("2026-11-21T12:00:00Z");
  lab = await bench({
    config: { design_models: ["alpha/strong-1", "gamma/weak-1"] },
    now: () => {
      time -= 60_000;
      return new Date(time);
    },
  });
  expect(await lab.call("run", { task: "A queue", topic: "queue" })).toContain("2 designs written");
  const dir = await onlyExperiment(lab.dir);
  for (const args of [{ what: "ledger" }, { what: "designs" }, {}]) {
    const reply = await lab.call("show", { experiment: basename(dir), ...args });
    expect(reply).not.toContain("a defect of its own");
    expect(reply).not.toMatch(/-\d+(\.\d+)? ?(s|m|h|ms)\b/);
  }
  const ledger = await readFile(join(dir, "ledger.jsonl"), "utf8");
  expect(ledger).not.toContain('"seconds":-');
});
