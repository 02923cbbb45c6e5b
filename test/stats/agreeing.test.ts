import { describe, expect, test } from "bun:test";
import { agreeingModels } from "../../src/stats/agreeing.ts";
import type { RankingInput } from "../../src/stats/panel.ts";

/** Scores of designs by reviewers, on one criterion of 0–10. */
function panel(
  rows: Readonly<Record<string, readonly (number | null)[]>>,
  more: Partial<RankingInput> = {},
): RankingInput {
  const designs = ["d0", "d1", "d2", "d3"];
  return {
    designs: designs.map((design_id) => ({ design_id, generating_model: `m/${design_id}`, length: 100 })),
    reviewers: Object.keys(rows).map((model) => ({ reviewer_id: model, model })),
    criteria: [{ name: "quality", description: "", min: 0, max: 10, weight: 1 }],
    scores: Object.entries(rows).flatMap(([model, scores]) =>
      scores.flatMap((score, at) =>
        score === null
          ? []
          : [{ design_id: designs[at] ?? "", reviewer_id: model, scorer_model: model, scores: { quality: score } }],
      ),
    ),
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 2_000 },
    ...more,
  };
}

describe("who agrees best with the panel", () => {
  test("is whose scores lie nearest to the others', however severe it is", () => {
    const rows = {
      "a/odd": [2, 9, 3, 8],
      "b/severe": [5, 4, 3, 2],
      "c/like": [8.1, 7, 6.2, 5],
      "d/near": [8.5, 7, 5.5, 5],
    };
    expect(agreeingModels(panel(rows))).toEqual(["b/severe", "c/like", "d/near", "a/odd"]);
  });

  test("is nobody who shares fewer than two designs with others", () => {
    const rows = { "a/one": [7, null, null, null], "b/x": [7, 6, 5, 4], "c/y": [8, 6, 5, 3] };
    expect(agreeingModels(panel(rows)).at(-1)).toBe("a/one");
  });

  test("does not hang on a constant that one adds, nor on the order of designs", () => {
    const rows = { "a/x": [7, 5, 6, 2], "b/y": [6, 5, 7, 3], "c/z": [9, 2, 4, 4] };
    const shifted = { ...rows, "a/x": [8, 6, 7, 3] };
    expect(agreeingModels(panel(shifted))).toEqual(agreeingModels(panel(rows)));
    const turned = Object.fromEntries(Object.entries(rows).map(([model, scores]) => [model, scores.toReversed()]));
    expect(agreeingModels(panel(turned))).toEqual(agreeingModels(panel(rows)));
  });

  test("is no person, and nobody where nothing is scored", () => {
    const rows = { "a/x": [7, 5, 6, 2], "person/Ann": [6, 5, 7, 3], "c/z": [9, 2, 4, 4] };
    const reviewers = Object.keys(rows).map((model) =>
      model.startsWith("person")
        ? { kind: "human" as const, reviewer_id: model, model }
        : { reviewer_id: model, model },
    );
    expect(agreeingModels(panel(rows, { reviewers }))).not.toContain("person/Ann");
    expect(agreeingModels(panel({}))).toEqual([]);
  });
});
