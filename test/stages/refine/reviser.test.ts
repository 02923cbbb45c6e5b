import { expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { DesignBody } from "../../../src/artifacts/design.ts";
import { answersOf, type ReviserInput, reviserAgent } from "../../../src/stages/refine/reviser.ts";
import { designOf } from "../../support/artifacts.ts";

const design = Value.Clean(DesignBody, { ...designOf("lab/a") });
const takes = (change: object): boolean =>
  Value.Check(reviserAgent.output({} as ReviserInput), { answers: [], design, added_scope: [], ...change });

test("a revision is taken with what it adds that nothing asks for, each in words", () => {
  expect(takes({})).toBe(true);
  expect(takes({ added_scope: ["It sends a mail too."] })).toBe(true);
  for (const added_scope of [undefined, null, "a mail", [""], [3], [{}]]) expect(takes({ added_scope })).toBe(false);
});

test("a revision is taken with an answer for each number, and none without words", () => {
  const answer = { point: "P1", done: true, how: "The queue is bounded." };
  expect(takes({ answers: [answer] })).toBe(true);
  for (const wrong of [
    { ...answer, how: "" },
    { ...answer, done: "yes" },
    { ...answer, point: "" },
  ])
    expect(takes({ answers: [wrong] })).toBe(false);
});

test("answers are kept with what was told under their number, each once, and what names no number is left out", () => {
  const told = {
    points: [{ id: "P1", kind: "weakness", text: "It may fill up." }],
    lacks: [{ requirement: { id: "R1", text: "Is fast" } }],
  } as unknown as Parameters<typeof answersOf>[0];
  const answer = (point: string, how: string) => ({ point, done: true, how });
  const given = [
    answer("R1", "It is measured."),
    answer(" P1 ", "It is bounded."),
    answer("P1", "Twice"),
    answer("P9", "No"),
  ];
  expect(answersOf(told, given)).toEqual([
    { point: "P1", text: "It may fill up.", done: true, how: "It is bounded." },
    { point: "R1", text: "Is fast", done: true, how: "It is measured." },
  ]);
});
