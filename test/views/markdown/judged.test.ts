import { expect, test } from "bun:test";
import type { Review } from "../../../src/artifacts/review.ts";
import { md } from "../../../src/text/markdown.ts";
import { reasonLines, reviewsText } from "../../../src/views/markdown/judged.ts";

import { scoreOf } from "../../support/artifacts.ts";

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

test("reviewsText() shares about 110 lines of points among all designs, and says how many it leaves out", () => {
  const texts = Array.from({ length: 20 }, (_, at) => point(`Point ${at}.`, "r0"));
  const points = { design_id: "d", strengths: texts, weaknesses: texts, missing: texts, improvements: texts };
  const one = { name: md`A “Queue”`, reviews: [review("r0")], points };
  const shown = (designs: number) =>
    reviewsText(
      Array.from({ length: designs }, () => one),
      names,
    ).match(/Point/g);
  expect(shown(1)).toHaveLength(80);
  expect(shown(3)).toHaveLength(3 * 4 * 9);
  expect(reviewsText([one, one, one], names)).toContain("- (1 of 1: acme/judge) Point 8.\n- and 11 more in reviews/");
  expect(shown(30)).toHaveLength(30 * 4 * 3);
});

test("reviewsText() names the design that nobody reviewed beside one that somebody did", () => {
  const points = { design_id: "d", strengths: [], weaknesses: [], missing: [], improvements: [] };
  const designs = [
    { name: md`A “Queue”`, reviews: [review("r0")], points },
    { name: md`B “Log”`, reviews: [], points },
  ];
  expect<string>(reviewsText(designs, names)).toEndWith("\n\n### B “Log”\n\nNobody reviewed it.");
});

const CALLED = { reviewers: new Map<string, string>() };

test("reasonLines() says by criterion who gave what and why, and whose own design it is that does not count", () => {
  const [one, own] = [scoreOf("d", "p/a", [7]), scoreOf("d", "p/b", [9], { rationales: {} })];
  expect<string[]>(reasonLines([one, own], [one], ["clarity", "cost"], { names: CALLED, alone: true })).toEqual([
    [
      "- **clarity**",
      "  - p/a 7.00: r",
      "  - p/b 9.00 (not counted: its own design): no reason given",
      "- **cost**",
      "- **Stated overall**",
      "  - p/a 7.00: j",
      "  - p/b 9.00 (not counted: its own design): j",
    ].join("\n"),
  ]);
  expect(reasonLines([], [], ["clarity"], { names: CALLED, alone: true })).toEqual([]);
});

test("reasonLines() names the persona that a reviewer plays", () => {
  const one = scoreOf("d", "p/a", [7]);
  const names = { reviewers: new Map([[one.reviewer_id, "p/a as security"]]) };
  expect(reasonLines([one], [one], ["clarity"], { names, alone: true }).join("")).toContain(
    "- p/a as security 7.00: r",
  );
});

test("reasonLines() cuts a reason where many designs are shown sooner than where one is", () => {
  const long = scoreOf("d", "p/a", [7], { rationales: { clarity: "y".repeat(700) } });
  const letters = (alone: boolean) =>
    reasonLines([long], [long], ["clarity"], { names: CALLED, alone }).join("").match(/y/gu)?.length ?? 0;
  expect([letters(false), letters(true)]).toEqual([160, 600]);
});
