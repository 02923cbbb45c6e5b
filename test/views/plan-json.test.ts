import { expect, test } from "bun:test";
import { planJson } from "../../src/views/plan-json.ts";
import { MANY } from "../plan/many.ts";
import { plan, TWELVE, task } from "../plan/samples.ts";

test("a plan as JSON is read back with every field of every task", () => {
  for (const tasks of [[], TWELVE, MANY]) {
    const of = plan(tasks);
    const back = JSON.parse(planJson(of));
    expect(back.version).toBe(1);
    expect(plan(back.tasks).all.tasks).toEqual(of.all.tasks);
    expect(back.generations.flat().toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
    expect(back.cycles).toEqual([]);
  }
});

test("cycles stand in it, and their tasks in no generation", () => {
  const back = JSON.parse(planJson(plan([task("a", ["b"]), task("b", ["a"]), task("c")])));
  expect(back).toMatchObject({ generations: [["c"]], cycles: [["a", "b", "a"]] });
});

test("what could not be read of a folder stands in it", () => {
  const broken = [{ file: "x.md", line: 1, kind: "no-end" as const }];
  const twice = [{ id: "a", files: ["a.md", "b.md"] }];
  const left_out = [{ file: "c.md", kind: "not-a-file" as const, found: "a symbolic link" }];
  const back = JSON.parse(planJson(plan([task("a")], { broken, twice, left_out })));
  expect(back).toMatchObject({ broken, twice, left_out, faults: [] });
});
