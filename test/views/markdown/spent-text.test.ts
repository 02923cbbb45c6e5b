import { expect, test } from "bun:test";
import { spentText } from "../../../src/views/markdown/spent-text.ts";

const SPENT = { sessions: 3, prompts: 3, tokens: 4_100, cost: 0.31, unpriced: [], uncounted: 0 };

test("spentText() says of a sum that lacks a part that it is the least", () => {
  expect(String(spentText(SPENT))).toBe("3 sessions, 4,100 tokens, $0.31");
  expect(String(spentText({ ...SPENT, uncounted: 1 }))).toBe(
    "3 sessions, at least 4,100 tokens, at least $0.31 (what 1 session of them took is not known)",
  );
  expect(String(spentText({ ...SPENT, tokens: 0, cost: 0, uncounted: 3 }))).toBe("3 sessions, tokens and cost unknown");
});
