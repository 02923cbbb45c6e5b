import { afterEach, expect, setSystemTime, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { LabSessions } from "../../src/artifacts/lab-session.ts";
import { createLimits } from "../../src/session/limits.ts";
import { createOutages } from "../../src/session/outages.ts";
import type { SessionEvent, SessionResult } from "../../src/session/request.ts";
import { createRunner } from "../../src/session/runner.ts";
import { aCaller, available, never, scriptedHost } from "../support/scripted-host.ts";

const Answer = Type.Object({ x: Type.Number() });
const ERROR = "The server had an error";
const OUT = { resets_at: null, skipped: false };
/** Requests that OpenCode makes before it hands an error on. */
const TRIES = 6;
const HOUR = 3_600_000;
const USED_UP = "You exceeded your current quota, please check your plan and billing details.";

afterEach(() => void setSystemTime());

/**
 * What becomes of a request: an error after which OpenCode asks again, after `wait_ms`, one that it hands on, a tool
 * call, an answer, one that is not valid, or nothing.
 */
type Reply = { error: string; wait_ms?: number } | { fails: string } | "tool call" | "answer" | "invalid" | "silence";

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
      if (reply === "silence") return never();
      if (typeof reply === "string") {
        if (parts) session?.hearing();
        if (reply === "tool call") continue;
        return reply === "answer" ? '{"x": 1}' : "no JSON";
      }
      if ("fails" in reply) return { error: { kind: null, message: reply.fails, status: null, retryable: true } };
      const { error, wait_ms = 2_000 } = reply;
      if (nth === TRIES) return { error: { kind: null, message: error, status: 500, retryable: true } };
      session?.retrying(nth, error, wait_ms);
    }
  });
  const run = createRunner({ host, sessions, limits: createLimits(max_parallel, null), now: () => new Date() });
  const controller = new AbortController();
  const ask = (
    model: string,
    { signal = controller.signal, timeout_ms = 600_000 } = {},
  ): Promise<SessionResult<{ x: number }>> =>
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
      timeout_ms,
      signal,
      onEvent(event) {
        events.push(event);
        if (event.type === "host_retry") failing.resolve();
      },
    });
  return { ask, host, sessions, requests, events, controller, failing: failing.promise };
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
  setSystemTime(new Date("2026-11-28T10:00:00Z"));
  const in5Hours = Date.now() + 5 * HOUR;
  const results = await Promise.all(["p/bad", "p/bad", "p/good", "p/bad"].map((model) => lab.ask(model)));
  expect(states(results)).toEqual(["failed", "failed", "ok", "failed"]);
  expect(lab.requests).toEqual({ "p/bad": 1, "p/good": 1 });
  expect(results[0]).toMatchObject({ kind: "rate_limited", outage: { resets_at: in5Hours, skipped: false } });
  expect(skipped(results)).toEqual([false, true, false, true]);
});

