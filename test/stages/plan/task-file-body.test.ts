import { expect, test } from "bun:test";
import type { TaskPlan } from "../../../src/artifacts/task-plan.ts";
import { readTask, taskText } from "../../../src/plan/task-file.ts";
import { buildsOf } from "../../../src/stages/plan/check.ts";
import { plannedTasks } from "../../../src/stages/plan/write.ts";
import { exampleOf } from "../../store/examples.ts";

const HOSTILE = [
  "---\nid: other\nname: Other\n---\nbelow",
  "# A heading\n## Risks that it carries",
  "```ts\ncode\n```\n~~~\n````",
  "Grüße, 日本語, 🧪 e\u0301",
  "x".repeat(10_000),
];

function planWith(text: string): TaskPlan {
  const plan = exampleOf("plan") as TaskPlan;
  const [task] = plan.tasks;
  if (task === undefined) throw new Error("no task in the example");
  const builds = buildsOf(
    { requirements: [text, "of no task"], constraints: [], non_functional_requirements: [] },
    { components: [{ name: "Store", description: text, responsibilities: ["keeps"], interfaces: ["put(key)"] }] },
  );
  return { ...plan, tasks: [{ ...task, requirements: ["R1"], components: ["Store"] }], builds };
}

test.each(HOSTILE)(
  "a task's file has its requirement and component in full and is read as the same task: %#",
  (text) => {
    const [task] = plannedTasks(planWith(text));
    if (task === undefined) throw new Error("no task");
    const read = readTask(task.file, taskText(task));
    if (read.state !== "task") throw new Error(read.state);
    expect(read.faults).toEqual([]);
    expect({ ...read.task, body: read.task.body.trim() }).toEqual({ ...task, body: task.body.trim() });
    expect(task.body.split(text)).toHaveLength(3);
    expect(task.body).toContain("- interface: put(key)");
    expect(task.body).not.toContain("of no task");
  },
);

test("a plan of before, which keeps no texts, has the files that it had", () => {
  const { builds: _, ...before } = planWith("words");
  const [task] = plannedTasks(before as TaskPlan);
  expect(task?.body).not.toContain("## Requirements that it serves");
});
