import { expect, test } from "bun:test";
import { planSheet } from "../../../../src/story/plan-sheet.ts";
import { geometryOf } from "../../../../src/views/html/plan/geometry.ts";
import { stepFrom } from "../../../../src/views/html/plan/steps.ts";
import { MANY } from "../../../plan/many.ts";
import { plan, TWELVE, task } from "../../../plan/samples.ts";

for (const down of [false, true]) {
  test(`boxes lie in the drawing and apart, layers one after the other: ${down ? "down" : "to the right"}`, () => {
    const { boxes, box, width, height } = geometryOf(planSheet(plan(MANY), "t"), down);
    const all = [...boxes.values()];
    expect(all).toHaveLength(300);
    for (const { x, y } of all) {
      expect(Math.min(x, y, width - x - box.width, height - y - box.height)).toBeGreaterThan(0);
    }
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1)) {
        expect(Math.abs(one.x - other.x) >= box.width || Math.abs(one.y - other.y) >= box.height).toBe(true);
        if (one.layer < other.layer) expect(down ? one.y < other.y : one.x < other.x).toBe(true);
      }
    }
    expect(box.height).toBeGreaterThanOrEqual(44);
  });
}

test("a line begins at one box and ends at the other, and past a layer it goes around the boxes", () => {
  const sheet = planSheet(plan([task("a"), task("b", ["a"]), task("c", ["a", "b"])]), "t");
  const geometry = geometryOf(sheet, false);
  const { box, boxes } = geometry;
  const place = (id: string) => boxes.get(id) ?? { x: 0, y: 0 };
  const numbers = (geometry.line("a", "c").match(/-?\d+/gu) ?? []).map(Number);
  expect(numbers.slice(0, 2)).toEqual([place("a").x + box.width, place("a").y + box.height / 2]);
  expect(numbers.slice(-2)).toEqual([place("c").x, place("c").y + box.height / 2]);
  const beside = Number(/L-?\d+ (-?\d+)/u.exec(geometry.line("a", "c"))?.[1]);
  expect(beside < place("b").y || beside > place("b").y + box.height).toBe(true);
  expect(geometry.linesFrom("c")).toBe("");
  // The line of each that waits leaves the layer before it, whose box is the task's own where it waits next to it.
  const branches = geometry.linesFrom("a").split("M").slice(-2);
  expect(branches.map((each) => Number(/-?\d+/u.exec(each)?.[0]))).toEqual([
    place("a").x + box.width,
    place("b").x + box.width,
  ]);
});

test("keys lead along dependencies and across a layer, and the same when the layers run down", () => {
  const sheet = planSheet(plan(TWELVE), "t");
  for (const [down, [on, back, next, previous]] of [
    [false, ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]],
    [true, ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"]],
  ] as const) {
    const geometry = geometryOf(sheet, down);
    const step = (id: string, key: string) => stepFrom(sheet, geometry, id, key);
    expect(step("b", on)).toBe("d");
    expect(step("d", back)).toBe("b");
    expect(["d", "e"]).toContain(step("g", back) ?? "");
    expect(step("j", on)).toBeUndefined();
    expect(step("a", back)).toBeUndefined();
    const layer = geometry.layers[0] ?? [];
    expect(layer).toEqual(["a", "k"]);
    expect([step("a", next), step("k", previous), step("k", next)]).toEqual(["k", "a", undefined]);
    expect([step("d", "Home"), step("d", "End"), step("d", "x"), step("none", on)]).toEqual([
      "a",
      "j",
      undefined,
      undefined,
    ]);
  }
});

test("every task can be reached by keys from the first", () => {
  const sheet = planSheet(plan([...TWELVE, task("m", ["m"]), task("n", ["gone"])]), "t");
  const geometry = geometryOf(sheet, false);
  const reached = new Set([sheet.tasks[0]?.id ?? ""]);
  for (const id of reached) {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) {
      const next = stepFrom(sheet, geometry, id, key);
      if (next !== undefined) reached.add(next);
    }
  }
  expect(reached.size).toBe(14);
});
