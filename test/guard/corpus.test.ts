import { expect, test } from "bun:test";
import { CORPUS } from "./corpus/index.ts";

test("the corpus has sixty edits of their own, ten in each of six languages", () => {
  expect(new Set(CORPUS.map(({ id }) => id)).size).toBe(60);
  expect(new Set(CORPUS.map(({ path, before, after }) => JSON.stringify([path, before, after]))).size).toBe(60);
  const counts = Map.groupBy(CORPUS, ({ language }) => language);
  expect([...counts.values()].map((edits) => edits.length)).toEqual([10, 10, 10, 10, 10, 10]);
  for (const { before, after } of CORPUS) expect(before).not.toBe(after);
});
