import { describe, expect, test } from "bun:test";
import { fileRefused, rangeOfChoice, rangeSaid, wrongChoice } from "../../src/story/answering.ts";
import { BALLOT_NEEDS, notGoneOnFrom, placedSaid, wantedSaid } from "../../src/story/judge-page.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { lostSaid } from "../../src/story/served-page.ts";

describe("a served page", () => {
  test("says why nothing new comes, what it holds, and what to type, whichever page it is", () => {
    const lost = (...given: Parameters<typeof lostSaid>) => unmarked(lostSaid(...given), String);
    expect(lost("open", "gone", false)).toBe(
      "The OpenCode that shows this page does not answer. Type /design-lab open in the project's OpenCode: this page then goes on, or a new one opens.",
    );
    expect(lost("judge", "gone", true)).toBe(
      "The OpenCode that shows this page does not answer. What you said stays here, and is saved when the page goes on. Type /design-lab judge in the project's OpenCode.",
    );
    expect(lost("judge", "shut", false)).toEndWith(
      "Type /design-lab judge in the project's OpenCode: it opens the page anew.",
    );
  });

  test("says how many may be chosen, and what is wrong with others", () => {
    const ranges = [
      [2, 2, 3],
      [0, 3, 3],
      [1, 3, 3],
      [0, 2, 3],
      [1, 2, 3],
    ] as const;
    expect(ranges.map(([min, max, all]) => rangeOfChoice(min, max, all))).toEqual([
      "Choose exactly 2.",
      "Choose any, or none.",
      "Choose at least 1.",
      "Choose at most 2, or none.",
      "Choose 1 to 2.",
    ]);
    const wrong = [wrongChoice(1, 2, 2), wrongChoice(0, 1, 2), wrongChoice(3, 1, 2), wrongChoice(2, 1, 2)];
    expect(wrong).toEqual(["Choose exactly 2.", "Choose at least 1.", "Choose at most 2; these are 3.", null]);
    expect(rangeSaid({ min: 0, max: 10, step: 2 })).toBe("a number from 0 to 10 in steps of 2");
  });

  test("says why a file is not taken", () => {
    expect(fileRefused("a.png", { size: "2 MB", most: "1 MB" })).toBe("“a.png” has 2 MB; at most 1 MB are taken.");
    expect(fileRefused("a.png", { type: "text/plain" })).toContain("is no picture: by its content it is text/plain.");
    expect(fileRefused("a.png", { said: "Gone." })).toBe("“a.png”: Gone.");
    expect(notGoneOnFrom("b.json", BALLOT_NEEDS.of("x", "y"))).toBe(
      "Cannot go on from b.json: needed is a ballot of x, found one of y. Nothing was changed.",
    );
  });

  test("says what is wanted of who judges, and where a design came to stand", () => {
    const wanted = (...given: Parameters<typeof wantedSaid>) => unmarked(wantedSaid(...given), String);
    expect(wanted(4, "Ada", false)).toMatch(
      /^You judge as Ada\. 4 designs, .+ Two minutes are enough: read .+ an order\.$/u,
    );
    expect(wanted(5, "you", false)).toMatch(/^5 designs, .+ here\. Read the summaries, then give an order\.$/u);
    expect(wanted(1, null, false)).toEndWith("give scores.");
    expect(wanted(3, "Ada", true)).toBe("You judge as Ada. ");
    expect(placedSaid("N", { place: 1, of: 3, equals: ["O"] })).toBe("N is in place 1 of 3, as good as O.");
    expect(placedSaid("N", null)).toBe("N is out of your order.");
  });
});
