import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { Ballot } from "../../../../src/artifacts/ballot.ts";
import { Voice } from "../../../../src/artifacts/vote.ts";
import { gleanBallot } from "../../../../src/experiment/glean.ts";
import { enoughSaid } from "../../../../src/story/judge-page.ts";
import {
  type Draft,
  draftOf,
  draftStanding,
  isUntouched,
  neededOf,
  reopened,
  voiceOf,
  withoutLetters,
} from "../../../../src/views/html/judge/draft.ts";
import { sheetOf as drawn } from "../../../../src/views/html/judge/sheet-of.tsx";
import { ballotOf } from "../../../support/judges.ts";

const sheetOf = (ballot: Ballot) => drawn(ballot, gleanBallot(ballot));
const SHEET = sheetOf(ballotOf(3, { pairs: [["N", "P"]], has_result: true }));
const EMPTY = draftOf(null);
const full = { Correctness: "7", Simplicity: "40" };
const enoughTexts = (sheet: typeof SHEET, draft: Draft) =>
  enoughSaid(sheet.designs.length, draftStanding(sheet, draft));
const enough = (over: Partial<Draft>) => enoughTexts(SHEET, { ...EMPTY, ...over });

describe("what the fields say", () => {
  test("is a vote, and fills the same fields again", () => {
    const draft: Draft = {
      name: "",
      order: [["P"], ["N", "O"]],
      scores: { N: full, O: {}, P: { Correctness: "2.5" } },
      comments: { N: "日本語", O: "", P: "" },
      knows: ["O"],
      pairs: { "N P": { said: "neither", why: "alike" } },
      saw: false,
    };
    const voice = voiceOf(SHEET, draft);
    expect(Value.Check(Voice, voice)).toBe(true);
    expect(voice.pairs).toEqual([{ first: "N", second: "P", better: null, why: "alike" }]);
    expect(voice.designs[0]).toEqual({
      letter: "N",
      scores: { Correctness: 7, Simplicity: 40 },
      comment: "日本語",
      knows_author: false,
    });
    expect(draftOf(voice)).toEqual(draft);
  });

  test("keeps each answer to a pair by its letters, whatever pairs are asked about since", () => {
    const answers = {
      "P N": { said: "first", why: "N loses jobs" },
      "O P": { said: "second", why: "simpler" },
    } as const;
    const draft = { ...EMPTY, pairs: answers };
    const voice = voiceOf(SHEET, draft);
    expect(voice.pairs).toEqual([
      { first: "P", second: "N", better: "P", why: "N loses jobs" },
      { first: "O", second: "P", better: "P", why: "simpler" },
    ]);
    const later = sheetOf(ballotOf(3, { pairs: [["N", "O"]] }));
    expect(voiceOf(later, draftOf(voice)).pairs).toEqual(expect.arrayContaining(voice.pairs));
    expect(voiceOf(sheetOf(ballotOf(2)), draft).pairs).toEqual([]);
  });

  test("is not that a result is unseen once a vote that was done is taken up again", () => {
    const said = { ...EMPTY, saw: false, order: [["N"], ["O"]] };
    expect(reopened(said, false)).toEqual({ ...EMPTY, order: [["N"], ["O"]] });
    expect(reopened(said, true)).toEqual({ ...said, saw: true });
    expect(reopened({ ...EMPTY, saw: true }, false).saw).toBeTrue();
  });

  test("of a design whose text is another by now is taken out, everywhere", () => {
    const answer = { said: "first", why: "" } as const;
    const draft: Draft = {
      ...EMPTY,
      order: [["P"], ["N", "O"]],
      scores: { N: full, O: full },
      comments: { N: "of N", O: "of O" },
      knows: ["N", "P"],
      pairs: { "N P": answer, "O P": answer },
    };
    expect(withoutLetters(draft, [])).toEqual(draft);
    expect(withoutLetters(draft, ["N"])).toEqual({
      ...EMPTY,
      order: [["P"], ["O"]],
      scores: { O: full },
      comments: { O: "of O" },
      knows: ["P"],
      pairs: { "O P": answer },
    });
  });

  test("takes a criterion that is called as a part of every object for one that is not scored", () => {
    const [criterion] = ballotOf().criteria;
    const names = ["toString", "valueOf", "hasOwnProperty"];
    const criteria = names.map((name) => ({ ...criterion, name, description: "", min: 0, max: 10 }));
    const sheet = sheetOf(ballotOf(2, { criteria }));
    const empty = voiceOf(sheet, draftOf(null));
    expect(empty.designs.map(({ scores }) => scores)).toEqual([{}, {}]);
    expect(voiceOf(sheet, draftOf(empty))).toEqual(empty);
    expect(enoughTexts(sheet, draftOf(empty)).length).toBeGreaterThan(0);
  });

  test("leaves out what is no score of the scale, an order of one, and a reason without an answer", () => {
    const voice = voiceOf(SHEET, {
      ...EMPTY,
      order: [["N"]],
      scores: { N: { Correctness: "11", Simplicity: "" }, O: { Correctness: "x", Elegance: "3" } },
      pairs: { "N P": { said: null, why: "no answer" } },
    });
    expect([voice.order, voice.pairs, ...voice.designs.map(({ scores }) => scores)]).toEqual([[], [], {}, {}, {}]);
  });
});

