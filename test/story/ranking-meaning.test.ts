import { expect, test } from "bun:test";
import { AnonymousExport } from "../../src/artifacts/anonymous.ts";
import { Ranking } from "../../src/artifacts/ranking.ts";
import { EXPLAINED_PATHS, rankingMeaning } from "../../src/story/ranking-meaning.ts";
import { schemaPaths } from "../../src/text/schema-paths.ts";

const paths = [...schemaPaths(Ranking).keys()];

test("every key of ranking.json is explained", () => {
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => rankingMeaning(path) === null)).toEqual([]);
});

test("no key is explained that ranking.json does not have", () => {
  expect(EXPLAINED_PATHS.filter((path) => !path.endsWith(".problem.*") && !paths.includes(path))).toEqual([]);
});

test("every key of an anonymous export has a description in its schema", () => {
  const all = [...schemaPaths(AnonymousExport)];
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([]);
});
