import { expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { RankingNote } from "../../src/artifacts/ranking-note.ts";

test("a note of a file that is not used names the file, and why, or is no note", () => {
  const problem = { kind: "too-large", artifact: "score", path: "scores/score-a-b.json", bytes: 9, most: 8 };
  const fits = (change: object) =>
    Value.Check(RankingNote, { kind: "unusable-file", problem: { ...problem, ...change } });
  expect(fits({})).toBe(true);
  expect(fits({ artifact: undefined })).toBe(true);
  for (const odd of [{ path: undefined }, { artifact: "picture" }, { kind: "odd" }, { bytes: undefined }])
    expect([odd, fits(odd)]).toEqual([odd, false]);
});
