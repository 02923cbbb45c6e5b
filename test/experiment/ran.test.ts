import { expect, test } from "bun:test";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { ranFor } from "../../src/experiment/spent.ts";

const line = (event: LedgerLine["event"], at: string): LedgerLine => ({ event, at: `2026-11-${at}:00.000Z` });

test("ranFor() adds up calls, and not the days between them or until it was ranked again", () => {
  const first = [line("setup", "20T09:00"), line("started", "20T09:01"), line("done", "20T09:05")];
  const second = [line("ranking", "20T09:05"), line("resumed", "23T10:00"), line("failed", "23T10:02")];
  expect(ranFor([])).toBeNull();
  expect(ranFor([line("setup", "20T09:00")])).toBeNull();
  expect(ranFor(first)).toBe(300);
  expect(ranFor([...first, ...second])).toBe(420);
  expect(ranFor([...first, ...second, line("ranking", "28T10:00")])).toBe(420);
  // A ledger whose beginning is lost.
  expect(ranFor(first.slice(1))).toBe(240);
});
