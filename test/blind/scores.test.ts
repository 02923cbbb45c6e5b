import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { withoutScores } from "../../src/blind/scores.ts";

describe("what a reviewer says of a score or a rank goes, and nothing else", () => {
  test.each([
    ["I give it 7/10 for clarity.", "I give it […] for clarity."],
    ["A solid 8.5 out of 10.", "A solid […]."],
    ["Clarity scores only 6, for half is missing.", "Clarity […], for half is missing."],
    ["It deserves a score of 9 of 10.", "It deserves a […]."],
    ["I rated it 4.", "I […]."],
    ["It ranks second behind the ledger.", "It […] behind the ledger."],
    ["I would rank it as best.", "I would […]."],
    ["It takes first place.", "It […]."],
    ["Eine 7 von 10.", "Eine […]."],
  ])("%s", (said, left) => expect(withoutScores(said)).toBe(left));

  test.each([
    "Most risks have no mitigation: 1 of 5.",
    "A rate limit of 100 requests a second is not named.",
    "Three of 10 nodes may fail, and 3 of 5 replicas answer.",
    "It points at 3 services that nobody runs.",
    "Holds should not be kept there in the first place.",
    "The first component must do everything; the second nothing.",
    "It is on call 24/7.",
    "Page rank is computed by a job at night.",
  ])("%s", (said) => expect(withoutScores(said)).toBe(said));

  test("a text without figures and without words of ranking is as it was", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replace(/\d|rank|place|scor/giu, "x");
        expect(withoutScores(plain)).toBe(plain);
      }),
    );
  });

  test("takes time that grows with the length", () => {
    for (const unit of ["score ", "7/", "rank the ", "rated it "]) withoutScores(unit.repeat(20_000));
  });
});
