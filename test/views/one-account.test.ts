import { afterAll, describe, expect, test } from "bun:test";
import { type Made, make, RECIPES } from "../support/experiments.ts";
import { type Views, viewsOf } from "../support/views.ts";
import { differencesOf, factsOf } from "./readers.ts";

/** Differences that are known, by experiment; each is a fault of a view, and goes once it is mended. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // The page shows no chance while a design that is there has fewer than two scores, be they stale.
  stale: [
    "B chance: reply-rank-after.md says over 85 %, live.txt says –",
    "C chance: reply-rank-after.md says under 15 %, live.txt says –",
  ],
  // The page names who was to write the design, not who wrote it.
  "stand-ins": ["B model: reply-rank.md says spare/second, live.txt says openai/gpt-5.1"],
  // The report counts a score that rests on too few samples, the account of what there is does not.
  "sample-short": ["scores there: show.md says 5 of 6, report.txt says 6 of 6"],
  // The report counts the scores that are counted, the account of what there is those that were given.
  "own-scores-excluded": [
    "in short: reply-rank.md says first, terminal.txt says a tie of 2",
    "scores there: show.md says 9 of 9, report.txt says 6 of 6",
  ],
  // The terminal counts the designs of the first place, and calls every one that has several a tie.
  "slightly-ahead": ["in short: reply-rank.md says first, terminal.txt says a tie of 2"],
  "nobody-compares": [
    "in short: reply-rank.md says no order, terminal.txt says a tie of 2",
    "scores there: show.md says 4 of 4, report.txt says 2 of 2",
  ],
  // Rankings of before are told as they were stored; the page and the comparison rank anew.
  "older-plain": [
    "confidence: show.md says high, live.txt says medium",
    "A chance: show.md says over 95 %, live.txt says over 85 %",
    "A score: show.md says 8.95, compare.md says 8.94",
    "B score: show.md says 5.54, compare.md says 5.55",
    "B chance: show.md says under 5 %, live.txt says under 15 %",
  ],
  "older-fallbacks": [
    "A chance: show.md says over 95 %, live.txt says –",
    "B chance: show.md says under 5 %, live.txt says –",
  ],
  "older-samples": [
    "verdict: show.md says winner A, live.txt says one opinion A",
    "A chance: show.md says over 80 %, live.txt says –",
    "B chance: show.md says under 20 %, live.txt says –",
  ],
};

const made: Made[] = [];
afterAll(async () => {
  for (const each of made) await each.dispose();
});

describe("all views of an experiment say the same verdict, numbers, names, failures and counts", () => {
  for (const recipe of RECIPES) {
    test(recipe.name, async () => {
      const experiment = await make(recipe);
      made.push(experiment);
      const read = factsOf(await viewsOf(experiment));
      expect(read.size).toBeGreaterThan(6);
      expect(differencesOf(read)).toEqual([...(KNOWN[recipe.name] ?? [])]);
    });
  }
});

describe("what is not the same is noticed", () => {
  let views: Views;
  const planted: [view: string, from: RegExp, to: string, noticed: RegExp][] = [
    ["live.txt", /A is the best/u, "B is the best", /^verdict: /u],
    ["live.txt", /Confidence: high/u, "Confidence: low", /^confidence: /u],
    ["report.txt", /Build A/u, "Build B", /^verdict: /u],
    ["show.md", / 8\.\d\d \|/u, " 8.11 |", /^A score: /u],
    ["compare.md", /\| score +\| 8\.\d\d/u, "| score | 8.11", /^A score: /u],
    ["terminal.txt", /first: .*/u, "a tie of 2", /^in short: /u],
    ["stored/results/ranking.md", /alpha\/strong-1/u, "beta/middle-1", /^A model: /u],
    ["show-ledger.md", /9 of 9 scores/u, "8 of 9 scores", /^scores there: /u],
    ["report.txt", /\$0\.12/u, "$0.21", /^cost: /u],
  ];
  test("in each view", async () => {
    const experiment = await make({ name: "planted" });
    made.push(experiment);
    views = await viewsOf(experiment);
    expect(differencesOf(factsOf(views))).toEqual([]);
    for (const [view, from, to, noticed] of planted) {
      const text = views[view] ?? "";
      expect([view, from.source, from.test(text)]).toEqual([view, from.source, true]);
      const found = differencesOf(factsOf({ ...views, [view]: text.replace(from, to) }));
      expect(found.some((line) => noticed.test(line)) ? "noticed" : [view, to, ...found].join("\n")).toBe("noticed");
    }
  });
});
