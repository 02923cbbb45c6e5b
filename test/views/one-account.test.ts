import { afterAll, describe, expect, test } from "bun:test";
import { type Made, make, PRINTED, RECIPES } from "../support/experiments.ts";
import { type Views, viewsOf } from "../support/views.ts";
import { differencesOf, expectOneAccount, factsOf } from "./readers.ts";

const made: Made[] = [];
afterAll(async () => {
  for (const each of made) await each.dispose();
});

describe("all views of an experiment say the same verdict, numbers, names, failures and counts", () => {
  for (const recipe of RECIPES.filter(({ name }) => !PRINTED.includes(name))) {
    test(recipe.name, async () => {
      const experiment = await make(recipe);
      made.push(experiment);
      expectOneAccount(await viewsOf(experiment));
    });
  }
});

describe("what is not the same is noticed", () => {
  let views: Views;
  const planted: [view: string, from: RegExp, to: string, noticed: RegExp][] = [
    ["live.txt", /^A “(.*)” is better/mu, "B “$1” is better", /^verdict: /u],
    ["live.txt", /Confidence: high/u, "Confidence: low", /^confidence: /u],
    ["report.txt", /^A(.*) is better/mu, "B$1 is better", /^verdict: /u],
    ["show.md", / 8\.\d\d \|/u, " 8.11 |", /^A score: /u],
    ["compare.md", /\| score +\| 8\.\d\d/u, "| score | 8.11", /^A score: /u],
    ["terminal.txt", /winner \(high\): .*/u, "no winner (low): a tie of 2", /^in short: /u],
    ["stored/results/ranking.md", /alpha\/strong-1/u, "beta/middle-1", /^A model: /u],
    ["show-ledger.md", /9 of 9 scores/u, "8 of 9 scores", /^scores there: /u],
    ["report.txt", /Very probably/u, "No surer, for a reason. Very probably", /^doubt: /u],
    ["compare.md", / is better than .*\*\*/u, " and B cannot be told apart**", /^pair: /u],
    ["stored/results/ranking.md", /9 of 9 scores/u, "8 of 9 scores", /^scores there: /u],
    ["live.json", /"letter": "B",\n +"model": "/u, "$&other/", /^B model: /u],
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
