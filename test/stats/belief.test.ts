import { describe, expect, test } from "bun:test";
import { studentt } from "jstat";
import { Matrix } from "ml-matrix";
import {
  type Belief,
  beats,
  beatsAnyway,
  CONSTANTS,
  pooledVariance,
  priorVariance,
  sharedErrors,
  spreadOf,
} from "../../src/stats/belief.ts";
import { correlationBeyondChance, isBeyondChance } from "../../src/stats/bias.ts";

describe("priorVariance()", () => {
  test("is 0.7 of the variance of each reviewer's own scores, within 0.25² and 1²", () => {
    expect(priorVariance(0.5)).toBeCloseTo(0.35, 12);
    expect(priorVariance(0)).toBeCloseTo(0.0625, 12);
    expect(priorVariance(1.4)).toBeCloseTo(0.98, 12);
    expect(priorVariance(40)).toBeCloseTo(1, 12);
    expect(priorVariance(null)).toBeCloseTo(1, 12);
  });
});

describe("sharedErrors()", () => {
  const cell = (design: number, reviewer: number, person?: number) => {
    return { design, reviewer, self: false, ...(person !== undefined && { person }) };
  };

  test("is Σ_g a_g²·ρ_g/(1 − ρ_g) + 2·a_m·a_p·κ·ρ_m/(1 − ρ_m), worked by hand", () => {
    // Three models and a person of weight 1.5 on the first design: a = 2/3 and 1/3. Models alone, then people alone.
    const observations = [cell(0, 0), cell(0, 1), cell(0, 2), cell(0, 3, 1.5), cell(1, 0), cell(2, 3, 1.5)];
    const [both, models, people] = sharedErrors({ designs: 3, reviewers: 4, observations });
    // 4/9·9/11 + 1/9·3/7 + 2·2/9·.3·9/11
    expect(both).toBeCloseTo(0.3636363636 + 0.0476190476 + 0.1090909091, 9);
    expect(models).toBeCloseTo(9 / 11, 12);
    expect(people).toBeCloseTo(3 / 7, 12);
  });

  test("is the variance of the weighted mean of what groups err by, of which κ is common to both", () => {
    const observations = [cell(0, 0), cell(0, 1, 2)];
    const constants = { ...CONSTANTS, correlation: 0.5, people: 0.2, shared: 0.4 };
    // Cov = [[1, .4], [.4, .25]] of both groups' errors, at shares of a third and two thirds.
    const covariance = new Matrix([
      [1, 0.4],
      [0.4, 0.25],
    ]);
    const shares = Matrix.columnVector([1 / 3, 2 / 3]);
    const variance = shares.transpose().mmul(covariance).mmul(shares).get(0, 0);
    expect(sharedErrors({ designs: 1, reviewers: 2, observations }, constants)[0]).toBeCloseTo(variance, 12);
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
  const spread = spreadOf(Matrix.eye(2).div(3), [0.45 / 0.55, 0.45 / 0.55]);

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
    expect(studentt.inv(0.975, 1)).toBeCloseTo(12.706, 3);
    expect(studentt.inv(0.975, 4)).toBeCloseTo(2.776, 3);
    expect(studentt.inv(0.95, 10)).toBeCloseTo(1.812, 3);
    expect(studentt.cdf(1.812, 10)).toBeCloseTo(0.95, 4);
    expect(studentt.cdf(-2.776, 4)).toBeCloseTo(0.025, 4);
  });

  test("calls an estimate beyond chance past its 97.5 % point only, and never without an error", () => {
    expect(isBeyondChance(2.7, 1, 4)).toBe(false);
    expect(isBeyondChance(-2.8, 1, 4)).toBe(true);
    expect(isBeyondChance(100, null, 4)).toBe(false);
    expect(isBeyondChance(100, 1, 0)).toBe(false);
  });

  test("calls a correlation beyond chance by the number of pairs: 1 of five is, 0.9 of them is not, and of four nothing can be told", () => {
    expect(correlationBeyondChance(0.9, 5)).toBe(false);
    expect(correlationBeyondChance(-1, 5)).toBe(true);
    expect(correlationBeyondChance(-0.88, 6)).toBe(false);
    expect(correlationBeyondChance(31 / 35, 6)).toBe(true);
    expect(correlationBeyondChance(1, 4)).toBeNull();
    // The printed table has 0.521 of 15; this is by Student's t.
    expect(correlationBeyondChance(0.5, 15)).toBe(false);
    expect(correlationBeyondChance(0.53, 15)).toBe(true);
  });

  test("has Spearman's points as printed, each of which is beyond chance itself (Zar 1972)", () => {
    const printed = { 5: 1, 6: 0.886, 7: 0.786, 8: 0.738, 9: 0.7, 10: 0.648, 11: 0.618, 12: 0.587 };
    for (const [n, point] of Object.entries(printed)) {
      const beyond = (correlation: number) => correlationBeyondChance(correlation, Number(n));
      expect([n, beyond(point - 0.001), beyond(Math.min(1, point + 0.001))]).toEqual([n, false, true]);
    }
    expect([0.7, 107 / 165, 34 / 55].map((point, at) => correlationBeyondChance(-point, 9 + at))).toEqual([
      true,
      true,
      true,
    ]);
    expect([correlationBeyondChance(0.55, 13), correlationBeyondChance(0.56, 13)]).toEqual([false, true]);
    expect(correlationBeyondChance(1, 13)).toBe(true);
  });

  test("takes Spearman's points from all orders: the least that no more than one of twenty reaches", () => {
    for (const n of [5, 6, 7, 8]) {
      const found = ordersOf(n).map((order) => {
        const squares = order.reduce((sum, place, at) => sum + (place - at) ** 2, 0);
        return 1 - (6 * squares) / (n ** 3 - n);
      });
      const beyond = found.filter((rho) => correlationBeyondChance(rho, n));
      expect(beyond.length).toBeGreaterThan(0);
      expect(beyond.length / found.length).toBeLessThanOrEqual(0.05);
      // The next smaller value would be too many.
      const next = Math.max(...found.filter((rho) => !correlationBeyondChance(rho, n)));
      expect(found.filter((rho) => Math.abs(rho) >= next - 1e-9).length / found.length).toBeGreaterThan(0.05);
    }
  });
});

