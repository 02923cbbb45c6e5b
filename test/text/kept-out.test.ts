import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { knownIn, leaksIn, vocabularyOf } from "../../src/text/kept-out.ts";

const schema = Type.Object({
  tool: Type.String({ pattern: "^\\d\\.\\d$" }),
  kind: Type.Union([Type.Literal("score"), Type.Null()]),
  list: Type.Array(Type.Object({ rank: Type.Number() })),
});
const value = { tool: "0.1", kind: "score", list: [{ rank: 2 }] };
const known = knownIn({
  generating_model: "zetacorp/score",
  name: "Ada Quistgaard",
  path: "/home/ada/plans.md",
  justification: "It rests on one database",
  numbers: ["2026", "0.25"],
});
const foreign = { file: "export.json", kind: "a word that is none of its own" };
const leaks = (text: string, given: unknown = value) =>
  leaksIn(new Map([["export.json", text]]), { value: given, schema, own: "The score of a design", known, foreign });

test("the vocabulary is every key and enumerated word of a schema", () => {
  expect([...vocabularyOf(schema).words].sort()).toEqual(["kind", "list", "rank", "score", "tool"]);
});

test("names that are words of ours, and numbers, are no leak", () => {
  expect(leaks(JSON.stringify({ ...value, p: 0.25, year: 2026 }))).toEqual([]);
});

for (const [text, kind] of [
  ["zetacorp", "a model's name"],
  ["QUISTGAARD", "a name"],
  ["/home/ada/plans.md", "a path"],
  ["It rests on one database", "a text"],
] as const)
  test(`finds ${kind}`, () => {
    expect(leaks(JSON.stringify({ ...value, more: `x ${text} y` }))).toContainEqual({ file: "export.json", kind });
  });

test("finds a word of nobody's, and tells no text", () => {
  const found = leaks("{}", { ...value, kind: "hunter2" });
  expect(found).toEqual([{ file: "export.json", kind: "a word that is none of its own" }]);
  expect(leaks("{}", { ...value, zetacorp: 1 })).toHaveLength(1);
});
