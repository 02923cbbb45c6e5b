import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Ranking } from "../../../src/artifacts/ranking.ts";
import { sortNotes } from "../../../src/views/markdown/notes-text.ts";
import { rankingSentences } from "../../../src/views/markdown/ranking-sentences.ts";
import { rankingTable } from "../../../src/views/markdown/ranking-text.ts";
import { verdict } from "../../../src/views/markdown/story-text.ts";
import { experiment, QUALITY } from "../../stats/support.ts";
import { rankingOf, storyFrom } from "./support.ts";

const CRITERIA = ["scalability", "cost"].map((name) => ({ ...QUALITY, name }));

/** A ranking as it was written before notes were data and before the fields of today were there. */
function older(): unknown {
  const table = [9, 6, 3].map((x) =>
    [0, 0.3, -0.2].map((shift, j) => ({ scalability: x + shift, cost: [5, 7, 4][j] ?? 5 })),
  );
  const now = rankingOf(experiment(table, { criteria: CRITERIA }));
  const { residual_deviation: _, ...reliability } = now.reliability;
  const { length_beyond_chance: __, criteria_correlation: ___, ...bias } = now.bias;
  return JSON.parse(
    JSON.stringify({
      ...now,
      reliability,
      bias: { ...bias, self_preference: { beta: 0.4, standard_error: 0.1 } },
      robustness: { criterion: "cost", factor: 2, new_winner: "d1" },
      assumptions: { error_correlation: 0.35, prior_deviation: 0.8, draws: 4000, seed: 99 },
      notes: ["Two reviewers scored: two agree by chance too often for a high consensus."],
    }),
  );
}

describe("a ranking of before", () => {
  test("fits the schema of today and is shown with what it holds", () => {
    const ranking = older();
    expect([...Value.Errors(Ranking, ranking)]).toEqual([]);
    if (!Value.Check(Ranking, ranking)) throw new Error("unreachable");
    expect(verdict(storyFrom(ranking))).toContain("**A “Title of d0” is ");
    expect(sortNotes(ranking.notes).cautions.map(String)).toEqual([
      "Two reviewers scored: two agree by chance too often for a high consensus.",
    ]);
    const said = rankingSentences(ranking).join("\n");
    expect(said).toContain("Doubling the weight of cost puts d1 first.");
    expect(said).not.toMatch(/undefined|NaN|own designs/);
    expect(rankingTable(ranking)).toContain("d0");
  });
});
