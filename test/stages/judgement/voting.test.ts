import { expect, test } from "bun:test";
import type { Voice } from "../../../src/artifacts/vote.ts";
import { tellsApart } from "../../../src/stages/judgement/voting.ts";

const CRITERIA = ["fit", "cost"].map((name) => ({ name, description: name, min: 0, max: 10 }));
const design = (letter: string, scores: Record<string, number> = {}) => ({
  ...{ letter, scores, comment: "", knows_author: false },
});
const told = (said: Partial<Pick<Voice, "designs" | "order" | "pairs">>): boolean =>
  tellsApart({ designs: [], order: [], pairs: [], ...said } as unknown as Voice, CRITERIA);

test("two designs in an order, or two with every score, or one pair tell designs apart, and less does not", () => {
  expect(told({ order: [["A"], ["B"]] })).toBe(true);
  expect(told({ order: [["A", "B"]] })).toBe(true);
  expect(told({ order: [["A"]] })).toBe(false);
  const whole = { fit: 7, cost: 5 };
  expect(told({ designs: [design("A", whole), design("B", whole)] })).toBe(true);
  expect(told({ designs: [design("A", whole), design("B", { fit: 7 })] })).toBe(false);
  expect(told({ pairs: [{ first: "A", second: "B", better: "A", why: "" }] })).toBe(true);
  expect(told({})).toBe(false);
});
