import { afterEach, expect, test } from "bun:test";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

test("a call that names no experiment means the newest, and the list begins with it", async () => {
  let day = 1;
  lab = await bench({ now: () => new Date(Date.UTC(2026, 0, day, 12)) });
  // By name the oldest would come last and by the order of making first.
  for (const [at, topic] of [
    [3, "middle"],
    [9, "newest"],
    [1, "oldest"],
  ] as const) {
    day = at;
    await lab.call("generate", { task: `A ${topic} queue`, topic });
  }
  expect(await lab.call("show", { what: "task" })).toStartWith("## newest\n");
  const rows = (await lab.call("show"))
    .split("\n")
    .filter((line) => line.startsWith("- ") && line.includes("(2026-01-0"));
  expect(rows.map((row) => row.match(/\((\S+)\)/)?.[1])).toEqual([
    "2026-01-09-newest",
    "2026-01-03-middle",
    "2026-01-01-oldest",
  ]);
});

test("the newest experiment of a task decides whether it is unfinished", async () => {
  let day = 1;
  lab = await bench({ now: () => new Date(Date.UTC(2026, 0, day, 12)) });
  await lab.call("run", { task: "A queue", topic: "whole" });
  day = 2;
  await lab.call("generate", { task: "A queue", topic: "begun", fresh: true });
  expect(await lab.call("run", { task: "A queue" })).toContain("2026-01-02-begun, is unfinished");
  await lab.call("run", { experiment: "2026-01-02-begun" });
  expect(await lab.call("run", { task: "A queue", dry_run: true })).toContain("**Dry run:** no model was called");
});
