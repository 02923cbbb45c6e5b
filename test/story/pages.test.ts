import { describe, expect, test } from "bun:test";
import {
  ballotFileSaid,
  enoughSaid,
  notOnScale,
  placedSaid,
  savedThere,
  type VoteSoFar,
  wantedSaid,
} from "../../src/story/judge-page.ts";
import {
  figuresSaid,
  placesHead,
  rankingSaid,
  tableSaid,
  unpricedSaid,
  wholeSeconds,
} from "../../src/story/live-page.ts";
import type { LiveState } from "../../src/story/live-state.ts";
import { scoreCalled } from "../../src/story/score-called.ts";
import { stoppedSaid } from "../../src/story/screen.ts";
import { unmarked } from "../../src/story/sentence.ts";

const told = (said: Parameters<typeof unmarked>[0]): string => unmarked(said, String);

describe("the page of who judges", () => {
  test("says how much is wanted: two minutes for four designs and no more, an order of several, scores of one", () => {
    expect(told(wantedSaid(4, null, false))).toEndWith(
      "Two minutes are enough: read the summaries, then give an order.",
    );
    expect(told(wantedSaid(5, null, false))).toEndWith("Read the summaries, then give an order.");
    expect(told(wantedSaid(1, null, false))).toEndWith("then give scores.");
  });

  test("names who judges where it is not you, also when all is done", () => {
    expect(told(wantedSaid(3, "ana", false))).toStartWith("You judge as ana. 3 designs, in an order drawn for you");
    expect(told(wantedSaid(3, "you", false))).toStartWith("3 designs, ");
    expect(told(wantedSaid(3, "ana", true)).trim()).toBe("You judge as ana.");
    expect(told(wantedSaid(3, "you", true))).toBe("");
  });

  test("says where a design came to stand", () => {
    expect(placedSaid("A", null)).toBe("A is out of your order.");
    expect(placedSaid("A", { place: 2, of: 3, equals: [] })).toBe("A is in place 2 of 3.");
    expect(placedSaid("A", { place: 1, of: 3, equals: ["B", "C"] })).toBe("A is in place 1 of 3, as good as B, C.");
  });

  const NOTHING: VoteSoFar = { ordered: [], unordered: ["A", "B"], scored: [], partly: [], open_pairs: 0, says: false };
  const first = (all: number, of: Partial<VoteSoFar>): string | undefined => enoughSaid(all, { ...NOTHING, ...of })[0];

  test("says first what is enough, the most first", () => {
    expect(first(2, { scored: ["A", "B"] })).toBe("All 2 designs have every score: that is enough, and says the most.");
    expect(first(2, { ordered: ["A", "B"], unordered: [] })).toStartWith("Your order is enough. Scores");
    expect(first(3, { ordered: ["A", "B"], unordered: ["C", "D"], scored: ["D"] })).toBe(
      "Your order is enough for 2 of 3 designs; it says nothing of C.",
    );
    expect(first(2, { scored: ["A"] })).toStartWith("Scores are enough for A; an order of all");
    expect(first(2, { says: true })).toStartWith("An answer to a pair counts.");
    expect(first(2, {})).toBe("Nothing that counts is said yet: an order is enough.");
    expect(first(1, { unordered: [] })).toBe("Nothing that counts is said yet: a score by every criterion is enough.");
  });

  test("says what does not count yet, and of pairs once anything is said", () => {
    expect(enoughSaid(2, { ...NOTHING, partly: ["B"], open_pairs: 2 }).slice(1)).toEqual([
      "Not every criterion is scored of B: those scores do not count yet.",
    ]);
    expect(enoughSaid(2, { ...NOTHING, says: true, open_pairs: 2 }).slice(1)).toEqual(["2 pairs left open."]);
    expect(enoughSaid(2, { ...NOTHING, says: true })).toHaveLength(1);
  });

  test("says of a file and of another page what became of them, long names cut", () => {
    expect(told(ballotFileSaid("loaded", "a.json"))).toBe("a.json is taken up: go on from there.");
    expect(told(ballotFileSaid("loaded", "x".repeat(200)))).toBe(`${"x".repeat(119)}… is taken up: go on from there.`);
    expect(told(ballotFileSaid("saved", "a.json"))).toStartWith("Saved as a.json, where this browser");
    expect(savedThere(true)).toEndWith("There, as your whole vote:");
    expect(savedThere(false)).toEndWith("There, so far:");
    expect(notOnScale({ min: 1, max: 5 })).toBe("Needed is a number from 1 to 5. It is not kept as it is.");
  });
});

