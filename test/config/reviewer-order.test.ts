import { describe, expect, test } from "bun:test";
import type { LearnedErrors } from "../../src/artifacts/learned.ts";
import type { AvailableModel } from "../../src/artifacts/model.ts";
import { orderReviewers } from "../../src/config/reviewer-order.ts";

const model = (id: string, price: AvailableModel["price"]): AvailableModel => ({
  id,
  provider: id.split("/")[0] ?? "",
  names: [],
  sampling: null,
  context_limit: null,
  output_limit: null,
  family: null,
  released: null,
  default: false,
  hosts_own: false,
  writes_text: true,
  price,
});
const at = (output: number) => ({ input: 1, output });
const AVAILABLE = [
  model("a/1", at(5)),
  model("a/2", at(5)),
  model("b/1", at(5)),
  model("c/1", at(9)),
  model("d/1", null),
];
const pair = (one: string, other: string, correlation: number) => ({ one, other, correlation });
const LEARNED: LearnedErrors = {
  experiments: 9,
  pairs: [
    pair("a/1", "a/2", 0.8),
    ...["b/1", "c/1", "d/1"].flatMap((id) => [pair("a/1", id, 0.2), pair("a/2", id, 0.2)]),
  ],
};
const order = (listed: readonly string[], places = 2, learned: LearnedErrors | null = LEARNED) =>
  orderReviewers(listed, places, AVAILABLE, learned);

describe("orderReviewers()", () => {
  test("gives a place to a reviewer that shares fewer errors and costs no more", () => {
    expect(order(["a/1", "a/2", "b/1"])).toEqual(["b/1", "a/2", "a/1"]);
  });

  test("never takes a dearer one, nor one whose price is unknown", () => {
    expect(order(["a/1", "a/2", "c/1"])).toEqual(["a/1", "a/2", "c/1"]);
    expect(order(["a/1", "a/2", "d/1"])).toEqual(["a/1", "a/2", "d/1"]);
  });

  test("keeps the listed order without history, with places for all, and where it gains nothing", () => {
    expect(order(["a/1", "a/2", "b/1"], 2, null)).toEqual(["a/1", "a/2", "b/1"]);
    expect(order(["a/1", "a/2", "b/1"], 3)).toEqual(["a/1", "a/2", "b/1"]);
    expect(order(["a/1", "b/1", "a/2"])).toEqual(["a/1", "b/1", "a/2"]);
  });
});
