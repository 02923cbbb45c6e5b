import { describe, expect, test } from "bun:test";
import { pointsOf } from "../../src/stats/themes.ts";

describe("pointsOf()", () => {
  test("keeps what one reviewer alone saw, after what several did, with everyone who said it", () => {
    const points = pointsOf([
      { reviewer_id: "r1", text: "The rollout plan has a canary stage" },
      { reviewer_id: "r0", text: "Idempotency keys prevent duplicate delivery" },
      { reviewer_id: "r1", text: "Uses idempotent keys to avoid duplicates on delivery of jobs" },
    ]);
    expect(points).toEqual([
      {
        text: "Idempotency keys prevent duplicate delivery",
        reviewers: ["r0", "r1"],
        variants: [{ reviewer_id: "r1", text: "Uses idempotent keys to avoid duplicates on delivery of jobs" }],
      },
      { text: "The rollout plan has a canary stage", reviewers: ["r1"], variants: [] },
    ]);
  });

  test("does not repeat a sentence that two reviewers wrote word for word", () => {
    const text = "No plan for schema migration";
    const points = pointsOf(["r0", "r1"].map((reviewer_id) => ({ reviewer_id, text })));
    expect(points).toEqual([{ text, reviewers: ["r0", "r1"], variants: [] }]);
  });

  test("counts a reviewer once that says the same twice", () => {
    const [point] = pointsOf([
      { reviewer_id: "r0", text: "Retries use exponential backoff" },
      { reviewer_id: "r0", text: "Exponential backoff on retries" },
    ]);
    expect(point?.reviewers).toEqual(["r0"]);
  });
});
