import { expect, test } from "bun:test";
import type { Failed } from "../../src/session/failure.ts";
import { createLimits } from "../../src/session/limits.ts";
import { pauseAsked, takeTurns } from "../../src/session/turns.ts";
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

type End = Failed | string;

/** As `ask`, with all that was told on the way, and the times at which it was asked. */
async function followed(ends: readonly End[], over: { time_limit?: number; queueing?: boolean } = {}) {
  const clock = simulatedClock();
  const started = clock.now();
  const told: string[] = [];
  const times: number[] = [];
  let at = 0;
  const asked = takeTurns<string>({
    limits: createLimits(1, null, clock),
    clock,
    provider: "p",
    question: "q",
    time_limit: over.time_limit ?? 600_000,
    order: 0,
    signal: new AbortController().signal,
    attempt: async (given, left) => {
      const end = ends[Math.min(at++, ends.length - 1)] ?? "nothing";
      times.push(clock.now() - started);
      given.sent();
      if (typeof end === "string") return { outcome: { done: end }, left };
      // A provider that answers others, so that it is not given up for this question.
      if (end.refused && end.kind !== "unreachable") given.answered({ comparable: false });
      const known = given.provider;
      if (over.queueing) Object.assign(given, { provider: () => ({ ...known(), queueing: true }) });
      return { outcome: end, left };
    },
    onWaiting: () => told.push("waiting"),
    onAgain: (message) => told.push(`again: ${message}`),
  });
  await clock.finish(asked);
  return { ended: await asked, told, times };
}

const refusedFor = (wait_ms: number): Failed => ({ ...REFUSED, refused: { wait_ms } });

test("a refused question goes back to the queue and is asked again after the wait that was asked for", async () => {
  const { ended, told, times } = await followed([refusedFor(1_000), refusedFor(7_000), "answer"]);
  expect(ended).toEqual({ done: "answer" });
  expect(told).toEqual(["waiting", "again: Too Many Requests", "waiting", "again: Too Many Requests"]);
  expect(times).toEqual([0, 1_000, 8_000]);
});

test("from the fourth refusal on it waits longer each time, and after twelve it is given up", async () => {
  const { ended, times } = await followed([refusedFor(0)]);
  expect(ended).toMatchObject({
    kind: "rate_limited",
    message: "refused 12 times and never answered: Too Many Requests",
  });
  const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(waits).toEqual([0, 0, 0, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
});

test("a wait past what is left of its time ends it, and one that just fits does not", async () => {
  expect((await followed([refusedFor(10_000), "answer"], { time_limit: 10_000 })).ended).toEqual({ done: "answer" });
  expect((await followed([refusedFor(10_001), "answer"], { time_limit: 10_000 })).ended).toMatchObject({
    kind: "rate_limited",
    message: expect.stringContaining("past this session's limit"),
  });
});

test("a question that does not reach its provider is tried five times, and ends in its own words", async () => {
  const unreached: Failed = { kind: "unreachable", message: "ECONNREFUSED", refused: { wait_ms: 0 } };
  const { ended, times } = await followed([unreached]);
  expect(ended).toEqual({ kind: "unreachable", message: "ECONNREFUSED" });
  expect(times).toHaveLength(5);
});

test("a transient error is asked once more in a fresh session, and no other", async () => {
  const broken: Failed = { kind: "provider_error", message: "reset", transient: true };
  const once = await followed([broken, "answer"]);
  expect([once.ended, once.told]).toEqual([{ done: "answer" }, ["waiting", "again: reset"]]);
  const twice = await followed([broken]);
  expect([twice.ended, twice.times.length]).toEqual([broken, 2]);
  const plain: Failed = { kind: "provider_error", message: "bad" };
  expect(await followed([plain, "answer"])).toMatchObject({ ended: plain, told: [], times: [0] });
});

test("one that a queueing provider did not come to goes back three times with its whole time", async () => {
  const starved = await followed([OUT_OF_TIME], { queueing: true });
  expect([starved.ended, starved.times.length]).toEqual([OUT_OF_TIME, 4]);
  expect((await followed([OUT_OF_TIME])).times).toHaveLength(1);
});

test("pauseAsked() takes a wait for the provider's own where it is longer than the host's and fits", () => {
  expect([2_500, 2_501, 9_000, 9_001].map((wait) => pauseAsked(wait, 9_000))).toEqual([0, 2_501, 9_000, 0]);
});
