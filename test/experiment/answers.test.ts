import { describe, expect, test } from "bun:test";
import { fallbackNotes, heldOf } from "../../src/experiment/answers.ts";
import { addReviewers, addStandIn } from "../../src/experiment/panel.ts";
import { NOTHING } from "../../src/experiment/status.ts";
import { designOf, scoreOf, taskOf } from "../support/artifacts.ts";

const task = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const [x, y] = task.reviewers as [(typeof task.reviewers)[0], (typeof task.reviewers)[0]];
/** The plan once p/z and p/w have stood in. */
const plan = {
  ...task,
  reviewers: addStandIn({ ...task, reviewers: addStandIn(task, { model: "p/z" }, ["score"]) }, { model: "p/w" }, [
    "score",
  ]),
};
const designs = [designOf("p/a"), designOf("p/b")];
const requested = (model: string, of: { provenance: ReturnType<typeof scoreOf>["provenance"] }) => ({
  provenance: { ...of.provenance, requested_model: model },
});
/** A score that `by` gave in place of `model`, filed under `reviewer_id`. */
const inPlaceOf = (model: string, by: string, design: string, reviewer_id: string, clarity: number[] = [5]) => {
  const score = scoreOf(design, by, clarity, { reviewer_id });
  return { ...score, ...requested(model, score) };
};

describe("heldOf()", () => {
  test("lets an answer of a stand-in fill the cell of whom it was asked for", () => {
    const held = heldOf(plan, { ...NOTHING, designs, scores: [inPlaceOf("p/x", "p/z", "a", "p-z")] });
    expect([x, y].map((reviewer) => held.has("score", "a", reviewer))).toEqual([true, false]);
    expect(held.has("score", "b", x)).toBe(false);
    expect(held.has("review", "a", x)).toBe(false);
    expect(held.gave("score", "a", { model: "p/z" })).toBe(true);
    expect(held.samplesOf("a", x)).toEqual([]);
  });

  test("lets the answer of a stand-in that was planned since fill its own cell alone", () => {
    const reviewers = addReviewers(plan, [{ model: "p/z" }], "score");
    const held = heldOf({ ...plan, reviewers }, { ...NOTHING, designs, scores: [inPlaceOf("p/x", "p/z", "a", "p-z")] });
    expect(reviewers.map((reviewer) => held.has("score", "a", reviewer))).toEqual([false, false, true, false]);
  });

  test("lets a stand-in fill no cell of a reviewer that it was not asked for", () => {
    const held = heldOf(plan, { ...NOTHING, designs, scores: [inPlaceOf("p/y", "p/z", "a", "p-z")] });
    expect([x, y].map((reviewer) => held.has("score", "a", reviewer))).toEqual([false, true]);
  });

  test("gives the cells of two reviewers to two stand-ins", () => {
    const scores = [inPlaceOf("p/x", "p/z", "a", "p-z"), inPlaceOf("p/y", "p/w", "a", "p-w")];
    const held = heldOf(plan, { ...NOTHING, designs, scores });
    expect([x, y].map((reviewer) => held.has("score", "a", reviewer))).toEqual([true, true]);
  });

  test("has a stand-in's score once it has every sample", () => {
    const scores = [inPlaceOf("p/x", "p/z", "a", "p-z", [5])];
    const held = heldOf({ ...plan, score_samples: 2 }, { ...NOTHING, designs, scores });
    expect([held.has("score", "a", x), held.hasAny("score", "a", x)]).toEqual([false, true]);
    expect(heldOf(plan, { ...NOTHING, designs, scores }).has("score", "a", x)).toBe(true);
  });
});

describe("fallbackNotes()", () => {
  test("say who judged in whose place, and whether it is a reviewer by itself too", () => {
    const scores = [
      inPlaceOf("p/x", "p/z", "a", "p-z"),
      inPlaceOf("p/y", "p/w", "a", "p-w"),
      inPlaceOf("p/y", "p/w", "b", "p-w"),
    ];
    const joined = { ...plan, reviewers: addReviewers(plan, [{ model: "p/z" }], "score") };
    expect(fallbackNotes(joined, { designs, reviews: [], scores })).toEqual([
      { kind: "stand-in", model: "p/z", in_place_of: ["p/x"], designs: 1, on_panel: true },
      { kind: "stand-in", model: "p/w", in_place_of: ["p/y"], designs: 2, on_panel: false },
    ]);
  });

  test("name a design that another model wrote, and the further designs of that mind", () => {
    const written = [designOf("p/a"), designOf("p/b", { generating_model: "p/a" })];
    expect(fallbackNotes(task, { designs: written, reviews: [], scores: [] })).toEqual([
      { kind: "design-stand-in", design_id: "b", model: "p/a", in_place_of: "p/b", also_wrote: ["a"] },
    ]);
  });

  test("say nothing of a plan that went as it was", () => {
    expect(fallbackNotes(task, { designs, reviews: [], scores: [scoreOf("a", "p/x", [5])] })).toEqual([]);
  });
});

describe("a stand-in's row", () => {
  test("is marked, collects the parts that it has answered, and keeps its id", () => {
    const once = addStandIn(task, { model: "q/z" }, ["score"]);
    const [row] = addStandIn({ ...task, reviewers: once }, { model: "q/z" }, ["review"]).slice(-1);
    expect(row).toEqual({
      kind: "model",
      reviewer_id: "q-z",
      model: "q/z",
      parts: ["review", "score"],
      stand_in: true,
    });
  });

  test("becomes a planned one when it is asked for by name", () => {
    const reviewers = addReviewers(
      { ...task, reviewers: addStandIn(task, { model: "q/z" }, ["score"]) },
      [{ model: "q/z" }],
      "score",
    );
    expect(reviewers.at(-1)).toEqual({ kind: "model", reviewer_id: "q-z", model: "q/z", parts: ["score"] });
  });
});
