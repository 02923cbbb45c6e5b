import { describe, expect, test } from "bun:test";
import type { Forecast, Size } from "../../../src/artifacts/cost.ts";
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

const BESIDE = { notes: [], start: null, thrifty: false, sizes: null, open: [], voice: "agent" as const };

describe("forecastSaid()", () => {
  test("says first which models nobody offers, escaped, and nothing of it where all are offered", () => {
    const reply = blocksText(forecastSaid({ ...NOTHING, unreachable: ["a/one", "b/*two*"] }, BESIDE));
    expect<string>(reply).toStartWith(
      "**Cannot be reached:** a/one and b/\\*two\\*: no connected provider offers them.\n\n",
    );
    expect<string>(blocksText(forecastSaid(NOTHING, BESIDE))).toBe("**Dry run:** nothing is left to ask.");
  });

  test("calls it free where every price is known to be 0, and not where one is unknown", () => {
    const row = { model: "p/a", designs: 1, evaluations: 0, tokens: 1_000, cost: 0 };
    const numbers = { ...NOTHING, rows: [row], sessions: 1, tokens: 1_000 };
    expect<string>(blocksText(forecastSaid(numbers, BESIDE))).toContain(
      "1 session, about 1,000 tokens, free, in about",
    );
    const reply = blocksText(forecastSaid({ ...numbers, unpriced: ["p/a"] }, BESIDE));
    expect<string>(reply).toContain("about 1,000 tokens, cost unknown: the host has no price of p/a, in about");
  });

  test("says of a thrifty call the time that its table says, and in both how many sessions there may be", () => {
    const row = { model: "p/a", designs: 4, evaluations: 20, tokens: 1_000, cost: 1 };
    const call: Size = {
      models: 3,
      designs: 4,
      reviewers: 5,
      thrifty: true,
      evaluations: 20,
      expected_evaluations: 15,
      sessions: 19,
      cost: 0.8,
      unpriced: [],
      seconds: 240,
    };
    const presets = [{ ...call, preset: "quick" as const, taken: false, same_as: null }];
    const sizes = { call, presets, lines: { quick: null, standard: null, thorough: null } };
    const numbers = { ...NOTHING, rows: [row], sessions: 24, tokens: 1_000, cost: 1, seconds: 165 };
    const reply = blocksText(forecastSaid(numbers, { ...BESIDE, thrifty: true, sizes }));
    expect<string>(reply).toContain("at most 24 sessions, about 1,000 tokens, about $1.00, in about 4m.");
    expect<string>(reply).toMatch(/\| sessions +\| about 19 of 24 \|/u);
    expect<string>(reply).toMatch(/\| minutes +\| +4 \|/u);
  });
});
