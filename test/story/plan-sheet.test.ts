import { expect, test } from "bun:test";
import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import { planSheet } from "../../src/story/plan-sheet.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { hostilePlan } from "../plan/hostile.ts";
import { MANY } from "../plan/many.ts";
import { plan, TWELVE, task } from "../plan/samples.ts";

const as = (id: string, change: Partial<PlanTask>): PlanTask => {
  const found = TWELVE.find((each) => each.id === id) ?? task(id);
  return { ...found, ...change };
};
const begun = plan([as("a", { status: "completed" }), as("b", { status: "in-progress" }), ...TWELVE.slice(2)]);
const said = (sentences: readonly Parameters<typeof unmarked>[0][]): string[] =>
  sentences.map((each) => unmarked(each, (id) => id));

test("a sheet has every task by its step, with what it waits for and what can be started", () => {
  const sheet = planSheet(begun, "tasks");
  const row = (id: string) => sheet.tasks.find((each) => each.id === id);
  expect(sheet.tasks.map(({ id, layer }) => `${layer}${id}`).join(" ")).toBe("1a 1k 2b 2c 2l 3d 3e 3f 4g 4h 4i 5j");
  expect([sheet.title, sheet.layers, sheet.left_out]).toEqual(["tasks", 5, 0]);
  expect(sheet.critical).toEqual(["b", "d", "g", "j"]);
  expect(sheet.tasks.filter(({ critical }) => critical).map(({ id }) => id)).toEqual(["b", "d", "g", "j"]);
  expect(sheet.tasks.filter(({ ready }) => ready).map(({ id }) => id)).toEqual(["k", "c"]);
  expect(row("g")?.before).toEqual(["d", "e"]);
  expect(row("g")?.waits_for).toEqual([
    { id: "d", status: "pending" },
    { id: "e", status: "pending" },
  ]);
  expect(row("b")?.waits_for).toEqual([]);
  expect([row("b")?.meets, row("c")?.meets]).toEqual([
    [{ id: "c", file: "src/store" }],
    [{ id: "b", file: "src/store/read.ts" }],
  ]);
  expect([row("d")?.risk, row("d")?.scope, row("d")?.level, row("d")?.requirements]).toEqual([
    "high",
    "broad",
    null,
    ["R2"],
  ]);
});

test("it says how the plan stands, what is next and what the figures rest on, each once", () => {
  const sheet = planSheet(begun, "tasks");
  expect(said(sheet.stands)).toEqual([
    "12 tasks: 10 pending, 1 in-progress, 1 completed.",
    "To be started next: k “Task k”, for it begins a path (cost 6), 1 task waits for it, and l can be started once it is done; its risk weight × impact weight is 0.2.",
    "The longest path of what is left has 4 tasks and cost 10, of 26 for all that is left. However many hands there are, these come one after the other.",
  ]);
  const failed = plan([as("a", { status: "failed" }), ...TWELVE.slice(1, 2)]);
  expect(said(planSheet(failed, "tasks").stands)[1]).toStartWith(
    "To be started next: a “Task a” again, after it failed, for",
  );
  const noted = { ...failed, notes: new Map([["a", "No line | E_17."]]) };
  expect(said(planSheet(noted, "tasks").stands)[1]).toContain("again, after it failed (“No line | E_17”), for");
  expect(said([sheet.rests ?? []])[0]).toContain("Every task was assessed; nothing is assumed.");
  expect(sheet.wrong).toEqual([]);
});

test("what stands in a cycle or behind one has no step, and its faults stand with it and in the whole list", () => {
  const sheet = planSheet(plan([task("a", ["c"]), task("b", ["a"]), task("c", ["b"]), task("d", ["c", "gone"])]), "t");
  const [a, , , d] = sheet.tasks;
  expect(sheet.tasks.map(({ layer, in_cycle }) => [layer, in_cycle])).toEqual([
    [null, true],
    [null, true],
    [null, true],
    [null, false],
  ]);
  expect(said(a?.faults ?? [])).toEqual([
    "a cycle, of which nothing can ever be started: a → b → c → a: to break it there, take c out of depends_on of a",
  ]);
  expect(said(d?.faults ?? [])).toEqual(["d waits for gone, and no file has that id"]);
  expect(d?.before).toEqual(["c"]);
  expect(said(sheet.wrong)).toEqual(said([...(a?.faults ?? []), ...(d?.faults ?? [])]));
  expect(said(sheet.stands).at(-1)).toBe(
    "Left out, for they stand in a cycle and have no place in any order: a, b and c, and 1 task that waits for them.",
  );
});

test("a fault of a file is its task's, also where an id is called like another's file", () => {
  const fault = { kind: "value" as const, file: "a.md", line: 3, field: "risk", need: "a word", found: "7" };
  const sheet = planSheet(plan([task("a"), task("a.md", [], { file: "b.md" })], { faults: [fault] }), "t");
  expect(sheet.tasks.map(({ id, faults }) => [id, faults.length])).toEqual([
    ["a", 1],
    ["a.md", 0],
  ]);
});

test("the first 400 tasks are shown, the rest is counted, and what is wrong is bounded", () => {
  const more = Array.from({ length: 150 }, (_, at) => task(`x${at}`, [`none-${at}`]));
  const sheet = planSheet(plan([...MANY, ...more]), "t");
  expect([sheet.tasks.length, sheet.left_out]).toEqual([400, 50]);
  const shown = new Set(sheet.tasks.map(({ id }) => id));
  expect(sheet.tasks.flatMap(({ before }) => before).filter((id) => !shown.has(id))).toEqual([]);
  expect(said(sheet.wrong.slice(40))).toEqual(["and 110 more things"]);
});

test("nothing, and names that hide something, are shown as they are worth", () => {
  const empty = planSheet(plan([]), "t");
  expect([empty.tasks, said(empty.stands), empty.critical]).toEqual([[], ["0 tasks."], []]);
  const done = planSheet(plan([task("a", [], { status: "completed" })]), "t");
  expect([said(done.stands), done.rests, empty.rests]).toEqual([
    ["1 task: 1 completed.", "The only task is completed."],
    null,
    null,
  ]);
  const hidden = planSheet(plan([task("a", [], { name: "one\u202Etwo\u0000\u200B" })]), "t");
  expect(hidden.tasks[0]?.name).toBe("onetwo");
});

test("a sheet says that not every path was compared, and shows some of what is wrong with a task", () => {
  const globs = planSheet(hostilePlan("paths of four parts with stars, all in progress", 250), "tasks");
  expect(said(globs.stands).filter((each) => each.includes("than are compared"))).toHaveLength(1);
  const torn = planSheet(hostilePlan("no entry of a list can be read", 3), "tasks");
  expect(torn.tasks[0]?.faults).toHaveLength(13);
  expect(said(torn.tasks[0]?.faults ?? []).at(-1)).toBe("and 88 more things");
});
