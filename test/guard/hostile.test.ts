import { describe, expect, test } from "bun:test";
import { HOSTILE_WORKS, hostileCost } from "../support/hostile-edits.ts";

/** Milliseconds of the processor: what the host's thread may take for one edit, here on a busy machine. */
const MOST = 2_000;
/** Below this a measure is noise. */
const NOISE = 60;

describe("the host's thread stays free for", () => {
  for (const work of HOSTILE_WORKS) {
    test(`${work.name}, and its time does not grow faster than the input`, async () => {
      const [small, large] = [await hostileCost(work, 1 / 8, 1), await hostileCost(work, 1, 1)];
      expect(large).toBeLessThan(MOST);
      expect(large / Math.max(small, NOISE)).toBeLessThan(24);
    });
  }
});
