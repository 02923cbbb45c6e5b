import { expect, test } from "bun:test";
import { faultsIn, heldAgainst } from "./held-against.ts";
import { hostileTables } from "./tables.ts";

const TABLES = 200;

// As many again are drawn in test/long, before a release.
test("no sentence of reply, report and comparison contradicts ranking.json, whatever the table", () => {
  const { faults, held } = faultsIn(TABLES);
  expect(faults).toEqual([]);
  expect(held).toBeGreaterThan(20 * TABLES);
});

test("the check finds most of what is said of another table", () => {
  const next = hostileTables(37, 0);
  const held = Array.from({ length: 80 }, () => heldAgainst(next(), next())).flat();
  // What names no number may hold of any table.
  const numbered = held.filter(({ said }) => / %|\d\.\d/u.test(said));
  const found = numbered.filter(({ fault }) => fault !== null);
  expect(found.length / numbered.length).toBeGreaterThan(0.9);
});
