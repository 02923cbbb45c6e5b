import { describe, expect, test } from "bun:test";
import { duration, list, probability, score } from "../../src/text/numbers.ts";

describe("probability()", () => {
  test("never prints certainty", () => {
    expect([1, 0.9951, 0.99, 0.58, 0.01, 0.004, 0].map(probability)).toEqual([
      "0.99+",
      "0.99+",
      "0.99",
      "0.58",
      "0.01",
      "<0.01",
      "<0.01",
    ]);
    expect(probability(null)).toBe("–");
  });

  test("never rounds a pair that cannot be told apart up to the point where it could", () => {
    expect([0.7949, 0.7975, 0.79999, 0.8].map(probability)).toEqual(["0.79", "0.797", "0.799", "0.80"]);
  });
});

test("list() joins, and says how many more there are", () => {
  expect(list([])).toBe("");
  expect(list(["a"])).toBe("a");
  expect(list(["a", "b", "c"])).toBe("a, b and c");
  expect(list(["a", "b", "c", "d"], 3)).toBe("a, b and 2 more");
});

test("score() has two decimals and a dash for nothing", () => {
  expect([score(7), score(6.805), score(null)]).toEqual(["7.00", "6.80", "–"]);
});

test("duration() has whole units that never reach the next one", () => {
  expect([0.25, 9.55, 59.7, 119.6, 5399.6, 7260].map(duration)).toEqual([
    "250ms",
    "9.5s",
    "1m",
    "2m",
    "1h 30m",
    "2h 1m",
  ]);
});
