import { expect, test } from "bun:test";
import { builtPlugin } from "../support/bundle.ts";

/** What a host loads when it starts may be so large; the rest is loaded by the first call. Bytes. */
const MAX_AT_START = 147_000;

test("what a host loads at its start is small: no schemas, no statistics, no reports", () => {
  const { texts, atStart } = builtPlugin();
  const start = [...atStart].map((name) => texts.get(name) ?? "");
  expect(atStart.size).toBeGreaterThan(1);
  expect(start.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(MAX_AT_START);
  for (const heavy of ["@sinclair/typebox", "/ml-matrix/", "src/stats/", "src/views/"])
    expect(start.join("\n")).not.toContain(heavy);
});
