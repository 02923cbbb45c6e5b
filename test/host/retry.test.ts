import { expect, test } from "bun:test";
import { MAX_TRIES, waitBeforeRetry } from "../../src/host/v2/session.ts";

test("the waits double from 2 s to 30 s and end with the sixth request", () => {
  const waits = Array.from({ length: MAX_TRIES }, (_, at) => waitBeforeRetry(at + 1, 1));
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, null]);
});

test("what the provider asks for is waited where it is longer, and nothing is asked again that the host gives up", () => {
  expect(waitBeforeRetry(1, 3_600_000)).toBe(3_600_000);
  expect(waitBeforeRetry(1, null)).toBeNull();
});
