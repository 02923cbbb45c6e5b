import { expect, test } from "bun:test";
import { run, withCap } from "../e2e/support/capped.ts";

test("a provider whose cap moves while it is asked loses no cell", async () => {
  let asked = 0;
  await using lab = await withCap(() => [9, 2, 6][Math.floor(asked++ / 8)] ?? 4);
  expect((await run(lab)).designlab[0]).toContain("9 reviews and 9 scores made.");
}, 300_000);
