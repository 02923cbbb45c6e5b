import { describe, expect, test } from "bun:test";
import { decidedProject } from "../support/decided-project.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";

let lab: Bench;
const project = decidedProject({
  task: "Design a durable task queue",
  topic: "Queue",
  requirements: ["Survives a crash"],
});
const { plan, approved } = project;
async function start(options: BenchOptions = {}): Promise<void> {
  ({ lab } = await project.start(options));
}

describe("a plan that is not approved", () => {
  test("says what would come first, and names no call that changes a task", async () => {
    await start();
    await plan();
    for (const view of [{ next: true }, { view: "show", task: "skeleton" }, { view: "list" }]) {
      const text = await plan({ ...view, wait: undefined });
      expect(text).toContain("none can be started");
      expect(text).not.toMatch(/start: "|done: "|\/design-lab plan \S+ (?:start|done|failed)|can be started now/u);
    }
    expect(await plan({ next: true, wait: undefined })).toContain("**First would be `skeleton`");
    await approved();
    expect(await lab.call("plan", { next: true })).toContain('start: "skeleton"');
  });
});
