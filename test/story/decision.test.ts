import { describe, expect, test } from "bun:test";
import type { Decision } from "../../src/artifacts/decision.ts";
import type { Ranking, Verdict } from "../../src/artifacts/ranking.ts";
import { decisionSaid, differs, otherwise } from "../../src/story/decision.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";

const DECIDED: Decision = {
  version: 1,
  experiment_id: "x",
  design_id: "d0",
  design_sha256: "0".repeat(64),
  because: "",
  by: null,
  door: "command",
  decided_at: "2026-01-03T00:00:00.000Z",
  ranking: null,
  record: { in: "experiment", path: "record.md" },
  outcomes: [],
} as unknown as Decision;
const WINNER: Verdict = { kind: "winner", design: "d1", p: 0.9 };
const TIE: Verdict = { kind: "tie", designs: ["d1", "d2"] };
/** A ranking of the day after. */
const ranked = (verdict: Verdict, timestamp = "2026-01-04T00:00:00.000Z"): Ranking => {
  const ranking = rankingOf(experiment([[8], [6], [4]]));
  return { ...ranking, timestamp, summary: { ...ranking.summary, verdict, confidence: "high" } };
};
const at = (verdict: Verdict, is = true) => ({
  verdict,
  confidence: "high" as const,
  ranked_at: "2026-01-02T00:00:00.000Z",
  differs: is,
});
const said = (decision: Partial<Decision>, ranking: Ranking | null, seen = { decision: true, outcome: true }): string =>
  unmarked(
    decisionSaid({ decision: { ...DECIDED, ...decision }, stands: "as-decided", seen, made_of: [] }, ranking),
    (id) => id,
  );

describe("a decision says that another is first by now", () => {
  test("whether or not anything was ranked when it was made", () => {
    const now = "The ranking has another first by now: d1 (probability 90 %, confidence high).";
    expect(said({}, ranked(WINNER))).toEndWith(now);
    expect(said({ ranking: at({ kind: "winner", design: "d0", p: 0.9 }, false) }, ranked(WINNER))).toEndWith(now);
    expect(said({}, ranked(TIE))).toEndWith("The ranking has others first by now: d1 and d2.");
    expect(said({ design_id: null }, ranked(WINNER))).toContain("The ranking names a winner by now: d1");
  });

  test("not of a ranking of before, of the same first, or where that was said of the ranking of then", () => {
    for (const told of [
      said({}, null),
      said({}, ranked(WINNER, "2026-01-02T00:00:00.000Z")),
      said({ design_id: "d1" }, ranked(WINNER)),
      said({ design_id: "d1" }, ranked(TIE)),
      said({ design_id: null }, ranked(TIE)),
      said({ ranking: at(WINNER) }, ranked(WINNER)),
    ])
      expect(told).not.toContain("by now");
  });
});

test("a choice against the ranking says what that had, by how sure it was", () => {
  const then = (verdict: Verdict, design_id: string | null = "d0", made_of: string[] = []): string[] =>
    otherwise({ design_id, ranking: at(verdict) }, made_of).map((each) => unmarked(each, (id) => id));
  expect(then(WINNER)).toEqual(["The ranking then had another first: d1 (probability 90 %, confidence high)."]);
  expect(then(WINNER, null)[0]).toStartWith("The ranking then named a winner: d1");
  expect(then(TIE)).toEqual(["The ranking then had others first, in a tie: d1 and d2."]);
  expect(then(WINNER, "d0", ["d1"])).toEqual([
    "The ranking then had d1 first, of which d0 was made in a round later (probability 90 %, confidence high).",
  ]);
  expect(then(TIE, "d0", ["d1", "d2"])).toEqual([
    "The ranking then had d1 and d2 first, of which d0 was made in a round later.",
  ]);
  expect(then(TIE, "d0", ["d1"])).toEqual(["The ranking then had others first, in a tie: d1 and d2."]);
  expect(otherwise({ design_id: "d0", ranking: at(WINNER, false) }, [])).toEqual([]);
  expect(otherwise({ design_id: "d0", ranking: null }, [])).toEqual([]);
});

test("a ranking differs from a choice where it compares designs and has the chosen one not among the first", () => {
  const none: Verdict[] = [
    { kind: "unranked", reason: "no-score" },
    { kind: "one-design", design: "d1" },
    { kind: "nobody-compares", designs: ["d1"] },
  ];
  for (const verdict of none) expect(differs(ranked(verdict), "d0")).toBe(false);
  for (const verdict of [WINNER, TIE]) {
    expect(differs(ranked(verdict), "d0")).toBe(true);
    expect(differs(ranked(verdict), "d1")).toBe(false);
    expect(differs(ranked(verdict), null)).toBe(verdict === WINNER);
  }
});

test("the reason, who said it, and how it turned out stand in a decision where there are any", () => {
  const outcome = { outcome: "partly" as const, note: "", by: null, at: "2026-02-01T12:00:00.000Z" };
  expect(said({}, null)).toMatch(/^Decided on 2026-01-0\d: d0\.$/u);
  expect(said({ because: "We can run it", by: "Ada" }, null)).toMatch(/by Ada: d0: “We can run it”\.$/u);
  expect(said({ outcomes: [outcome] }, null)).toEndWith("d0. It worked in part (2026-02-01).");
  expect(said({ outcomes: [{ ...outcome, note: "Slow", by: "Ben" }] }, null)).toEndWith(
    "It worked in part (2026-02-01, says Ben): “Slow”.",
  );
  const unseen = said({ outcomes: [outcome] }, null, { decision: true, outcome: false });
  expect(unseen).toMatch(/\(2026-02-01\)\. That is .+\.$/u);
  expect(said({ outcomes: [outcome] }, null, { decision: false, outcome: false })).not.toContain("That is ");
});
