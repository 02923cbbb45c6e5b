import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { livePlan, planStamp } from "../../src/live/plan.ts";
import { exampleOf } from "../store/examples.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-live-plan-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test("a plan is told with its tasks, and its stamp is another after each change", async () => {
  expect([await planStamp(dir), await livePlan({ dir })]).toEqual(["", { plan: null, unread: "" }]);
  const place = { in: "experiment", path: "tasks", done: true };
  await writeFile(join(dir, "plan.json"), JSON.stringify({ ...exampleOf("plan"), place }));
  const stamps = [await planStamp(dir)];
  expect(await livePlan({ dir })).toEqual({
    plan: null,
    unread: expect.stringContaining("there is no such folder"),
  });
  await mkdir(join(dir, "tasks"));
  await writeFile(join(dir, "tasks/a.md"), "---\nid: a\nname: A\n---\n");
  stamps.push(await planStamp(dir));
  const { plan, unread } = await livePlan({ dir });
  expect([plan?.title, plan?.tasks.map(({ id }) => id), unread]).toEqual(["tasks", ["a"], ""]);
  await writeFile(join(dir, "tasks/a.md"), "---\nid: a\nname: A\nstatus: completed\n---\n");
  stamps.push(await planStamp(dir));
  expect(new Set(stamps).size).toBe(3);
  await writeFile(join(dir, "plan.json"), "{");
  expect((await livePlan({ dir })).unread).toContain("Cannot read where the tasks of the plan lie.");
  expect(await planStamp(dir)).not.toBe("");
});

test("a plan that waits for approval is told as its files would be, and that none is one", async () => {
  await writeFile(join(dir, "plan.json"), JSON.stringify({ ...exampleOf("plan"), approved: null, place: null }));
  const { plan, unread } = await livePlan({ dir });
  expect([plan?.title, plan?.tasks.map(({ id }) => id), unread]).toEqual([
    "plan.json",
    (exampleOf("plan") as { tasks: { id: string }[] }).tasks.map(({ id }) => id),
    "",
  ]);
  expect(JSON.stringify(plan?.stands[0])).toContain("none of these tasks is a file yet");
});
