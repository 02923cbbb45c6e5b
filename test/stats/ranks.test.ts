import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  blomScores,
  competitionRanks,
  isConstant,
  isRounding,
  midRanks,
  tidy,
  tieGroups,
} from "../../src/stats/ranks.ts";

test("tidy() leaves every integer as it is, also a 32-bit seed", () => {
  expect(tidy(4_238_341_117)).toBe(4_238_341_117);
  fc.assert(fc.property(fc.maxSafeInteger(), (integer) => tidy(integer) === integer + 0));
});

test("tidy() shows what arithmetic left a little off as it was meant, at ten decimals, without a negative zero", () => {
  expect(tidy({ score: 6.799999999999999, list: [-0, -1e-12, 0.1 + 0.2] })).toEqual({ score: 6.8, list: [0, 0, 0.3] });
  expect(tidy(["a", null, true])).toEqual(["a", null, true]);
});

test("isConstant() forgives what rounding leaves, at any size of the numbers, and nothing else", () => {
  for (const size of [1e-9, 1, 1e9]) {
    expect([size, isConstant([(0.1 + 0.2) * size, 0.3 * size])]).toEqual([size, true]);
    expect([size, isConstant([0.3 * size, 0.300001 * size])]).toEqual([size, false]);
  }
  expect(isConstant([0, 0, 0])).toBe(true);
  expect(isConstant([2, 1, 3])).toBe(false);
  expect(isConstant([])).toBe(true);
  expect(isRounding(Number.NaN, [1])).toBe(true);
});

test("competitionRanks() and midRanks() share a place among scores that only rounding tells apart", () => {
  const scores = [7, 9, 7 + 1e-10, 5];
  expect(competitionRanks(scores)).toEqual([2, 1, 2, 4]);
  expect(midRanks(scores)).toEqual([2.5, 1, 2.5, 4]);
});

test("blomScores() are Blom's published normal scores, the best highest, with the mean rank of equals", () => {
  const rounded = (values: readonly number[]) => blomScores(values).map((score) => Number(score.toFixed(2)) + 0);
  expect(rounded([1, 2])).toEqual([-0.59, 0.59]);
  expect(rounded([1, 2, 3])).toEqual([-0.87, 0, 0.87]);
  expect(rounded([9, 3, 5, 7, 1])).toEqual([1.18, -0.5, 0, 0.5, -1.18]);
  expect(rounded([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])).toEqual([1.55, 1, 0.66, 0.38, 0.12, -0.12, -0.38, -0.66, -1, -1.55]);
  // Ranks 1, 2.5, 2.5 and 4 from the best: Φ⁻¹((4 − .375)/4.25) and Φ⁻¹(.5) twice.
  expect(rounded([9, 7, 7, 5])).toEqual([1.05, 0, 0, -1.05]);
  expect(rounded([4])).toEqual([0]);
  expect(blomScores([])).toEqual([]);
  const many = blomScores(Array.from({ length: 200 }, (_, at) => at));
  expect(many.every(Number.isFinite)).toBe(true);
  expect(Math.max(...many)).toBeCloseTo(2.73, 1);
});

test("tieGroups() has no run in which two designs are told apart, though its first and last are not", () => {
  const likelihood = [
    [0.5, 0.6, 0.7],
    [0, 0.5, 0.85],
    [0, 0, 0.5],
  ];
  expect(tieGroups(3, (better, worse) => (likelihood[better]?.[worse] ?? 0) >= 0.8)).toEqual([[0, 1]]);
});

test("tieGroups() finds runs that may overlap, none inside another", () => {
  const likelihood = [
    [0.5, 0.7, 0.99, 1],
    [0, 0.5, 0.8, 0.99],
    [0, 0, 0.5, 0.95],
    [0, 0, 0, 0.5],
  ];
  const beats = (better: number, worse: number) => likelihood[better]?.[worse] ?? 0;
  expect(tieGroups(4, (i, j) => beats(i, j) >= 0.9)).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(tieGroups(4, (i, j) => beats(i, j) >= 0.95)).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(tieGroups(4, (i, j) => beats(i, j) >= 0.97)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(tieGroups(4, (i, j) => beats(i, j) >= 0.6)).toEqual([]);
  expect(tieGroups(4, () => false)).toEqual([[0, 1, 2, 3]]);
});
