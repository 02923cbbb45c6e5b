import { describe, expect, test } from "bun:test";
import { mask } from "../../src/blind/blind.ts";
import type { Identities } from "../../src/blind/identities.ts";
import { CLAIMS, ORDINARY_USES } from "./blind-phrasings.ts";

const OTHERS: Identities = { models: ["acme/zephyr-7b", "lab/careful-writer"] };
const FRONTIER: Identities = {
  models: ["anthropic/claude-sonnet-4-5", "openai/gpt-5", "google/gemini-2.5-pro", "openrouter/x-ai/grok-4"],
};

/** Longer than any claim reaches, after a name that has to stay. */
const PROSE = `Orders arrive from the Gemini exchange.\n${"They are kept in a durable queue until a worker has them.\n".repeat(12)}`;

test("there are more than 200 phrasings", () => {
  expect(Object.values(CLAIMS).flat().length + ORDINARY_USES.length).toBeGreaterThan(200);
});

for (const [kind, claims] of Object.entries(CLAIMS)) {
  describe(`mask() masks a name in a text that ${kind}:`, () => {
    for (const claim of claims) {
      const text = claim.replace(/[⟦⟧]/g, "");
      const blind = claim.replace(/⟦[^⟦⟧]*⟧/gu, "[author]");
      test(JSON.stringify(text), () => {
        expect(mask(text, OTHERS).text).toBe(blind);
        expect(mask(blind, OTHERS).masked).toEqual([]);
        expect(mask(`${PROSE}\n\n${text}`, OTHERS).text).toBe(`${PROSE}\n\n${blind}`);
        for (const name of claim.match(/⟦[^⟦⟧]*⟧/gu) ?? []) {
          expect(mask(text, FRONTIER).text).not.toContain(name.slice(1, -1));
        }
      });
    }
  });
}

describe("mask() leaves alone:", () => {
  for (const use of ORDINARY_USES) {
    test(JSON.stringify(use), () => {
      expect(mask(use, OTHERS)).toEqual({ text: use, masked: [] });
      expect(mask(use, FRONTIER)).toEqual({ text: use, masked: [] });
    });
  }
});
