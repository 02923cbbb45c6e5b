import { expect, test } from "bun:test";
import type { TaskFault } from "../../src/artifacts/plan-task.ts";
import { type Finding, validate } from "../../src/plan/validate.ts";
import { plan, TWELVE, task } from "./samples.ts";

const DESIGN = {
  requirements: ["R1", "R2", "C1"].map((id) => ({ id, text: `What ${id} asks for.` })),
  components: ["Store", "Session Store"],
};

test("a sound plan has nothing wrong, and says what it serves of its design", () => {
  const { errors, notes, served, islands } = validate(plan(TWELVE), DESIGN);
  expect(errors).toEqual([]);
  expect(notes).toEqual([
    { kind: "unserved", what: "requirement", name: "C1", text: "What C1 asks for." },
    { kind: "unserved", what: "component", name: "Session Store", text: "" },
  ]);
  expect(served).toBe(true);
  expect(islands.map(({ length }) => length)).toEqual([10, 2]);
  expect(validate(plan(TWELVE), null)).toMatchObject({ notes: [], served: false });
});

test("every kind of fault is named once, what keeps work from being done apart from what is to be known", () => {
  const fault: TaskFault = { file: "zz.md", line: 3, kind: "no-end" };
  const field: TaskFault = { file: "a.md", line: 4, kind: "value", field: "risk", need: "x", found: "y" };
  const tasks = [
    task("a", ["b", "b"], { requirements: ["R9", "r1"], components: ["session  store"] }),
    task("b", ["a"]),
    task("c", ["zz", "aa-1"]),
    task("d", ["c"], { status: "completed" }),
    task("aa-2"),
  ];
  const folder = {
    twice: [{ id: "c", files: ["c.md", "d.md"] }],
    broken: [fault],
    faults: [field],
    left_out: [{ file: "x.md", kind: "too-large", bytes: 2, most: 1 } as const],
  };
  const { errors, notes } = validate(plan(tasks, folder), DESIGN);
  const wrong: Finding[] = [
    { kind: "broken", fault },
    { kind: "twice", id: "c", files: ["c.md", "d.md"] },
    { kind: "cycle", path: ["a", "b", "a"] },
    { kind: "unknown", id: "c", on: "zz", near: null, broken: fault },
    { kind: "unknown", id: "c", on: "aa-1", near: "aa-2", broken: null },
  ];
  expect(errors).toEqual(wrong);
  const known: Finding[] = [
    { kind: "fault", fault: field },
    { kind: "left-out", left: { file: "x.md", kind: "too-large", bytes: 2, most: 1 } },
    { kind: "repeated", id: "a", on: "b" },
    { kind: "early", id: "d", for: [{ id: "c", status: "pending" }] },
    { kind: "unserved", what: "requirement", name: "R2", text: "What R2 asks for." },
    { kind: "unserved", what: "requirement", name: "C1", text: "What C1 asks for." },
    { kind: "stranger", what: "requirement", id: "a", name: "R9", near: null },
    { kind: "unserved", what: "component", name: "Store", text: "" },
  ];
  expect(notes).toEqual(known);
});
