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

const decided = (aspect: string, choice: string, rationale: string) => ({
  ...{ aspect, choice, rationale },
  alternatives: ["A table: one more thing to run"],
});

function planWith(text: string): TaskPlan {
  const plan = exampleOf("plan") as TaskPlan;
  const [task] = plan.tasks;
  if (task === undefined) throw new Error("no task in the example");
  const builds = buildsOf(
    { requirements: [text, "of no task"], constraints: [], non_functional_requirements: [] },
    {
      components: [{ name: "Store", description: text, responsibilities: ["keeps"], interfaces: ["put(key)"] }],
      tradeoffs: [
        decided("Where jobs lie", "In the store", "One file"),
        decided("Who restarts", "The supervisor", "It restores nothing"),
        { ...decided("What is shown", "A page", "Simple"), alternatives: ["The store: slow"] },
      ],
    },
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

test("a task's file has what the design decided in words that name its component, and no more than eight of it", () => {
  const [task] = plannedTasks(planWith("words"));
  expect(task?.body).toContain(
    "## What the design decided about it\n\nWhere jobs lie:\n\n```\nIn the store\nwhy: One file\n- rejected: A table: one more thing to run\n```\n",
  );
  expect(task?.body).not.toContain("supervisor");
  expect(task?.body).not.toContain("What is shown");
  const plan = planWith("words");
  const choices = Array.from({ length: 11 }, (_, at) => ({ components: ["Store"], aspect: `aspect ${at}`, text: "t" }));
  const [long] = plannedTasks({ ...plan, builds: { requirements: [], components: [], choices } });
  expect(long?.body.match(/^aspect/gmu)).toHaveLength(8);
  expect(long?.body).toContain("And 3 more decisions of the design, which stand there.");
});

test("a component whose name is a pattern, or part of a word, is looked for as it is", () => {
  const named = (name: string, choice: string) =>
    buildsOf(
      { requirements: [], constraints: [], non_functional_requirements: [] },
      {
        components: [{ name, description: "d", responsibilities: [] }],
        tradeoffs: [{ aspect: "a", choice, rationale: "r", alternatives: [] }],
      },
    ).choices?.length;
  expect(named("Queue (v2.*)", "The queue (v2.*) holds")).toBe(1);
  expect(named("Queue (v2.*)", "The queue v2xx holds")).toBeUndefined();
  expect(named("Äpfel-Lager", "Das äpfel-lager\nhält")).toBe(1);
  expect(named("Store", "It restores, and Stores")).toBeUndefined();
});

test("a plan of before, which keeps no texts, has the files that it had", () => {
  const { builds: _, ...before } = planWith("words");
  const [task] = plannedTasks(before as TaskPlan);
  expect(task?.body).not.toContain("## Requirements that it serves");
});

test("a task's file has every constraint that it does not serve itself, for none may be broken on the way", () => {
  const constraints = Array.from({ length: 14 }, (_, at) => `limit ${at + 1}.`);
  const builds = buildsOf(
    { requirements: ["of no task"], constraints, non_functional_requirements: ["fast"] },
    { components: [], tradeoffs: [] },
  );
  const plan = planWith("words");
  const tasks = plan.tasks.map((task) => ({ ...task, requirements: ["C2"], components: [] }));
  const [task] = plannedTasks({ ...plan, tasks, builds });
  const [served = "", holds = ""] = task?.body.split("## What no task may break") ?? [];
  expect(served).toContain("C2:\n\n```\nlimit 2.\n```");
  expect(holds).toContain("C1:\n\n```\nlimit 1.\n```");
  expect(holds).not.toContain("C2:");
  expect(holds.match(/^C\d+:$/gmu)).toHaveLength(12);
  expect(holds).toContain("And 1 more constraint, which the design's document holds.");
  expect(task?.body).not.toContain("fast");
});

test("a component is quoted with whom it talks to and what these offer", () => {
  const component = (name: string, interfaces: string[]) => ({
    name,
    description: "d",
    responsibilities: [],
    interfaces,
  });
  const { components } = buildsOf(
    { requirements: [], constraints: [], non_functional_requirements: [] },
    {
      components: [component("Refunds", []), component("Payments", ["charge(key)", "status(key)"])],
      connections: [{ from: "refunds", to: "Payments", what: "asks for the money" }],
      tradeoffs: [],
    },
  );
  expect(components.map(({ text }) => text)).toEqual([
    "d\n- calls Payments: asks for the money (it offers: charge(key); status(key))",
    "d\n- interface: charge(key)\n- interface: status(key)\n- called by refunds: asks for the money",
  ]);
});

test("a risk is told without a number that stands in no document of the project", () => {
  const plan = planWith("words");
  const risks = [{ id: "K1", severity: "high", text: "It is lost" }];
  const tasks = plan.tasks.map((task) => ({ ...task, risks: ["K1"] }));
  expect(plannedTasks({ ...plan, tasks, risks })[0]?.body).toContain("## Risks that it carries\n\n- high: It is lost");
});

test("a task's file counts more decisions and constraints only where there are more than it quotes", () => {
  const plan = planWith("words");
  const choices = Array.from({ length: 8 }, (_, at) => ({ components: ["Store"], aspect: `aspect ${at}`, text: "t" }));
  const requirements = Array.from({ length: 12 }, (_, at) => ({ id: `C${at + 1}`, text: `limit ${at + 1}.` }));
  const [task] = plannedTasks({ ...plan, builds: { requirements, components: [], choices } });
  expect(task?.body).toContain("aspect 7:");
  expect(task?.body).toContain("limit 12.");
  expect(task?.body).not.toMatch(/^And -?\d+ more/mu);
});
