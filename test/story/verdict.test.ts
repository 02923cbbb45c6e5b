import { expect, test } from "bun:test";
import { unmarked } from "../../src/story/sentence.ts";
import { rankingVerdict } from "../../src/story/verdict.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";

const CLEAR = rankingOf(
  experiment([
    [9, 9.1, 8.9],
    [5, 5.2, 4.9],
    [3, 2.8, 3.1],
  ]),
);
type Lacked = NonNullable<(typeof CLEAR.summary)["lacked_constraints"]>;
const lacking = (...lacked_constraints: Lacked): string =>
  unmarked(rankingVerdict({ ...CLEAR, summary: { ...CLEAR.summary, lacked_constraints } }), String);
const constraint = (id: string, silent: boolean): Lacked[number] => ({
  ...{ id, kind: "constraint", text: `Text of ${id}`, silent },
});

test("of constraints that the winner lacks those that it misses come first, then those of which it says nothing", () => {
  expect(lacking(constraint("C1", true), constraint("C2", false))).toContain(
    ", but misses C2 “Text of C2” and says nothing of C1 “Text of C1”.",
  );
  expect(lacking(constraint("C1", false))).toContain(", but misses C1 “Text of C1”.");
  expect(lacking(constraint("C1", true))).toContain(", but says nothing of C1 “Text of C1”.");
  expect(lacking()).not.toContain(", but");
});