/** All orders of 0 to n − 1. */
function ordersOf(n: number): number[][] {
  if (n === 0) return [[]];
  return ordersOf(n - 1).flatMap((rest) => Array.from({ length: n }, (_, at) => rest.toSpliced(at, 0, n - 1)));
}

describe("beatsAnyway()", () => {
  /** Two designs apart by t standard errors. */
  const apart = (t: number, freedom: number): Belief => ({
    theta: [6 + t, 6],
    spread: Matrix.eye(2).div(2),
    variance: 1,
    freedom,
  });

  test("is what integrating over distance and noise gives, each g weighing what it explains", () => {
    for (const [t, freedom] of [
      [2, 8],
      [3, 6],
      [0.5, 10],
    ] as const) {
      let [above, whole] = [0, 0];
      for (const g of [1 / 4, 1, 4, 16, 64]) {
        // Of the noise σ, a scaled inverse chi-squared; of the distance a normal with g·σ².
        for (let log = -4; log <= 4; log += 0.02) {
          const sigma = Math.exp(log);
          const prior = sigma ** -freedom * Math.exp(-freedom / (2 * sigma ** 2));
          const width = Math.sqrt(g) * sigma;
          for (let z = -6; z <= 6; z += 0.05) {
            const seen = (t - z * width) / sigma;
            const weight = (prior * Math.exp(-(z * z + seen * seen) / 2)) / sigma;
            whole += weight;
            if (z > 1e-9) above += weight;
            else if (z > -1e-9) above += weight / 2;
          }
        }
      }
      expect(beatsAnyway(apart(t, freedom), 0, 1)).toBeCloseTo(above / whole, 3);
    }
  });

  test("is even for two alike, turns with the order, and is never surer than P of the pair", () => {
    expect(beatsAnyway(apart(0, 8), 0, 1)).toBeCloseTo(0.5, 9);
    for (const t of [0.5, 1, 2, 3, 5]) {
      const belief = apart(t, 8);
      expect(beatsAnyway(belief, 0, 1) + beatsAnyway(belief, 1, 0)).toBeCloseTo(1, 9);
      expect(beatsAnyway(belief, 0, 1)).toBeLessThan(beats(belief, 0, 1));
    }
  });
});
