import { describe, expect, test } from "bun:test";
import { heldOf } from "../../src/experiment/answers.ts";
import { fallbackNotes, mindsOf } from "../../src/experiment/minds.ts";
import { addReviewers, addStandIn } from "../../src/experiment/plan.ts";
import { NOTHING } from "../../src/experiment/status.ts";
import { designOf, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";

const task = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const [x, y] = task.reviewers as [(typeof task.reviewers)[0], (typeof task.reviewers)[0]];
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
  test("does not take another's answer under a planned reviewer's name for that reviewer's", () => {
    const held = heldOf(task, { ...NOTHING, designs, scores: [inPlaceOf("p/x", "p/y", "a", "x")] }, 1);
    expect(held.has("score", "a", x)).toBe(false);
    expect(held.has("score", "a", y)).toBe(false);
    expect(held.gave("score", "a", "p/y")).toBe(true);
    expect(held.samplesOf("a", x)).toEqual([]);
  });

  test("lets one answer of a stand-in fill one cell, the first in the plan of those it was asked for", () => {
    const scores = [inPlaceOf("p/y", "p/z", "a", "y"), inPlaceOf("p/x", "p/z", "a", "x")];
    const held = heldOf(task, { ...NOTHING, designs, scores }, 1);
    expect([x, y].map((reviewer) => held.has("score", "a", reviewer))).toEqual([true, false]);
    expect(held.has("score", "b", x)).toBe(false);
    expect(held.has("review", "a", x)).toBe(false);
  });

  test("lets a stand-in fill no cell of a reviewer that it was not asked for", () => {
    const held = heldOf(task, { ...NOTHING, designs, scores: [inPlaceOf("p/y", "p/z", "a", "z")] }, 1);
    expect([x, y].map((reviewer) => held.has("score", "a", reviewer))).toEqual([false, true]);
  });

  test("gives the cells of two reviewers to two stand-ins", () => {
    const scores = [inPlaceOf("p/x", "p/z", "a", "z"), inPlaceOf("p/y", "p/w", "a", "w")];
    const plan = {
      ...task,
      reviewers: addStandIn({ ...task, reviewers: addStandIn(task, "p/z", ["score"]) }, "p/w", ["score"]),
    };
    const held = heldOf(plan, { ...NOTHING, designs, scores }, 1);
    expect([x, y].map((reviewer) => held.has("score", "a", reviewer))).toEqual([true, true]);
  });

  test("has a stand-in's score once it has every sample", () => {
    const scores = [inPlaceOf("p/x", "p/z", "a", "z", [5])];
    expect(heldOf(task, { ...NOTHING, designs, scores }, 2).has("score", "a", x)).toBe(false);
    expect(heldOf(task, { ...NOTHING, designs, scores }, 1).has("score", "a", x)).toBe(true);
  });
});

describe("mindsOf()", () => {
  test("leaves a panel of different models as it is", () => {
    const scores = [scoreOf("a", "p/x", [5]), scoreOf("a", "p/y", [6])];
    const reviews = [reviewOf("a", "p/x")];
    const minds = mindsOf(task, { reviews, scores });
    expect(minds).toEqual({ reviewers: task.reviewers, scores, reviews, scoring: 2 });
  });

  test("puts one model's answers under several names together as samples of one score", () => {
    const scores = [inPlaceOf("p/x", "p/y", "a", "x", [4]), scoreOf("a", "p/y", [7, 7])];
    const reviews = [reviewOf("a", "p/y", { reviewer_id: "x" })];
    const minds = mindsOf(task, { reviews, scores });
    expect(minds.scoring).toBe(1);
    expect(minds.scores).toHaveLength(1);
    expect(minds.scores[0]).toMatchObject({ reviewer_id: "y", scores: { clarity: 6 }, overall_score: 6 });
    expect(minds.scores[0]?.samples).toHaveLength(3);
    expect(minds.reviews[0]?.reviewer_id).toBe("y");
  });

  test("gives a model without a row one of its own", () => {
    const minds = mindsOf(task, { reviews: [], scores: [inPlaceOf("p/x", "q/z-1", "a", "x")] });
    expect(minds.reviewers.at(-1)).toMatchObject({ reviewer_id: "q-z-1", model: "q/z-1", stand_in: true });
    expect(minds.scores[0]?.reviewer_id).toBe("q-z-1");
  });
});

describe("fallbackNotes()", () => {
  test("say who judged in whose place, and whether that counts with its own answer", () => {
    const scores = [inPlaceOf("p/x", "p/y", "a", "x"), scoreOf("a", "p/y", [5]), inPlaceOf("p/x", "p/z", "b", "z")];
    expect(fallbackNotes(task, { designs, reviews: [], scores })).toEqual([
      { kind: "stand-in", model: "p/y", in_place_of: ["p/x"], designs: 1, on_panel: true, merged: true },
      { kind: "stand-in", model: "p/z", in_place_of: ["p/x"], designs: 1, on_panel: false, merged: false },
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
    const once = addStandIn(task, "q/z", ["score"]);
    const [row] = addStandIn({ ...task, reviewers: once }, "q/z", ["review"]).slice(-1);
    expect(row).toEqual({
      kind: "model",
      reviewer_id: "q-z",
      model: "q/z",
      parts: ["review", "score"],
      stand_in: true,
    });
  });

  test("becomes a planned one when it is asked for by name", () => {
    const reviewers = addReviewers({ ...task, reviewers: addStandIn(task, "q/z", ["score"]) }, ["q/z"], "score");
    expect(reviewers.at(-1)).toEqual({ kind: "model", reviewer_id: "q-z", model: "q/z", parts: ["score"] });
  });
});
