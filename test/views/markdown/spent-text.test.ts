import { expect, test } from "bun:test";
import { spentSaid } from "../../../src/story/amounts.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";

const SPENT = { sessions: 3, prompts: 3, tokens: 4_100, cost: 0.31, unpriced: [], uncounted: 0 };

test("spentSaid() says of a sum that lacks a part that it is the least", () => {
  expect(String(drawn(spentSaid(SPENT)))).toBe("3 sessions, 4,100 tokens, $0.31");
  expect(String(drawn(spentSaid({ ...SPENT, uncounted: 1 })))).toBe(
    "3 sessions, at least 4,100 tokens, at least $0.31 (what 1 session of them took is not known)",
  );
  expect(String(drawn(spentSaid({ ...SPENT, tokens: 0, cost: 0, uncounted: 3 })))).toBe(
    "3 sessions, tokens and cost unknown",
  );
});

test("spentSaid() tells the known part of a price from the unknown one, and what was asked of nobody", () => {
  const said = (change: object) => String(drawn(spentSaid({ ...SPENT, ...change })));
  expect(said({ sessions: 0 })).toBe("no model was asked");
  expect(said({ unpriced: ["p/a", "p/b"] })).toBe(
    "3 sessions, 4,100 tokens, $0.31 and what p/a and p/b cost: their price is unknown",
  );
  expect(said({ unpriced: ["p/a"], cost: 0, sessions: 1, uncounted: 0 })).toBe(
    "1 session, 4,100 tokens, cost unknown: the host has no price of p/a",
  );
});
