import { afterEach, expect, test } from "bun:test";
import { cp, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { onlyExperiment, readJson } from "../support/disk.ts";
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
  day = 10;
  expect(await lab.call("show", { what: "task" })).toStartWith("## newest\n");
  const rows = (await lab.call("show")).split("\n").filter((line) => line.startsWith("- 2026-01-0"));
  expect(rows.map((row) => row.slice(2))).toEqual(["2026-01-09-newest", "2026-01-03-middle", "2026-01-01-oldest"]);
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

for (const [name, created_at] of [
  ["2099-01-01-planted", "2026-01-01T12:00:00.000Z"],
  ["2026-01-01-planted", "2099-01-01T12:00:00.000Z"],
  ["2026-01-01-planted", "2026-01-02T12:00:01.000Z"],
  ["2026-01-01-planted", "zzz"],
] as const) {
  test(`an experiment ${name} that was made at ${created_at} is last and never the newest, and can be named`, async () => {
    lab = await bench({ now: () => new Date(Date.UTC(2026, 0, 2, 12)) });
    await lab.call("generate", { task: "A queue", topic: "mine" });
    const mine = await onlyExperiment(lab.dir);
    const planted = join(dirname(mine), name);
    await cp(mine, planted, { recursive: true });
    const path = join(planted, "task.json");
    await writeFile(path, JSON.stringify({ ...(await readJson(path)), topic: "planted", created_at }));
    const before = lab.host.prompts.length;
    const list = await lab.call("show");
    expect(list.indexOf(basename(mine))).toBeLessThan(list.indexOf(name));
    expect(list).toContain("Dated in the future");
    expect(await lab.call("show", { what: "task" })).toStartWith("## mine");
    expect(await lab.call("show", { experiment: name, what: "task" })).toStartWith("## planted");
    expect(await lab.call("run", { experiment: "latest" })).toContain(basename(mine));
    expect(lab.host.prompts.length).toBeGreaterThan(before);
    // The newest of the task is whole, whatever the planted one lacks.
    expect(await lab.call("run", { task: "A queue", dry_run: true })).toContain("**Dry run:**");
  });
}

test("where every experiment is dated in the future there is no newest, and their ids are said", async () => {
  let year = 2026;
  lab = await bench({ now: () => new Date(Date.UTC(year, 0, 2, 12)) });
  await lab.call("generate", { task: "A queue", topic: "mine" });
  year = 2020;
  expect(await lab.call("rank")).toContain("Name one by its id, such as 2026-01-02-mine.");
});
