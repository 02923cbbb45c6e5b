import { describe, expect, test } from "bun:test";
import {
  amount,
  chance,
  costText,
  count,
  dollars,
  duration,
  isBeyondConfidence,
  listText,
  lostText,
  moment,
  points,
  probability,
  probabilityClause,
  scoreText,
  tokensText,
} from "../../src/text/numbers.ts";

describe("probability()", () => {
  test("is no number of a bound that it does not reach", () => {
    const below = [0.797, 0.847, 0.897, 0.947].map((value) => probability(value));
    expect<string[]>(below).toEqual(["79 %", "84 %", "89 %", "94 %"]);
  });

  test("is in whole percent and never beyond 95 %", () => {
    expect<string[]>([1, 0.951, 0.95, 0.58, 0.05, 0.049, 0].map(probability)).toEqual([
      "over 95 %",
      "over 95 %",
      "95 %",
      "58 %",
      "5 %",
      "under 5 %",
      "under 5 %",
    ]);
    expect<string>(probability(null)).toBe("–");
    const clauses = (limit: number | null) =>
      [0.99, 0.87, 0.6, 0.01, null].map((p): string => probabilityClause(p, limit));
    expect(clauses(null)).toEqual(["P over 95 %", "P = 87 %", "P = 60 %", "P under 5 %", "P = –"]);
    expect(clauses(0.8)).toEqual(["P over 80 %", "P over 80 %", "P = 60 %", "P under 20 %", "P = –"]);
    expect(clauses(0.85)).toEqual(["P over 85 %", "P over 85 %", "P = 60 %", "P under 15 %", "P = –"]);
  });

  test("never rounds up to the point where two can be told apart, or where one is better", () => {
    expect<string[]>([0.7949, 0.79999, 0.8, 0.8499, 0.85, 0.9499].map(probability)).toEqual([
      "79 %",
      "79 %",
      "80 %",
      "84 %",
      "85 %",
      "94 %",
    ]);
  });
});

test("listText() joins, and says how many more there are", () => {
  expect<string>(listText([])).toBe("");
  expect(listText(["a"])).toBe("a");
  expect(listText(["a", "b", "c"])).toBe("a, b and c");
  expect(listText(["a", "b", "c", "d"], 3)).toBe("a, b and 2 more");
});

test("scoreText() has two decimals and a dash for nothing", () => {
  expect<string[]>([scoreText(7), scoreText(6.805), scoreText(null)]).toEqual(["7.00", "6.80", "–"]);
});

test("duration() has whole units that never reach the next one", () => {
  expect<string[]>([0.25, 9.55, 59.7, 119.6, 5399.6, 7260].map(duration)).toEqual([
    "250ms",
    "9.5s",
    "1m",
    "2m",
    "1h 30m",
    "2h 1m",
  ]);
});

test("listText() names the last beside the others, and one less than the most where there are more", () => {
  expect(listText(["a", "b"])).toBe("a and b");
  expect([listText(["a", "b", "c"], 3), listText(["a", "b", "c"], 2), listText(["a", "b"], 1)]).toEqual([
    "a, b and c",
    "a and 2 more",
    "2 more",
  ]);
});

test("duration() has a decimal below ten seconds only", () => {
  expect<string[]>([0, 9.99, 10, 10.4, 10.5, 59.5, 3600].map(duration)).toEqual([
    "0s",
    "9.9s",
    "10s",
    "10s",
    "11s",
    "1m",
    "1h",
  ]);
});

test("points(), count() and amount() have the form of their number", () => {
  expect<string[]>([1, 0.4, 1.04, 0.96, 0, 2, 2.25].map(points)).toEqual([
    "1 point",
    "0.4 points",
    "1 point",
    "1 point",
    "under 0.1 points",
    "2 points",
    "2.3 points",
  ]);
  expect<string[]>([0, 1, 2, 1234].map((each) => count(each, "design"))).toEqual([
    "0 designs",
    "1 design",
    "2 designs",
    "1,234 designs",
  ]);
  expect<string[]>([999, 41_200].map(amount)).toEqual(["999", "41,200"]);
});

test("dollars() and costText() say how much of a price is known", () => {
  expect<string[]>([0, 0.0099, 0.01, 12, null].map(dollars)).toEqual([
    "$0.00",
    "under $0.01",
    "$0.01",
    "$12.00",
    "unknown",
  ]);
  const of = (sessions: number, cost: number, unpriced: string[], uncounted: number): string =>
    costText({ sessions, cost, unpriced, uncounted });
  expect([of(0, 1, ["a"], 1), of(1, 0.31, [], 0), of(1, 0, [], 0)]).toEqual(["nothing asked", "$0.31", "$0.00"]);
  expect([of(1, 0.31, ["a"], 0), of(1, 0.31, [], 1), of(1, 0, ["a"], 0)]).toEqual([
    "at least $0.31",
    "at least $0.31",
    "cost unknown",
  ]);
});

test("tokensText() and lostText() say how much of a count is known", () => {
  const of = (tokens: number, uncounted: number): string => tokensText({ tokens, uncounted });
  expect([of(0, 0), of(1, 0), of(0, 1), of(41_200, 1)]).toEqual([
    "0 tokens",
    "1 token",
    "tokens unknown",
    "at least 41,200 tokens",
  ]);
  const lost = (change: object): string =>
    lostText({ sessions: 1, tokens: 4_100, uncounted: 0, cost: 0.05, unpriced: [], ...change });
  expect(lost({})).toContain(" 1 session ");
  expect(lost({})).toEndWith("4,100 tokens, $0.05.");
  expect(lost({ sessions: 0 })).toBe("");
  expect(lost({ unpriced: ["a"] })).toEndWith(" 4,100 tokens, cost unknown.");
  expect(lost({ uncounted: 1 })).toEndWith("at least 4,100 tokens, cost unknown.");
});

test("moment() is by the person's own clock, with two digits each", () => {
  expect<string[]>([new Date(2026, 0, 2, 3, 4), new Date(2026, 10, 22, 14, 5)].map((date) => moment(+date))).toEqual([
    "2026-01-02 03:04",
    "2026-11-22 14:05",
  ]);
  expect<string>(moment(Number.NaN)).toBe("no date");
});

test("chance() says no more than the confidence beside it", () => {
  const ranking = (confidence: string, best: (number | null)[], told_apart = 0.8) => ({
    designs: best.map((p_best) => ({ p_best })),
    summary: { confidence, told_apart },
  });
  const doubted = ranking("medium", [0.99, null]);
  expect<string[]>([0.99, 0.81, 0.8, 0.5, 0.2, 0.19, null].map((p) => chance(p, doubted))).toEqual([
    "over 80 %",
    "over 80 %",
    "80 %",
    "50 %",
    "20 %",
    "under 20 %",
    "–",
  ]);
  expect<string[]>([0.85, 0.86].map((p) => chance(p, ranking("low", [0.99], 0.85)))).toEqual(["85 %", "over 85 %"]);
  expect<string>(chance(0.99, ranking("high", [0.99]))).toBe("over 95 %");
  expect([0.95, 0.951].map((p) => isBeyondConfidence(ranking("medium", [null, p])))).toEqual([false, true]);
});
