import { describe, expect, test } from "bun:test";
import { duration, list, probability, probabilityClause, score } from "../../src/text/numbers.ts";

describe("probability()", () => {
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

test("list() joins, and says how many more there are", () => {
  expect<string>(list([])).toBe("");
  expect(list(["a"])).toBe("a");
  expect(list(["a", "b", "c"])).toBe("a, b and c");
  expect(list(["a", "b", "c", "d"], 3)).toBe("a, b and 2 more");
});

test("score() has two decimals and a dash for nothing", () => {
  expect<string[]>([score(7), score(6.805), score(null)]).toEqual(["7.00", "6.80", "–"]);
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
