import { expect, test } from "bun:test";
import { faultsIn } from "../story/held-against.ts";
import { againstTables } from "../story/people-tables.ts";
import { faultsOfTables } from "../support/hostile-tables.ts";

// Of each `npm test` draws the first.
test("no sentence of reply, ranking.md, report and comparison is at odds with ranking.json, of 400 hostile tables", async () => {
  expect(await faultsOfTables(400, 20_261)).toEqual([]);
});

test("no sentence of reply, report and comparison contradicts ranking.json, of 800 tables", () => {
  expect(faultsIn(800).faults).toEqual([]);
});

test("what people changed contradicts no ranking by models alone, of 2,200 tables", () => {
  const { against, read } = againstTables(2_200);
  expect(against).toEqual([]);
  expect(read).toBeGreaterThan(2_000);
});
