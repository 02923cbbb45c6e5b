import { expect, test } from "bun:test";
import fc from "fast-check";
import { tidy } from "../../src/stats/ranks.ts";

test("tidy() leaves every integer as it is, also a 32-bit seed", () => {
  expect(tidy(4_238_341_117)).toBe(4_238_341_117);
  fc.assert(fc.property(fc.maxSafeInteger(), (integer) => tidy(integer) === integer + 0));
});

test("tidy() shows what arithmetic left a little off as it was meant, at ten decimals, without a negative zero", () => {
  expect(tidy({ score: 6.799999999999999, list: [-0, -1e-12, 0.1 + 0.2] })).toEqual({ score: 6.8, list: [0, 0, 0.3] });
});
