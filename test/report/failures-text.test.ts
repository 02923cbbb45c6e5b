import { describe, expect, test } from "bun:test";
import { failedSessions, failureLines } from "../../src/report/failures-text.ts";
import { outcomeReply } from "../../src/report/outcome-text.ts";
import { scoresTable } from "../../src/report/scores-text.ts";
import type { Failure } from "../../src/schemas/failure.ts";
import type { Score } from "../../src/schemas/score.ts";
import { md } from "../../src/text/markdown.ts";

const failure = (phase: Failure["phase"], design_id: string): Failure => ({
  phase,
  model: "a/one",
  design_id,
  kind: "timeout",
  message: "took over 600 s",
});
const FOUR = ["x", "y"].flatMap((id) => [failure("review", id), failure("score", id)]);

describe("failureLines()", () => {
  test("has one bullet for a session that was asked for two parts", () => {
    expect<string[]>(failureLines(FOUR)).toEqual([
      "- review and score of x by a/one: **timeout**, took over 600 s",
      "- review and score of y by a/one: **timeout**, took over 600 s",
    ]);
  });

  test("keeps two sessions apart that were asked for the same part", () => {
    expect(failureLines([failure("score", "x"), failure("score", "x")])).toHaveLength(2);
    expect(failedSessions([failure("score", "x"), failure("score", "x")])).toBe(2);
  });
});

test("a reply counts the failures that it shows", () => {
  const reply = outcomeReply(
    {
      experiment_id: "2026-01-02-queue",
      dir: "/somewhere",
      seconds: 0,
      did: md`Done.`,
      spent: { sessions: 0, prompts: 0, tokens: 0, cost: 0, unpriced: [] },
      stopped: null,
      failures: FOUR,
      notes: [],
      attention: { designs: [], reviewers: [], top_scores: [], identified: [] },
      names: { designs: new Map(), reviewers: new Map() },
      next: [],
    },
    null,
  );
  expect(reply).toContain("### What failed (2 sessions)");
});

describe("scoresTable()", () => {
  const NO_NAMES = { designs: new Map(), reviewers: new Map() };
  const criteria = Array.from({ length: 10 }, (_, at) => `c${at}`);
  const scores = [
    {
      design_id: "x",
      scorer_model: "a/one",
      scores: Object.fromEntries(criteria.map((name) => [name, 5])),
      overall_score: 5,
    },
  ] as unknown as Score[];

  test("says how many criteria have no column", () => {
    expect(scoresTable(scores, criteria, NO_NAMES)).toEndWith("\n\nand 2 more criteria in scores/");
    expect(scoresTable(scores, criteria.slice(0, 9), NO_NAMES)).toEndWith("and 1 more criterion in scores/");
    expect(scoresTable(scores, criteria.slice(0, 8), NO_NAMES)).not.toContain("more criteri");
  });
});
