import { expect, test } from "bun:test";
import { harmlessOf } from "../../src/guard/harmless.ts";
import { CORPUS } from "./corpus/index.ts";

test("the corpus has sixty edits of their own, ten in each of six languages", () => {
  expect(new Set(CORPUS.map(({ id }) => id)).size).toBe(60);
  expect(new Set(CORPUS.map(({ path, before, after }) => JSON.stringify([path, before, after]))).size).toBe(60);
  const counts = Map.groupBy(CORPUS, ({ language }) => language);
  expect([...counts.values()].map((edits) => edits.length)).toEqual([10, 10, 10, 10, 10, 10]);
  for (const { before, after } of CORPUS) expect(before).not.toBe(after);
});

/** What code decides; of all others it is not sure. */
const SURE = {
  "typescript: one test": "test_added",
  "typescript: type annotation": "annotations",
  "typescript: dead code deleted": "deletion",
  "typescript: formatting": "comments",
  "python: one test": "test_added",
  "python: comments": "comments",
  "python: dead code deleted": "deletion",
  "go: one row of a table": "test_added",
  "go: one test": "test_added",
  "go: comments": "comments",
  "go: dead code deleted": "deletion",
  "go: formatting": "formatting",
  "rust: one test": "test_added",
  "rust: comments": "comments",
  "rust: dead code deleted": "deletion",
  "ruby: one test": "test_added",
  "ruby: comments": "comments",
  "java: one test with its import": "test_added",
  "java: new file with one test": "test_added",
  "java: dead code deleted": "deletion",
  "java: comments": "comments",
};

test("code is sure of 21 of the sixty, and of none that a right verifier refuses", async () => {
  const decided = await Promise.all(
    CORPUS.map(async ({ id, path, before, after }) => [id, await harmlessOf([{ path, before, after, part: false }])]),
  );
  expect(Object.fromEntries(decided.filter(([, harmless]) => harmless !== null))).toEqual(SURE);
  const refused = CORPUS.filter(({ green }) => green === "refused").map(({ id }) => id);
  expect(refused.filter((id) => id in SURE)).toEqual([]);
});

test("the other way round, what came is no deletion and what went no test, but for a row that comes back", async () => {
  for (const { id, path, before, after } of CORPUS.filter(({ before }) => before !== null)) {
    const back = await harmlessOf([{ path, before: after, after: before, part: false }]);
    const same = ["comments", "formatting", "annotations"];
    const sure = (SURE as Record<string, string>)[id] ?? "";
    const wanted = id === "go: row removed" ? "test_added" : same.includes(sure) ? sure : null;
    expect(back as string | null, id).toBe(wanted);
  }
});
