import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normal } from "jstat";
import { Matrix } from "ml-matrix";
import { fullExperiment, withAnswers } from "../../bench/speed.ts";
import { afterAnswers, type PairAnswer } from "../../src/stats/answers.ts";
import { type Belief, beats, CONSTANTS } from "../../src/stats/belief.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { processorTime } from "../support/processor.ts";

const about = (theta: readonly number[], each = 0.5, variance = 1): Belief => ({
  theta,
  spread: Matrix.eye(theta.length).mul(each),
  variance,
  freedom: 9,
});
const said = (first: number, second: number, better: number | null = first): PairAnswer => ({
  reviewer: 0,
  designs: [first, second],
  better,
  weights: [2, 2],
});

/** A difference's posterior by sums over a fine grid: normal prior, probit of one answer. */
function byGrid(centre: number, deviation: number, noise: number, likelihood: (x: number) => number) {
  const step = deviation / 2000;
  const points = Array.from({ length: 40_001 }, (_, at) => centre + (at - 20_000) * step);
  const logs = points.map((x) => normal.pdf(x, centre, deviation) * likelihood(x / noise));
  return points[logs.indexOf(Math.max(...logs))] ?? 0;
}

describe("afterAnswers()", () => {
  // With w = 2, of which an answer has a quarter, and ρ = 0.3: τ² = 2 + 2 + 2·0.3/0.7.
  const noise = Math.sqrt(4 + 6 / 7);

  test("stands at the mode of prior and probit, which a grid finds too", () => {
    for (const [lead, better] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [-2, 0],
    ] as const) {
      const { theta } = afterAnswers(about([5 + lead, 5]), [said(0, 1, better)]);
      const sign = better === 0 ? 1 : -1;
      const mode = byGrid(lead, 1, noise, (x) => normal.cdf(sign * x, 0, 1));
      expect((theta[0] ?? 0) - (theta[1] ?? 0)).toBeCloseTo(mode, 3);
      expect((theta[0] ?? 0) + (theta[1] ?? 0)).toBeCloseTo(10 + lead, 9);
    }
  });

  test("knows more than before, by what the curve at the mode says (worked by hand)", () => {
    const { theta, spread } = afterAnswers(about([5, 5]), [said(0, 1)]);
    const z = ((theta[0] ?? 0) - (theta[1] ?? 0)) / noise;
    const mills = normal.pdf(z, 0, 1) / normal.cdf(z, 0, 1);
    // 1/variance of the difference: 1 before, and mills·(mills + z)/τ² by the answer.
    const difference = spread.get(0, 0) + spread.get(1, 1) - 2 * spread.get(0, 1);
    expect(difference).toBeCloseTo(1 / (1 + (mills * (mills + z)) / noise ** 2), 8);
  });

  test("hears neither as half an answer each way: the centre draws together", () => {
    const { theta } = afterAnswers(about([6, 5]), [said(0, 1, null)]);
    const mode = byGrid(1, 1, noise, (x) => Math.sqrt(normal.cdf(x, 0, 1) * normal.cdf(-x, 0, 1)));
    expect((theta[0] ?? 0) - (theta[1] ?? 0)).toBeCloseTo(mode, 3);
    const same = afterAnswers(about([5, 5]), [said(0, 1, null)]);
    expect(same.theta).toEqual([5, 5]);
  });

  test("is the same whichever of the two is named first, and mirrors where the other is better", () => {
    const forth = afterAnswers(about([6, 5, 4]), [said(0, 1), said(1, 2)]);
    const back = afterAnswers(about([6, 5, 4]), [said(2, 1, 1), said(1, 0, 0)]);
    expect(back.theta.map((each) => each.toFixed(9))).toEqual(forth.theta.map((each) => each.toFixed(9)));
    const [lost, won] = [afterAnswers(about([5, 5]), [said(0, 1, 1)]), afterAnswers(about([5, 5]), [said(0, 1, 0)])];
    expect(lost.theta.toReversed().map((each) => each.toFixed(9))).toEqual(won.theta.map((each) => each.toFixed(9)));
  });

  test("moves a design that was not asked about only by what it shares", () => {
    const belief = about([5, 5, 5]);
    belief.spread.set(1, 2, 0.4);
    belief.spread.set(2, 1, 0.4);
    const { theta } = afterAnswers(belief, [said(0, 1)]);
    expect(theta[2]).toBeLessThan(5);
    expect(afterAnswers(about([5, 5, 5]), [said(0, 1)]).theta[2]).toBe(5);
  });

  test("all of one person's pairs among three designs are a row of them, and two people's know more", () => {
    const pairs = [said(0, 1), said(0, 2), said(1, 2)];
    const flat = about([5, 5, 5], 1e6);
    const spreadOf = (answers: readonly PairAnswer[]) => {
      const { spread } = afterAnswers(
        flat,
        answers.map((each) => ({ ...each, better: null })),
      );
      return spread.get(0, 0) + spread.get(1, 1) - 2 * spread.get(0, 1);
    };
    // Around 0 a probit bends by 2/π of what the normal score would; a row's difference has the variance 2·(2 + 3/7).
    expect(spreadOf(pairs)).toBeCloseTo((Math.PI / 2) * 2 * (17 / 7), 3);
    expect(spreadOf(pairs.map((each, reviewer) => ({ ...each, reviewer })))).toBeLessThan(spreadOf(pairs) - 0.5);
  });

  test("weighs what the constants say: at 1 of a score's weight τ² has twice the person's own variance (worked by hand)", () => {
    // w = 2: 1/2 + 1/2 + 2·0.2/0.8.
    const own = Math.sqrt(1 + 1 / 2);
    const constants = { ...CONSTANTS, answerWeight: 1, people: 0.2 };
    const { theta } = afterAnswers(about([5.5, 5]), [said(0, 1)], constants);
    const mode = byGrid(0.5, 1, own, (x) => normal.cdf(x, 0, 1));
    expect((theta[0] ?? 0) - (theta[1] ?? 0)).toBeCloseTo(mode, 3);
  });

  test("a weaker person moves less, and many answers more than one", () => {
    const by = (weight: number) =>
      afterAnswers(about([5, 5]), [{ ...said(0, 1), weights: [weight, weight] }]).theta[0] ?? 0;
    expect(by(3)).toBeGreaterThan(by(1));
    const many = afterAnswers(about([5, 5]), [said(0, 1), { ...said(0, 1), reviewer: 1 }]);
    expect(many.theta[0]).toBeGreaterThan(by(2));
    expect(beats(many, 0, 1)).toBeGreaterThan(beats(afterAnswers(about([5, 5]), [said(0, 1)]), 0, 1));
  });

  test("come to one mode in whatever order they are given, also where scores are sure of the opposite", () => {
    const place = fc.integer({ min: 0, max: 4 });
    const answer = fc
      .tuple(place, place, fc.boolean(), fc.integer({ min: 0, max: 2 }))
      .filter(([first, second]) => first !== second)
      .map(([first, second, won, reviewer]) => ({ ...said(first, second, won ? first : second), reviewer }));
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 20 }), (answers) => {
        const belief = about([9, 7, 5, 3, 1], 0.5, 0.06);
        const back = afterAnswers(belief, answers.toReversed());
        const after = afterAnswers(belief, answers);
        for (const [at, value] of after.theta.entries()) expect(back.theta[at]).toBeCloseTo(value, 9);
        for (const [at, value] of after.spread.to1DArray().entries()) {
          expect(back.spread.to1DArray()[at]).toBeCloseTo(value, 9);
        }
      }),
      { numRuns: 200, seed: 35 },
    );
  });

  test("of five people about every pair of twelve designs are heard in a moment", () => {
    const start = processorTime();
    const { designs, people } = rankDesigns({ ...withAnswers(fullExperiment(12, 4, 3), 5), reviews: [] });
    // 0.05 s on one core; 7.4 s where the work grew with the cube of the answers.
    expect(processorTime() - start).toBeLessThan(2_000);
    expect(people?.counted.map(({ pairs }) => pairs)).toEqual([66, 66, 66, 66, 66]);
    expect(designs.every(({ rank }) => rank !== null)).toBe(true);
  });

  test.each([
    [0, 1e-8],
    [60, 1],
    [-60, 1],
    [1000, 1e-3],
    [-1000, 1e-3],
    [-40, 1e4],
  ])("has finite numbers and a sound spread where the first is %d ahead with a variance of %d", (lead, variance) => {
    const belief = about([lead, 0, 5], 0.5, variance);
    const after = afterAnswers(belief, [said(0, 1), said(0, 2, 2), said(1, 2, null)]);
    expect(after.theta.every(Number.isFinite)).toBe(true);
    expect(after.spread.to1DArray().every(Number.isFinite)).toBe(true);
    for (let at = 0; at < 3; at++) {
      expect(after.spread.get(at, at)).toBeGreaterThan(0);
      expect(after.spread.get(at, at)).toBeLessThan(0.5 + 1e-9);
    }
  });
});
