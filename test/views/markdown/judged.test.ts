import { expect, test } from "bun:test";
import type { Review } from "../../../src/artifacts/review.ts";
import { md } from "../../../src/text/markdown.ts";
import { reviewsText } from "../../../src/views/markdown/judged.ts";

const names = {
  designs: new Map([["d", "A"]]),
  titles: new Map(),
  reviewers: new Map([
    ["r0", "acme/judge"],
    ["r1", "borealis/judge"],
  ]),
};
const review = (reviewer_id: string): Review =>
  ({
    design_id: "d",
    reviewer_id,
    reviewer_model: names.reviewers.get(reviewer_id),
    risk_assessment: "low",
    overall_impression: "Fine.",
    flags: [],
  }) as unknown as Review;
const point = (text: string, ...reviewers: string[]) => ({ text, reviewers, variants: [] });

test("reviewsText() gives each point with how many named it and who, a lone one included", () => {
  const points = {
    design_id: "d",
    strengths: [],
    weaknesses: [point("No plan for failure.", "r0", "r1"), point("No budget.", "r1")],
    missing: [],
    improvements: [],
  };
  const text = reviewsText([{ name: md`A “Queue”`, reviews: [review("r0"), review("r1")], points }], names);
  expect<string>(text).toBe(
    "### A “Queue”\n\n- acme/judge (risk low): Fine.\n- borealis/judge (risk low): Fine.\n\nWeaknesses:\n- (all 2) No plan for failure.\n- (1 of 2: borealis/judge) No budget.",
  );
});

test("reviewsText() says so where nobody reviewed", () => {
  expect<string>(reviewsText([], names)).toBe("There is no review.");
});
