import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decidedProject } from "../support/decided-project.ts";
import { snapshot } from "../support/disk.ts";

const project = decidedProject({
  task: "Design a durable task queue",
  topic: "Task queue",
  requirements: ["Survives a crash", "p99 below 50 ms"],
  constraints: ["No new database"],
});
const ONE = "build-public-api";

test("a file of the project that has the name of a part is not written over, nor is anything else", async () => {
  const { lab } = await project.start({});
  await project.approved();
  await project.plan({ expand: ONE });
  const file = join(lab.dir, "tasks", `${ONE}-edges.md`);
  writeFileSync(file, "Mine.\n");
  const before = await snapshot(join(lab.dir, "tasks"));
  await project.answered({ decision: "approve", annotations: {} });
  expect(await project.plan()).toContain(`${ONE}-edges.md is there already. Nothing was written.`);
  expect(await snapshot(join(lab.dir, "tasks"))).toEqual(before);
  expect(readFileSync(file, "utf8")).toBe("Mine.\n");
});
