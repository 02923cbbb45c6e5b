import { expect, test } from "bun:test";
import { isUsedUp, resetWait } from "../../src/session/reset-time.ts";

const NOW = Date.parse("2026-11-28T10:00:00Z");
const HOUR = 3_600_000;

/** What providers say of a limit, and how long it lasts; null if they do not say. */
const SAID: readonly [message: string, wait: number | null][] = [
  ["You have exceeded your quota. It resets in 5 hours.", 5 * HOUR],
  ["Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM). Please try again in 6ms.", 6],
  ["Rate limit reached for requests. Please try again in 1m30.5s.", 90_500],
  ["Usage limit reached. Try again in 4h59m.", 5 * HOUR - 60_000],
  ["You exceeded your current quota, please check your plan and billing details. Please retry in 43.35s.", 43_350],
  ["Quota exceeded; resets in 2 hours and 30 minutes", 2.5 * HOUR],
  ['{"type":"usage_limit_reached","resets_in_seconds":18000}', 5 * HOUR],
  ["The limit resets at 2026-11-28T15:00:00Z.", 5 * HOUR],
  ["The limit resets at 2026-11-28T16:00:00+01:00.", 5 * HOUR],
  ["Too many requests, please wait 20 seconds before retrying", 20_000],
  ["You exceeded your current quota, please check your plan and billing details.", null],
  ["Rate limit of 5 requests in 1 minute", null],
  ["Please try again in 365 days", 365 * 24 * HOUR],
  ["Please try again in 366 days", null],
  ["Please try again in 9999999 days", null],
  ['{"resets_in_seconds":99999999}', null],
  ["The limit resets at 9999-12-31T23:59:59Z.", null],
  ["Overloaded", null],
  ["", null],
];

for (const [message, wait] of SAID) {
  test(`reads ${wait === null ? "no wait" : `${wait} ms`} from "${message}"`, () => {
    expect(resetWait(message, NOW)).toBe(wait);
  });
}

test("a quota is used up only if no time is named at which it resets", () => {
  const used = (message: string) => isUsedUp(message, NOW);
  expect(used("You exceeded your current quota, please check your plan and billing details.")).toBe(true);
  expect(used("insufficient_quota")).toBe(true);
  expect(used("Your credit balance is too low to access the API")).toBe(true);
  expect(used("You exceeded your current quota. Please retry in 43.35s.")).toBe(false);
  expect(used("Usage limit reached. Please try again in 9999999 days")).toBe(true);
  expect(used("Rate limit reached for requests")).toBe(false);
  expect(used("Too Many Requests")).toBe(false);
});

test("a long message of one word is read in time that grows with its length only", () => {
  const began = performance.now();
  resetWait("again ".repeat(200_000), NOW);
  isUsedUp("quota ".repeat(200_000), NOW);
  expect(performance.now() - began).toBeLessThan(500);
});
