import { expect, test } from "bun:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import type { PlanTask } from "../../../../src/artifacts/plan-task.ts";
import { planSheet } from "../../../../src/story/plan-sheet.ts";
import { PlanDrawing } from "../../../../src/views/html/plan/drawing.tsx";
import { geometryOf } from "../../../../src/views/html/plan/geometry.ts";
import { plan, task } from "../../../plan/samples.ts";

/** The box of each task, by its id. */
function boxes(tasks: readonly PlanTask[]): Map<string, string> {
  const sheet = planSheet(plan(tasks), "t");
  const drawn = render(h(PlanDrawing, { sheet, geometry: geometryOf(sheet, false), hrefOf: (nth) => `#${nth}` }));
  return new Map(
    drawn
      .split("<a ")
      .slice(1)
      .map((box) => [/data-task="([^"]*)"/u.exec(box)?.[1] ?? "", box]),
  );
}

test("a bar marks the tasks that are in progress, and no others", () => {
  const drawn = boxes([
    task("a", [], { status: "completed" }),
    task("b", [], { status: "in-progress" }),
    task("c", [], { status: "failed" }),
    task("d"),
  ]);
  const barred = [...drawn].filter(([, box]) => box.includes('class="bar"')).map(([id]) => id);
  expect(barred).toEqual(["b"]);
});

test("a name that is read from the right begins at the right edge of its box, and any other at the left", () => {
  const drawn = boxes([task("a", [], { name: "بناء المخزن" }), task("b", [], { name: "Build the store" })]);
  const [right = "", left = ""] = [drawn.get("a"), drawn.get("b")];
  expect(right).toContain('direction="rtl"');
  expect(left).not.toContain("direction=");
  const startOf = (box: string, word: string): number =>
    Number(new RegExp(`<text x="([\\d.]+)"[^>]*>[^<]*${word}`, "u").exec(box)?.[1]);
  expect(startOf(right, "المخزن")).toBeGreaterThan(startOf(left, "store") + 100);
});
