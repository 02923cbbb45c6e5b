import { describe, expect, test } from "bun:test";
import { deviationOf, drawTask, SPREAD } from "../../src/stats/designer-world.ts";
import { compareDesigners } from "../../src/stats/designers.ts";
import { randomOf } from "../../src/stats/random.ts";
import { agreementWithin, GAPS, orderPower, sureThatFirst } from "../../src/stats/study-power.ts";

describe("what a study could show", () => {
  test("compares a whole table as compareDesigners does", () => {
    const random = randomOf(5);
    for (const designers of [2, 3, 6])
      for (const tasks of [5, 12]) {
        const worth = Array.from({ length: designers }, (_, at) => at * 0.9);
        const table = Array.from({ length: tasks }, () => drawTask(random, worth));
        const [group] = compareDesigners(table.map((row) => row.map((score, at) => ({ seat: `m${at}`, score }))));
        const pair = group?.better.find(({ better, worse }) => [better, worse].toSorted().join() === "m0,m1");
        const sure = sureThatFirst(table);
        if (pair !== undefined) expect(Math.max(sure, 1 - sure)).toBeCloseTo(pair.p, 9);
        else expect(Math.max(sure, 1 - sure)).toBeLessThan(0.95);
      }
  });

  test("finds a larger difference more often, and any more often with more tasks, and seldom turns it round", () => {
    const shapes = [5, 12, 50].map((tasks) => orderPower({ tasks, experiments: 2, designers: 4 }));
    for (const orders of shapes) {
      expect(orders.map(({ gap }) => gap)).toEqual([...GAPS]);
      const [least = 0, middle = 0, most = 0] = orders.map(({ right }) => right);
      expect(least).toBeLessThan(middle);
      expect(middle).toBeLessThanOrEqual(most);
      for (const { wrong } of orders) expect(wrong).toBeLessThanOrEqual(5);
    }
    for (const at of GAPS.keys()) {
      const [few, some, many] = shapes.map((orders) => orders[at]?.right ?? 0) as [number, number, number];
      expect(few).toBeLessThanOrEqual(some);
      expect(some).toBeLessThanOrEqual(many);
    }
    expect(orderPower({ tasks: 12, experiments: 2, designers: 4 })).toEqual(shapes[1] ?? []);
  });

  test("comes near what the normal distribution says of a known deviation", () => {
    // With many designers the deviation is known: right = Φ(gap/se − 1.645).
    const [tasks, experiments] = [40, 1];
    const error = deviationOf(experiments) * Math.sqrt(2 / tasks);
    const [, half] = orderPower({ tasks, experiments, designers: 8 });
    const z = 0.5 / error - 1.645;
    // Φ(z) by its logistic approximation, which is within 0.01.
    const right = 100 / (1 + Math.exp(-0.07056 * z ** 3 - 1.5976 * z));
    expect(Math.abs((half?.right ?? 0) - right)).toBeLessThan(8);
  });

  test("says nothing of too few, and is done for the largest study", () => {
    expect(
      orderPower({ tasks: 4, experiments: 9, designers: 4 }).every(({ right, wrong }) => right + wrong === 0),
    ).toBe(true);
    expect(orderPower({ tasks: 50, experiments: 1, designers: 1 }).every(({ right }) => right === 0)).toBe(true);
    expect(orderPower({ tasks: 10_000, experiments: 10, designers: 40 }).map(({ right }) => right)).toEqual([
      100, 100, 100,
    ]);
  });

  test("more experiments of a task leave what the task itself does", () => {
    expect(deviationOf(1)).toBeCloseTo(Math.hypot(SPREAD.taskwise, SPREAD.error), 12);
    expect(deviationOf(4)).toBeLessThan(deviationOf(1));
    expect(deviationOf(1e9)).toBeCloseTo(SPREAD.taskwise * Math.SQRT1_2, 4);
  });

  test("agreement of panels is known the better the more tasks there are", () => {
    expect(agreementWithin(1)).toBeNull();
    expect(agreementWithin(2)).toBe(1);
    // t(.975, 11) = 2.20099: 2.20099 · 0.5 / √11.
    expect(agreementWithin(12)).toBeCloseTo(0.33181, 4);
    expect(agreementWithin(101)).toBeCloseTo(0.0992, 3);
  });
});
