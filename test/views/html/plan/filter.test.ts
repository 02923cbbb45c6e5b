import { expect, test } from "bun:test";
import { planSheet } from "../../../../src/story/plan-sheet.ts";
import { ALL, type Filter, leftBy } from "../../../../src/views/html/plan/filter.ts";
import { plan, TWELVE, task } from "../../../plan/samples.ts";

const sheet = planSheet(
  plan([
    ...TWELVE.map((each) => (each.id === "a" ? { ...each, status: "completed" as const } : each)),
    task("j1", ["a"], { name: "保存層を作る Ｓtore", level: "review" }),
  ]),
  "t",
);
const left = (filter: Partial<Filter>) => [...(leftBy(sheet, { ...ALL, ...filter }) ?? ["all"])].join(" ");

test("a filter leaves what it names, and all where it names nothing", () => {
  expect(left({})).toBe("all");
  expect(left({ text: "   " })).toBe("all");
  expect(left({ standing: "completed" })).toBe("a");
  expect(left({ standing: "ready" })).toBe("k b c j1");
  expect(left({ risk: "high" })).toBe("d");
  expect(left({ risk: "none" })).toBe("j1");
  expect(left({ level: "review" })).toBe("j1");
  expect(left({ critical: true })).toBe("b d g j");
  expect(left({ critical: true, risk: "low" })).toBe("g j");
  expect(left({ standing: "failed" })).toBe("");
});

test("every word must stand in name, id, files or what is served, in whatever width and case", () => {
  expect(left({ text: "SRC/store" })).toBe("b c");
  expect(left({ text: "store read" })).toBe("c");
  expect(left({ text: "r2" })).toBe("d");
  expect(left({ text: "保存層 store" })).toBe("j1");
  expect(left({ text: "保存層 nothing" })).toBe("");
});
