import { expect, test } from "bun:test";
import type { Part, Reviewer, Seated } from "../../src/artifacts/task.ts";
import type { Held } from "../../src/experiment/answers.ts";
import { createStandIns } from "../../src/stages/judgement/stand-ins.ts";
import type { Experiment } from "../../src/store/experiment.ts";
import { taskOf } from "../support/artifacts.ts";

const PARTS: Part[] = ["review", "score"];
const TASK = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const [X, Y] = TASK.reviewers as [Reviewer, Reviewer];

function standIns(fallbacks: Record<string, string[]>, gave: (model: string, design: string) => boolean = () => false) {
  const held = { gave: (_: string, design_id: string, seat: Seated) => gave(seat.model, design_id) } as unknown as Held;
  const made = createStandIns({ task: TASK } as unknown as Experiment, fallbacks, held);
  const asked = (design_id: string, reviewer: Reviewer) =>
    [...made.forCell({ design_id, reviewer, parts: PARTS, samples: [] })].map(({ model }) => model);
  return { asked, made };
}

test("a fallback on the panel is passed over, and said to be once", () => {
  const { asked, made } = standIns({ "p/x": ["p/y", "q/one"], "p/y": ["p/x"] });
  expect(asked("a", X)).toEqual(["q/one"]);
  expect(asked("b", X)).toEqual(["q/one"]);
  expect(asked("a", Y)).toEqual([]);
  expect(made.passedOver()).toEqual([
    { model: "p/x", fallback: "p/y" },
    { model: "p/y", fallback: "p/x" },
  ]);
});

test("a fallback judges a design once, whoever it stands in for, now or before", () => {
  const { asked } = standIns(
    { "p/x": ["q/one", "q/two"], "p/y": ["q/one"] },
    (model, id) => model === "q/two" && id === "b",
  );
  expect(asked("a", X)).toEqual(["q/one", "q/two"]);
  expect(asked("a", Y)).toEqual([]);
  expect(asked("b", X)).toEqual(["q/one"]);
  expect(asked("c", Y)).toEqual(["q/one"]);
  expect(asked("a", { ...X, model: "p/nobody" })).toEqual([]);
});

test("each fallback has an id of its own, the same for every design, and is taken one at a time", () => {
  const { made } = standIns({ "p/x": ["q/x", "r/x"] });
  const cell = (design_id: string) => ({ design_id, reviewer: X, parts: PARTS, samples: [] });
  const ids = [...made.forCell(cell("a"))].map(({ reviewer_id }) => reviewer_id);
  expect(new Set([...ids, "x", "y"]).size).toBe(4);
  expect([...made.forCell(cell("b"))].map(({ reviewer_id }) => reviewer_id)).toEqual(ids);
  const { made: other, asked } = standIns({ "p/x": ["q/one", "q/two"] });
  for (const { model } of other.forCell(cell("a"))) if (model === "q/one") break;
  expect(asked("a", X)).toEqual(["q/two"]);
  expect(made.experiment().task.reviewers).toEqual(TASK.reviewers);
});