describe("what is enough", () => {
  test("is an order; scores by every criterion say more", () => {
    expect(enough({})[0]).toBe("Nothing that counts is said yet: an order is enough.");
    expect(enough({ order: [["N"], ["O", "P"]] })[0]).toBe(
      "Your order is enough. Scores by every criterion would say more.",
    );
    expect(enough({ order: [["N"], ["P"]] })[0]).toBe("Your order is enough for 2 of 3 designs; it says nothing of O.");
    expect(enough({ scores: { N: full, O: full, P: full } })[0]).toStartWith("All 3 designs have every score");
    expect(enough({ scores: { N: full, O: { Correctness: "1" } } })).toEqual([
      "Scores are enough for N; an order of all would say something of the others.",
      "Not every criterion is scored of O: those scores do not count yet.",
      "1 pair left open.",
    ]);
    expect(enough({ pairs: { "N P": { said: "first", why: "" } } })[0]).toStartWith("An answer to a pair counts.");
    const one = sheetOf(ballotOf(1));
    expect(enoughTexts(one, draftOf(null))[0]).toBe(
      "Nothing that counts is said yet: a score by every criterion is enough.",
    );
  });

  test("is nothing to keep until something stands in a field, though it be no vote yet", () => {
    expect(isUntouched(SHEET, EMPTY)).toBe(true);
    expect(isUntouched(SHEET, { ...EMPTY, name: "Ada" })).toBe(true);
    expect(isUntouched(SHEET, { ...EMPTY, comments: { N: "Short" } })).toBe(false);
    expect(isUntouched(SHEET, { ...EMPTY, order: [["N"], ["O"]] })).toBe(false);
  });

  test("names what is still needed, and where it stands", () => {
    const needed = (over: Partial<Draft>) => neededOf(SHEET, { ...EMPTY, ...over });
    expect(needed({}).map(({ at }) => at)).toEqual(["order-title", "saw-0"]);
    expect(needed({ order: [["N"], ["O"]], saw: true })).toEqual([]);
    expect(needed({ order: [["N"], ["O"]], saw: false, scores: { O: { Simplicity: "101" } } })).toEqual([
      { at: "score-1-O-number", text: "O, Simplicity: needed is a number from 0 to 100." },
    ]);
    const nobody = sheetOf(ballotOf(1, { person: null }));
    expect(neededOf(nobody, draftOf(null)).map(({ at }) => at)).toEqual(["name", "scores-title"]);
  });
});
