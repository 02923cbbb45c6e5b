import { describe, expect, test } from "bun:test";
import type { Forecast } from "../../../src/artifacts/cost.ts";
import { forecastSaid } from "../../../src/story/forecast.ts";
import { blocksText } from "../../../src/views/markdown/blocks.ts";

const NOTHING: Forecast = {
  rows: [],
  sessions: 0,
  tokens: 0,
  cost: 0,
  unpriced: [],
  unpriced_sessions: 0,
  unreachable: [],
  hosts_own: [],
  seconds: 0,
  evaluation_seconds: 0,
};

const BESIDE = { notes: [], start: null, thrifty: false, sizes: null, open: [] };

describe("forecastSaid()", () => {
  test("says first which models nobody offers, escaped, and nothing of it where all are offered", () => {
    const reply = blocksText(forecastSaid({ ...NOTHING, unreachable: ["a/one", "b/*two*"] }, BESIDE));
    expect<string>(reply).toStartWith(
      "**Cannot be reached:** a/one and b/\\*two\\*: no connected provider offers them.\n\n",
    );
    expect<string>(blocksText(forecastSaid(NOTHING, BESIDE))).toBe("**Dry run:** nothing is left to ask.");
  });
});
