import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { LabSessions } from "../../src/artifacts/lab-session.ts";
import { createLimits } from "../../src/session/limits.ts";
import type { SessionEvent, SessionResult } from "../../src/session/request.ts";
import { createRunner } from "../../src/session/runner.ts";
import { aCaller, available, scriptedHost } from "../support/scripted-host.ts";

const Answer = Type.Object({ x: Type.Number() });
const ERROR = "The server had an error";
/** Requests that OpenCode makes before it hands an error on. */
const TRIES = 6;

/** What becomes of a request: an error after which OpenCode asks again, after `wait_ms`, or an answer. */
type Reply = { error: string; wait_ms?: number } | "answer";

/** A host that asks again by itself, as OpenCode does, without its waits; `requests` counts by model. */
function setup(replyTo: (model: string, nth: number) => Reply, { max_parallel = 64, parts = false } = {}) {
  const sessions: LabSessions = new Map();
  const requests: Record<string, number> = {};
  const events: SessionEvent[] = [];
  /** Resolves at the first error after which OpenCode asks again. */
  const failing = Promise.withResolvers<void>();
  const host = scriptedHost([{ id: "p/bad" }, { id: "p/good" }], async (_, { sessionID, model }) => {
    const session = sessions.get(sessionID);
    for (let nth = 1; ; nth++) {
      if (session?.requesting("evaluator") === false) return { error: null, finish: null };
      const count = (requests[model] ?? 0) + 1;
      requests[model] = count;
      await Bun.sleep(1);
      const reply = replyTo(model, count);
      if (reply === "answer") {
        if (parts) session?.hearing();
        return '{"x": 1}';
      }
      const { error, wait_ms = 2_000 } = reply;
      if (nth === TRIES) return { error: { kind: null, message: error, status: 500, retryable: true } };
      session?.retrying(nth, error, wait_ms);
    }
  });
  const run = createRunner({ host, sessions, limits: createLimits(max_parallel, null), now: () => new Date() });
  const controller = new AbortController();
  const ask = (model: string, signal = controller.signal): Promise<SessionResult<{ x: number }>> =>
    run({
      caller: aCaller(),
      title: "t",
      role: "evaluator",
      model: available(model),
      system: "s",
      prompt: "p",
      schema: Answer,
      tools: [],
      sampling: { temperature: 0 },
      isolated: true,
      strict: false,
      timeout_ms: 600_000,
      signal,
      onEvent(event) {
        events.push(event);
        if (event.type === "host_retry") failing.resolve();
      },
    });
  return { ask, requests, events, controller, failing: failing.promise };
}

const states = (results: readonly SessionResult<unknown>[]) => results.map(({ state }) => state);
const skipped = (results: readonly SessionResult<unknown>[]) =>
  results.map((result) => result.state === "failed" && result.outage?.skipped === true);

test("a model that answers only errors is asked as often as OpenCode asks once, and its other questions are skipped", async () => {
  const lab = setup((model) => (model === "p/bad" ? { error: ERROR } : "answer"));
  const design = lab.ask("p/bad");
  await lab.failing;
  const others = [lab.ask("p/bad"), lab.ask("p/good"), lab.ask("p/bad")];
  const results = [await design, ...(await Promise.all(others)), await lab.ask("p/bad")];
  expect(states(results)).toEqual(["failed", "failed", "ok", "failed", "failed"]);
  expect(skipped(results)).toEqual([false, true, false, true, true]);
  expect(results[1]).toMatchObject({ kind: "provider_error", message: expect.stringContaining(ERROR) });
  expect(lab.requests).toEqual({ "p/bad": TRIES, "p/good": 1 });
});

test("a quota that resets after the time limit costs one request, and the model's others none", async () => {
  const error = "You have exceeded your quota. It resets in 5 hours.";
  const lab = setup((model) => (model === "p/bad" ? { error } : "answer"), { max_parallel: 1 });
  const results = await Promise.all(["p/bad", "p/bad", "p/good", "p/bad"].map((model) => lab.ask(model)));
  expect(states(results)).toEqual(["failed", "failed", "ok", "failed"]);
  expect(lab.requests).toEqual({ "p/bad": 1, "p/good": 1 });
  expect(results[0]).toMatchObject({ kind: "rate_limited", outage: { reset_ms: 5 * 3_600_000, skipped: false } });
  expect(skipped(results)).toEqual([false, true, false, true]);
});

test("a quota that is used up and does not say when it resets is asked once", async () => {
  const lab = setup(() => ({ error: "You exceeded your current quota, please check your plan and billing details." }));
  expect(await lab.ask("p/bad")).toMatchObject({ kind: "rate_limited", outage: { reset_ms: null } });
  expect(lab.requests).toEqual({ "p/bad": 1 });
});

test("a limit that resets within the time limit is waited for once, and then everything is asked", async () => {
  const lab = setup((_, nth) => (nth === 1 ? { error: "Rate limit: try again in 50ms", wait_ms: 10 } : "answer"));
  const first = lab.ask("p/bad");
  await lab.failing;
  expect(states([await first, await lab.ask("p/bad")])).toEqual(["ok", "ok"]);
  expect(lab.requests).toEqual({ "p/bad": 3 });
});

test("a model that answers another question meanwhile is asked on", async () => {
  const lab = setup((_, nth) => (nth === 2 ? "answer" : nth <= TRIES + 1 ? { error: ERROR } : "answer"));
  const results = await Promise.all([lab.ask("p/bad"), lab.ask("p/bad")]);
  expect(states(results).sort()).toEqual(["failed", "ok"]);
  expect(await lab.ask("p/bad")).toMatchObject({ state: "ok" });
});

test("an error that passes while OpenCode asks again costs nothing, and those that waited are asked", async () => {
  const lab = setup((_, nth) => (nth <= 2 ? { error: ERROR } : "answer"), { parts: true });
  const first = lab.ask("p/bad");
  await lab.failing;
  expect(states(await Promise.all([first, lab.ask("p/bad")]))).toEqual(["ok", "ok"]);
  expect(lab.requests).toEqual({ "p/bad": 4 });
});

test("a later call asks the model again", async () => {
  let down = true;
  const lab = setup(() => (down ? { error: ERROR } : "answer"));
  expect(await lab.ask("p/bad")).toMatchObject({ state: "failed" });
  down = false;
  expect(await lab.ask("p/bad", new AbortController().signal)).toMatchObject({ state: "ok" });
});

test("a question that waits for the end of another one ends when the call is stopped", async () => {
  const lab = setup(() => ({ error: ERROR }));
  const first = lab.ask("p/bad");
  await lab.failing;
  const second = lab.ask("p/bad");
  lab.controller.abort();
  expect(await Promise.all([first, second])).toMatchObject([{ kind: "aborted" }, { kind: "aborted" }]);
});

test("each error comes with the time until the question fails, which shrinks with the waits", async () => {
  const lab = setup((_, nth) => ({ error: ERROR, wait_ms: 2_000 * 2 ** (nth - 1) }));
  await lab.ask("p/bad");
  const left = lab.events.flatMap((event) => (event.type === "host_retry" ? event.gives_up_in : []));
  expect(left).toEqual([60_000, 58_000, 54_000, 46_000, 32_000].map((ms) => expect.closeTo(ms, -2)));
});