test("a quota that is used up and does not say when it resets is asked once", async () => {
  const lab = setup(() => ({ error: USED_UP }));
  expect(await lab.ask("p/bad")).toMatchObject({ kind: "rate_limited", outage: { resets_at: null } });
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
  expect(await lab.ask("p/bad", { signal: new AbortController().signal })).toMatchObject({ state: "ok" });
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

for (const [end, reply, timeout_ms] of [
  ["timed out", "silence", 20],
  ["failed", { fails: "Blocked by the content filter" }, 600_000],
  ["answered", "answer", 600_000],
] as const) {
  test(`a retry that the host reports of a session that has ${end} keeps nobody waiting`, async () => {
    const lab = setup((_, nth) => (nth === 1 ? reply : "answer"));
    const { usage } = lab.host;
    let late = 0;
    lab.host.usage = async (id) => {
      if (late++ === 0) lab.sessions.get(id)?.retrying(1, ERROR, 2_000);
      return usage(id);
    };
    await lab.ask("p/bad", { timeout_ms });
    expect(late).toBeGreaterThan(0);
    const next = await Promise.race([lab.ask("p/bad"), Bun.sleep(3_000).then(() => "waits")]);
    expect(next).toMatchObject({ state: "ok" });
  });
}

for (const [heard, replies] of [
  ["in parts", [{ error: ERROR }, "tool call", { fails: "connection reset" }]],
  ["in an answer", [{ error: ERROR }, "invalid", { fails: "connection reset" }]],
] as const) {
  test(`a session in which the model is heard ${heard} after an error is asked again like any other`, async () => {
    const lab = setup((_, nth) => replies[nth - 1] ?? "answer", { parts: heard === "in parts" });
    expect(await lab.ask("p/bad")).toMatchObject({ state: "ok" });
    expect(lab.host.sessions).toHaveLength(2);
  });
}

for (const [attempt, wait_ms, isUsedUp] of [
  [1, 2_500, true],
  [1, 20_000, false],
  [2, 5_000, true],
  [2, 20_000, false],
] as const) {
  test(`a quota is ${isUsedUp ? "used up" : "a limit for a while"} if the host waits ${wait_ms} ms after attempt ${attempt}`, async () => {
    const lab = setup((_, nth) => (nth < attempt ? { error: ERROR } : { error: USED_UP, wait_ms }));
    const result = await lab.ask("p/bad", { timeout_ms: 10_000 });
    expect(result).toMatchObject({
      message: isUsedUp ? USED_UP : expect.stringContaining("past this session's limit"),
      outage: { resets_at: isUsedUp ? null : expect.any(Number) },
    });
  });
}

test("a model is asked again once its limit has reset, and at once by who has the time to wait for that", async () => {
  const lab = setup((_, nth) => (nth === 1 ? { error: "Rate limit: try again in 40s", wait_ms: 40_000 } : "answer"));
  expect(await lab.ask("p/bad", { timeout_ms: 20_000 })).toMatchObject({ outage: { skipped: false } });
  const first = await lab.ask("p/bad", { timeout_ms: 20_000 });
  setSystemTime(Date.now() + 15_000);
  const second = await lab.ask("p/bad", { timeout_ms: 20_000 });
  expect(skipped([first, second])).toEqual([true, true]);
  expect(second).toMatchObject({ outage: first.state === "failed" ? first.outage : null });
  expect(lab.requests).toEqual({ "p/bad": 1 });
  setSystemTime(Date.now() + 10_000);
  expect(states([await lab.ask("p/bad", { timeout_ms: 20_000 })])).toEqual(["ok"]);

  const other = setup((_, nth) => (nth === 1 ? { error: "Rate limit: try again in 40s", wait_ms: 40_000 } : "answer"));
  await other.ask("p/bad", { timeout_ms: 20_000 });
  expect(await other.ask("p/bad", { timeout_ms: 600_000 })).toMatchObject({ state: "ok" });
});

test("a wait of less than 30 s that the provider names ends the outage, too", async () => {
  const error = "Rate limit: try again in 300ms";
  const lab = setup((_, nth) => (nth === 1 ? { error, wait_ms: 300 } : "answer"));
  expect(await lab.ask("p/bad", { timeout_ms: 200 })).toMatchObject({ outage: { resets_at: expect.any(Number) } });
  setSystemTime(Date.now() + 700);
  expect(await lab.ask("p/bad")).toMatchObject({ state: "ok" });
});

test("where nobody says when an outage ends, one session a minute asks whether it has", () => {
  let now = 0;
  const outages = createOutages(() => now);
  const { signal } = new AbortController();
  const watch = () => outages.follow(signal, "p/bad");
  const isAsked = () => watch().skipped(600_000) === null;
  const failed = () => watch().failed({ kind: "provider_error", message: ERROR, outage: OUT });
  failed();
  now = 59_000;
  expect(isAsked()).toBe(false);
  now = 60_000;
  const probe = watch();
  expect([probe.skipped(600_000), isAsked()]).toEqual([null, false]);
  now = 90_000;
  probe.failed({ kind: "provider_error", message: ERROR, outage: OUT });
  now = 149_000;
  expect(isAsked()).toBe(false);
  now = 150_000;
  expect([isAsked(), isAsked()]).toEqual([true, false]);
  watch().heard();
  expect([isAsked(), isAsked()]).toEqual([true, true]);
});

test("a reset time holds against an error without one, and a later session's replaces it", () => {
  const outages = createOutages(() => 0);
  const watch = outages.follow(new AbortController().signal, "p/bad");
  const failed = (resets_at: number | null) =>
    watch.failed({ kind: "rate_limited", message: ERROR, outage: { ...OUT, resets_at } });
  const resets = () => watch.skipped(1_000)?.outage?.resets_at;
  failed(null);
  failed(5 * HOUR);
  expect(resets()).toBe(5 * HOUR);
  failed(null);
  expect(resets()).toBe(5 * HOUR);
  failed(6 * HOUR);
  expect(resets()).toBe(6 * HOUR);
});
