import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  dropped,
  isTied,
  letterPlace,
  moved,
  type Order,
  placedLast,
  tied,
  without,
} from "../../../../src/views/html/judge/order.ts";

const ABC: Order = [["A"], ["B"], ["C"]];

test("a letter is put after all others, and taken out", () => {
  expect(placedLast([["A"]], "B")).toEqual([["A"], ["B"]]);
  expect(placedLast(ABC, "A")).toEqual([["B"], ["C"], ["A"]]);
  expect(without([["A", "B"], ["C"]], "A")).toEqual([["B"], ["C"]]);
  expect(without([["A"]], "A")).toEqual([]);
});

test("a step goes past the next place, or out of a group of equals, and stops at the ends", () => {
  expect(moved(ABC, "C", -1)).toEqual([["A"], ["C"], ["B"]]);
  expect(moved(ABC, "A", -1)).toBe(ABC);
  expect(moved(ABC, "C", 1)).toBe(ABC);
  expect(moved([["A", "B"], ["C"]], "B", -1)).toEqual([["B"], ["A"], ["C"]]);
  expect(moved([["A", "B"], ["C"]], "A", 1)).toEqual([["B"], ["A"], ["C"]]);
  expect(moved([["A", "B"], ["C"]], "C", -1)).toEqual([["C"], ["A", "B"]]);
  expect(moved(ABC, "X", 1)).toBe(ABC);
});

test("equals share a place, and part again", () => {
  const equal = tied(ABC, "B");
  expect(equal).toEqual([["A", "B"], ["C"]]);
  expect([isTied(equal, "A"), isTied(equal, "B"), isTied(equal, "C")]).toEqual([false, true, false]);
  expect(["A", "B", "C"].map((letter) => letterPlace(equal, letter))).toEqual([1, 1, 3]);
  expect(tied(equal, "B")).toEqual(ABC);
  expect(tied(ABC, "A")).toBe(ABC);
});

test("a letter is dropped on a row, alone, before the group that is there", () => {
  expect(dropped(ABC, "C", 0)).toEqual([["C"], ["A"], ["B"]]);
  expect(dropped(ABC, "A", 2)).toEqual([["B"], ["C"], ["A"]]);
  expect(dropped([["A", "B"], ["C"]], "C", 1)).toEqual([["C"], ["A", "B"]]);
});

test("whatever is done, each letter stands once and no group is empty", () => {
  const letter = fc.constantFrom("A", "B", "C", "D");
  const act = fc.oneof(
    fc.tuple(letter, fc.constantFrom(-1 as const, 1 as const)).map(
      ([of, by]) =>
        (order: Order) =>
          moved(order, of, by),
    ),
    letter.map((of) => (order: Order) => tied(order, of)),
    letter.map((of) => (order: Order) => placedLast(order, of)),
    fc.tuple(letter, fc.nat(4)).map(
      ([of, to]) =>
        (order: Order) =>
          dropped(order, of, to),
    ),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const order = acts.reduce((now, each) => each(now), [["A"], ["B"], ["C"], ["D"]] as Order);
      expect(order.flat().sort()).toEqual(["A", "B", "C", "D"]);
      expect(order.every((group) => group.length > 0)).toBe(true);
    }),
  );
});
