import { expect, test } from "bun:test";
import fc from "fast-check";
import { numberOf, scalePoints } from "../../../src/views/html/client/scale.tsx";

test("the numbers of a scale stand one by one where they are whole and at most eleven, from its least to its most", () => {
  expect(scalePoints({ min: 1, max: 5 })).toEqual([1, 2, 3, 4, 5]);
  expect(scalePoints({ min: 0, max: 10 })).toHaveLength(11);
  expect(scalePoints({ min: 0, max: 1, step: 0.1 })).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(scalePoints({ min: 0, max: 1, step: 1 })).toEqual([0, 1]);
  // Between few whole numbers, and between parts of them, a person may mean what lies between.
  for (const scale of [
    { min: 0, max: 1 },
    { min: 0, max: 2 },
    { min: 0.5, max: 5.5 },
    { min: 0, max: 4.5 },
    { min: 0, max: 11 },
    { min: 0, max: 1, step: 0.05 },
  ])
    expect(scalePoints(scale)).toBeNull();
});

test("every number that stands on a scale is one that can be given on it", () => {
  const scales = fc
    .record({
      min: fc.integer({ min: -20, max: 20 }),
      parts: fc.integer({ min: 1, max: 12 }),
      step: fc.constantFrom(0.1, 0.25, 0.5, 1, 2),
    })
    .map(({ min, parts, step }) => ({ min, max: min + parts * step, step }));
  fc.assert(
    fc.property(scales, (scale) => {
      const points = scalePoints(scale);
      for (const point of points ?? []) expect(numberOf(scale, String(point))).toBe(point);
      expect(points === null).toBe(Math.round((scale.max - scale.min) / scale.step) > 10);
    }),
  );
});

test("a field gives a number of the scale alone, and none where it is empty or no number", () => {
  const scale = { min: 0, max: 10 };
  expect(["0", "10", " 2.5 "].map((text) => numberOf(scale, text))).toEqual([0, 10, 2.5]);
  for (const text of [undefined, "", " ", "x", "-1", "10.1"]) expect(numberOf(scale, text)).toBeNull();
  expect(numberOf({ ...scale, step: 2 }, "4")).toBe(4);
  expect(numberOf({ ...scale, step: 2 }, "3")).toBeNull();
});