describe("the live page", () => {
  const STATE = {
    standing: "running",
    started_at: 1_000,
    tokens: 41_200,
    uncounted: 0,
    cost: 0.5,
    unpriced: [],
    left: { forecast: true, seconds: 90 },
    reviewers: [],
    withheld: null,
    verdict: null,
    so_far: [],
  };
  const state = (change: object = {}) => ({ ...STATE, ...change }) as unknown as LiveState;

  test("names the score that ranks, as the reply and the report do", () => {
    for (const method of ["adjusted", "mean"] as const)
      expect(placesHead(state({ method })).map((head) => head.toLowerCase())).toContain(scoreCalled(method));
  });

  test("says of a run that runs how long, what is left, and what it took", () => {
    expect(figuresSaid(state(), 62_000)).toEqual([
      ["This call runs for", "1m 1s"],
      ["Left, as forecast", "about 1m 30s"],
      ["Tokens in all", "41,200"],
      ["Cost in all", "$0.50"],
    ]);
    expect(figuresSaid(state({ left: { forecast: false, seconds: 5 } }), 0)).toContainEqual([
      "Left at this pace",
      "about 5s",
    ]);
    expect(figuresSaid(state({ left: null }), 0).map(([name]) => name)).toHaveLength(3);
  });

  test("says of one that ended no time that is left, and of no time none that is negative", () => {
    const of = figuresSaid(state({ standing: "finished" }), 0);
    expect(of[0]).toEqual(["The last call ran for", "<1s"]);
    expect(of).toHaveLength(3);
    expect(figuresSaid(state({ started_at: null }), 9_000_000)[0]?.[1]).toBe("<1s");
  });

  test("says what is not known in all", () => {
    const names = (change: object): string[] =>
      figuresSaid(state(change), 0)
        .map(([name]) => name)
        .slice(-2);
    expect(names({ uncounted: 1 })).toEqual(["Tokens in all, as far as known", "Cost in all, as far as known"]);
    expect(names({ unpriced: ["a/b"] })).toEqual(["Tokens in all", "Cost in all, as far as known"]);
    expect(unpricedSaid(["a/b", "c/d"])).toBe("No price is known of 2 models: a/b, c/d.");
  });

  test("rounds a duration to whole seconds, less than half of one to less than one", () => {
    expect([0, 0.49, 0.5, 1.4, 124].map(wholeSeconds)).toEqual(["<1s", "<1s", "1s", "1s", "2m 4s"]);
  });

  test("explains a number that is struck through where one is", () => {
    expect(tableSaid(state())).toEndWith("its score of the design, of 10.");
    const left_out = [{ cells: [{ left_out: false }, { left_out: true }] }];
    expect(tableSaid(state({ reviewers: left_out }))).toEndWith("for the design is the reviewer's own.");
    expect(tableSaid(state({ reviewers: [{ cells: [{ left_out: false }] }] }))).toEndWith("of 10.");
  });

  test("shows the stored ranking, that of what is scored so far, or why neither", () => {
    expect(rankingSaid(state({ withheld: "x", so_far: [{ scored: 1 }] })).lead).toStartWith(
      "Authors, scores and order",
    );
    expect(rankingSaid(state())).toEqual({ title: "The ranking", lead: "" });
    expect(rankingSaid(state({ verdict: "x", so_far: [{ scored: 1 }] })).title).toBe("The ranking");
    expect(rankingSaid(state({ so_far: [{ scored: 1 }, { scored: 2 }] }))).toEqual({
      title: "The ranking so far",
      lead: "Of the 3 scores that are there; it may turn with every one that comes. Scores are of 10.",
    });
    expect(rankingSaid(state({ so_far: [{ scored: 1 }] })).lead).toStartWith("Of the 1 score that is there;");
  });
});

test("who has stopped a run is told what of it is kept", () => {
  expect(stoppedSaid([])).toStartWith("Stopped. Nothing was finished yet.\n");
  expect(stoppedSaid(["2 designs", "3 reviews"])).toStartWith(
    "Stopped. What is finished is kept: 2 designs and 3 reviews.\n",
  );
});
