import { describe, expect, test } from "bun:test";
import { addUsage, usageFrom } from "../../src/session/host.ts";

const TOKENS = { input: 7, output: 5, reasoning: 1, cache: { read: 3, write: 2 } };
const KNOWN = { tokens: { input: 7, output: 5, reasoning: 1, cache_read: 3, cache_write: 2 }, cost: 0.5 };
const UNKNOWN = { tokens: null, cost: null };

describe("usageFrom()", () => {
  test("takes what a session can have taken as it stands, and what is left out for nothing", () => {
    expect(usageFrom({ tokens: TOKENS, cost: 0.5 })).toEqual(KNOWN);
    const { cache: _, ...rest } = TOKENS;
    expect(usageFrom({ tokens: rest, cost: 0 }).tokens).toMatchObject({ input: 7, cache_read: 0, cache_write: 0 });
  });

  for (const wrong of [2 ** 64 - 1, 2 ** 32 - 1, 2 ** 31 - 1, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "7", null])
    test(`knows neither tokens nor cost where a count is ${wrong}`, () => {
      expect(usageFrom({ tokens: { ...TOKENS, output: wrong }, cost: 0.5 })).toEqual(UNKNOWN);
      expect(usageFrom({ tokens: { ...TOKENS, cache: { read: wrong ?? -1 } }, cost: 0.5 })).toEqual(UNKNOWN);
    });

  for (const wrong of [1e30, -0.01, Number.NaN, "0.5", undefined])
    test(`keeps the tokens beside a cost of ${wrong}, which is unknown`, () => {
      expect(usageFrom({ tokens: TOKENS, cost: wrong })).toEqual({ ...KNOWN, cost: null });
    });

  test("knows nothing where nothing was counted", () => {
    expect(usageFrom({ cost: 0 })).toEqual(UNKNOWN);
  });
});

test("addUsage() sums what is known, and a sum with an unknown part is unknown", () => {
  expect(addUsage(KNOWN, KNOWN)).toMatchObject({ tokens: { input: 14, cache_write: 4 }, cost: 1 });
  expect(addUsage(KNOWN, UNKNOWN)).toEqual(UNKNOWN);
  expect(addUsage({ ...KNOWN, cost: null }, KNOWN)).toMatchObject({ tokens: { input: 14 }, cost: null });
});
