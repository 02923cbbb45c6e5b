import { expect, test } from "bun:test";
import type { Failed } from "../../src/session/failure.ts";
import { createLimits } from "../../src/session/limits.ts";
import { takeTurns } from "../../src/session/turns.ts";
import { simulatedClock } from "./support/simulated.ts";

const REFUSED: Failed = { kind: "rate_limited", message: "Too Many Requests", refused: { wait_ms: 1_000 } };
const OUT_OF_TIME: Failed = { kind: "timeout", message: "no valid answer within 5 s", starved: true };

/** One question whose attempts end like this, one after the other. */
async function ask(...ends: Failed[]): Promise<Failed> {
  const clock = simulatedClock();
  let at = 0;
  const asked = takeTurns<string>({
    limits: createLimits(1, null, clock),
    clock,
    provider: "p",
    question: "q",
    time_limit: 5_000,
    order: 0,
    signal: new AbortController().signal,
    attempt: async (place, left) => {
      place.sent();
      const outcome = ends[at++] ?? OUT_OF_TIME;
      if (outcome.refused) place.refused({ wait: outcome.refused.wait_ms, pause: 0 });
      return { outcome, left };
    },
  });
  await clock.finish(asked);
  return (await asked) as Failed;
}

test("a question whose time went into being refused failed for that, not for being slow", async () => {
  expect(await ask(REFUSED, OUT_OF_TIME)).toMatchObject({
    kind: "rate_limited",
    message: expect.stringContaining("refused once"),
  });
});

test("a question that was never refused and heard nothing in its time is a timeout", async () => {
  expect(await ask(OUT_OF_TIME)).toMatchObject({ kind: "timeout" });
});

test("a question that was refused, then answered too slowly, is a timeout", async () => {
  expect(await ask(REFUSED, { ...OUT_OF_TIME, starved: false })).toMatchObject({ kind: "timeout" });
});
