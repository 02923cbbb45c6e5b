import { expect, test } from "bun:test";
import { contentWords, likeness } from "../../src/text/alike.ts";

const alike = (one: string, other: string): number => likeness(contentWords(one), contentWords(other));

test.each([
  ["Design a ferry booking and payment system", "Ferry booking and payment"],
  ["A durable queue for deliveries that outlives restarts", "Durable queues for deliveries, which outlive a restart"],
  ["配送のキューを設計する", "配送のキューの設計"],
])("%j is of nearly the same words as %j", (one, other) => {
  expect(alike(one, other)).toBeGreaterThan(0);
  expect(alike(other, one)).toBe(alike(one, other));
});

// Two words that both have make a task no other one's, however few words these have.
test.each([
  ["How does our booking service retry a payment?", "Ferry booking and payment"],
  ["Payment retry policy", "Payment retry queue"],
  ["cache", "cache"],
  ["", ""],
])("%j is not of nearly the same words as %j", (one, other) => {
  expect(alike(one, other)).toBe(0);
});
