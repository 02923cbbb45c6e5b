import { describe, expect, test } from "bun:test";
import { Matrix } from "ml-matrix";
import { beats, pooledVariance, priorVariance, spreadOf } from "../../src/stats/belief.ts";
import { correlationBeyondChance, isBeyondChance, tCdf, tQuantile } from "../../src/stats/student-t.ts";

describe("priorVariance()", () => {
  test("is 0.7 of the variance of each reviewer's own scores, within 0.25² and 0.8²", () => {
    expect(priorVariance(0.5)).toBeCloseTo(0.35, 12);
    expect(priorVariance(0)).toBeCloseTo(0.0625, 12);
    expect(priorVariance(40)).toBeCloseTo(0.64, 12);
    expect(priorVariance(null)).toBeCloseTo(0.64, 12);
  });
});

describe("pooledVariance()", () => {
  test("is (RSS + 4·s0²) / (df + 4), with df + 4 degrees of freedom", () => {
    expect(pooledVariance(0, 0, 0.64)).toEqual({ variance: expect.closeTo(0.64, 12), freedom: 4 });
    expect(pooledVariance(6, 8, 0.64)).toEqual({ variance: expect.closeTo(8.56 / 12, 12), freedom: 12 });
  });
});

describe("beats()", () => {
  // The difference of two designs has variance s²·(2/M + 2ρ/(1 − ρ)), M = 3 and ρ = 0.45; t at 0.90 with 4 is 1.533.
  const deviation = Math.sqrt(2 * (2 / 3 + (2 * 0.45) / 0.55));
  const spread = spreadOf(Matrix.eye(2).div(3));

  test("is the t distribution of the difference: 1.533 standard errors away it is 0.9 with four degrees of freedom", () => {
    const belief = { theta: [5 + 1.533206 * deviation, 5], spread, variance: 2, freedom: 4 };
    expect(beats(belief, 0, 1)).toBeCloseTo(0.9, 6);
    expect(beats(belief, 1, 0)).toBeCloseTo(0.1, 6);
  });

  test("takes what two designs share out of the error of their difference", () => {
    const together = Matrix.add(spread, Matrix.ones(2, 2).mul(7));
    const belief = { theta: [6, 5], spread, variance: 2, freedom: 4 };
    expect(beats({ ...belief, spread: together }, 0, 1)).toBeCloseTo(beats(belief, 0, 1), 12);
  });
});

describe("Student's t", () => {
  test("has the quantiles of the printed tables", () => {
    expect(tQuantile(0.975, 1)).toBeCloseTo(12.706, 3);
    expect(tQuantile(0.975, 4)).toBeCloseTo(2.776, 3);
    expect(tQuantile(0.95, 10)).toBeCloseTo(1.812, 3);
    expect(tCdf(1.812, 10)).toBeCloseTo(0.95, 4);
    expect(tCdf(-2.776, 4)).toBeCloseTo(0.025, 4);
  });

  test("calls an estimate beyond chance past its 97.5 % point only, and never without an error", () => {
    expect(isBeyondChance(2.7, 1, 4)).toBe(false);
    expect(isBeyondChance(-2.8, 1, 4)).toBe(true);
    expect(isBeyondChance(100, null, 4)).toBe(false);
    expect(isBeyondChance(100, 1, 0)).toBe(false);
  });

  test("calls a correlation beyond chance by the number of pairs: 0.9 of five is, 1 of four is not", () => {
    expect(correlationBeyondChance(0.9, 5)).toBe(true);
    expect(correlationBeyondChance(0.85, 5)).toBe(false);
    expect(correlationBeyondChance(-0.9, 5)).toBe(true);
    expect(correlationBeyondChance(-1, 5)).toBe(true);
    expect(correlationBeyondChance(1, 4)).toBe(false);
  });
});
