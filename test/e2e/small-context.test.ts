import { describe, expect, test } from "bun:test";
import type { JsonObject } from "../../rehearsal/json-in-text.ts";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";

const MODELS = ["alpha/strong-1", "beta/middle-1"];

/** A run on models of a known context, as local models have it. */
async function run(context: number, config: JsonObject = {}) {
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id, limit: { context, output: 2_048 } })),
    lab: { design_models: MODELS, review_models: MODELS },
    config,
  });
  const reply = await lab.ask("run", { task: "Design a link shortener" });
  return { reply, requests: lab.labRequests().length };
}

describe("models with a context of 16,384 tokens", () => {
  test("are asked by OpenCode 1; by OpenCode 2, which keeps more than that free, none is, and the reply says what to set", async () => {
    const { reply, requests } = await run(16_384);
    if (HOST === 1) {
      expect(requests).toBeGreaterThan(5);
      return;
    }
    expect(requests).toBe(0);
    expect(reply).toContain('"compaction": {"reserved": 1000}');
  });

  test("are asked where OpenCode is told to keep less free", async () => {
    const { reply, requests } = await run(16_384, { compaction: { reserved: 1_000 } });
    expect(requests).toBeGreaterThan(5);
    expect(reply).not.toContain("context too long");
  });
});
