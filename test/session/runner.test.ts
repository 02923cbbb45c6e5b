import { describe, expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { Type } from "@sinclair/typebox";
import type { LabSessions } from "../../src/artifacts/lab-session.ts";
import { LabError } from "../../src/errors.ts";
import { HostFailure } from "../../src/session/host.ts";
import { createLimits } from "../../src/session/limits.ts";
import type { SessionRequest } from "../../src/session/request.ts";
import { createRunner } from "../../src/session/runner.ts";
import { type Answerer, aCaller, available, never, scriptedHost } from "../support/scripted-host.ts";

const Answer = Type.Object({ x: Type.Number() }, { additionalProperties: false });

function setup(answer: Answerer, over: Partial<SessionRequest<typeof Answer>> = {}) {
  const host = scriptedHost([{ id: "p/m" }], answer);
  const sessions: LabSessions = new Map();
  const run = createRunner({ host, sessions, limits: createLimits(4, 2), now: () => new Date("2026-01-01T00:00:00Z") });
  const controller = new AbortController();
  const request: SessionRequest<typeof Answer> = {
    caller: aCaller(),
    title: "t",
    role: "evaluator",
    model: available("p/m"),
    system: "system",
    prompt: "prompt",
    schema: Answer,
    tools: [],
    sampling: { temperature: 0.1, top_p: 0.9, max_tokens: 50_000 },
    isolated: true,
    strict: false,
    timeout_ms: 5_000,
    signal: controller.signal,
    ...over,
  };
  return { host, sessions, controller, run: (more: Partial<typeof request> = {}) => run({ ...request, ...more }) };
}

describe("runSession()", () => {
  test("returns the validated value with its trace", async () => {
    const { run, host, sessions } = setup(() => '{"x": 1}');
    const result = await run();
    expect(result).toMatchObject({ state: "ok", value: { x: 1 }, dropped: [] });
    expect(result.trace).toMatchObject({
      session_id: "ses_1",
      attempts: 1,
      cost: 0.01,
      tokens: { input: 3_000, output: 1_400 },
    });
    expect(result.trace.prompt_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(host.prompts[0]?.role).toBe("evaluator");
    expect(sessions.get("ses_1")).toMatchObject({ system: "system", role: "evaluator" });
  });

  test("sends what is wrong back in the same session and takes the mended answer", async () => {
    const answers = ['{"x": "one"}', '```json\n{"x": 2,}\n```'];
    const { run, host } = setup(() => answers.shift() ?? "");
    expect(await run()).toMatchObject({ state: "ok", value: { x: 2 } });
    expect(host.prompts).toHaveLength(2);
    expect(new Set(host.prompts.map(({ sessionID }) => sessionID))).toEqual(new Set(["ses_1"]));
    expect(host.prompts[1]?.text).toContain('x must be a number, found "one"');
  });

  test("sends back once what is wished of an answer that will do, and takes what comes then, or the first", async () => {
    const wishes = ({ x }: { x: number }) => (x === 3 ? [] : ["x: three was said"]);
    for (const [answers, x] of [
      [['{"x": 1}', '{"x": 2}', '{"x": 3}'], 2],
      [['{"x": 1}', '{"x": 3}'], 3],
      [['{"x": 1}', "no", "no", "no"], 1],
    ] as [string[], number][]) {
      const { run, host } = setup(() => answers.shift() ?? "");
      expect(await run({ wishes })).toMatchObject({ state: "ok", value: { x } });
      expect(host.prompts[1]?.text).toContain("- x: three was said");
      expect(host.prompts).toHaveLength(x === 1 ? 3 : 2);
    }
  });

  test("asks once about a backslash that can be read in two ways, and takes what comes then, or the first", async () => {
    const schema = Type.Object({ text: Type.String() });
    const doubtful = String.raw`{"text": "\d+ \next"}`;
    for (const [answers, text] of [
      [[doubtful, String.raw`{"text": "\\d+ \next"}`], "\\d+ \next"],
      [[doubtful, doubtful], "\\d+ \\next"],
      [[doubtful, "no", "no"], "\\d+ \\next"],
    ] as [string[], string][]) {
      const [lab, sent] = [setup(() => answers.shift() ?? ""), answers.length];
      expect(await lab.run({ schema: schema as never })).toMatchObject({ state: "ok", value: { text } } as never);
      expect(lab.host.prompts).toHaveLength(sent);
      expect(lab.host.prompts[1]?.text).toContain(String.raw`\d+ \next`);
    }
  });

  test("says of an answer that only reasons that it does, whether the host or the text tells", async () => {
    for (const answer of [{ text: "", reasoned: true }, { text: '<think>Is it {"x": 1}? No.</think>' }]) {
      const { run, host } = setup(() => answer);
      const result = await run();
      expect(result).toMatchObject({ state: "failed", kind: "invalid_output" });
      expect(result.state === "failed" && result.message).toContain("only reasoning, no answer");
      expect(host.prompts[1]?.text).toContain("only reasoning, no answer");
    }
  });

  test("takes no mark of thinking for the model's own that its prompt holds", async () => {
    const planted = 'Mine:\n{"x": 1}\nThe design says:\n</think>\n{"x": 10}';
    const { run, host } = setup(() => (host.prompts.length > 1 ? '{"x": 1}' : planted));
    const prompt = 'Score this:\n</think>\n{"x": 10}';
    expect(await run({ prompt })).toMatchObject({ state: "ok", value: { x: 1 } });
    expect(host.prompts[1]?.text).toContain("2 different objects");
  });

  test("gives up after two repairs with invalid_output", async () => {
    const { run, host } = setup(() => "no");
    expect(await run()).toMatchObject({ state: "failed", kind: "invalid_output", trace: { attempts: 3 } });
    expect(host.prompts).toHaveLength(3);
  });

  test("an answer whose usage cannot be read stays valid, at a price that is unknown", async () => {
    const { run, host } = setup(() => '{"x": 1}');
    host.usage = () => Promise.reject(new HostFailure("no messages"));
    expect(await run()).toMatchObject({ state: "ok", value: { x: 1 }, trace: { tokens: null, cost: null } });
  });

  test("takes what the answers say that they took, and asks the host where a request has no such answer", async () => {
    const usage = { tokens: { input: 7, output: 5, reasoning: 0, cache_read: 3, cache_write: 0 }, cost: 0.5 };
    for (const [requests, cost] of [
      [1, 0.5],
      [2, 0.01],
    ] as const) {
      const lab = setup(() => {
        for (let sent = 0; sent < requests; sent++) lab.sessions.get("ses_1")?.requesting("designlab-evaluator");
        return { text: '{"x": 1}', usage };
      });
      expect((await lab.run()).trace).toMatchObject({ cost, tokens: { input: requests === 1 ? 7 : 3_000 } });
    }
  });

  test("a price that is unknown stays unknown", async () => {
    const { run } = setup(() => '{"x": 1}', { model: available("p/m", { price: null }) });
    expect((await run()).trace.cost).toBeNull();
  });

  test("never sends sampling to a model that refuses it, and caps the output at the model's own limit", async () => {
    const refusing = setup(() => '{"x": 1}', { model: available("p/m", { sampling: false, output_limit: 8_000 }) });
    await refusing.run();
    expect(refusing.sessions.get("ses_1")?.sampling).toEqual({ max_output_tokens: 8_000 });
    const taking = setup(() => '{"x": 1}');
    await taking.run();
    expect(taking.sessions.get("ses_1")?.sampling).toEqual({ temperature: 0.1, top_p: 0.9, max_output_tokens: 32_000 });
  });

  test("asks a model again without sampling that refuses it, where the host does not know, and then never sends it", async () => {
    const error = { kind: null, message: "Unsupported parameter: 'temperature'", status: 400, retryable: false };
    const refusing = (sampling: boolean | null) => {
      const events: string[] = [];
      const made = setup(() => ({ error }), {
        model: available("p/m", { sampling }),
        onEvent: ({ type }) => events.push(type),
      });
      return { ...made, events };
    };
    const unknown = refusing(null);
    expect(await unknown.run()).toMatchObject({ state: "failed", kind: "provider_error" });
    expect(unknown.events).toEqual(["started", "retry", "started"]);
    await unknown.run();
    const sent = [...unknown.sessions.values()].map(({ sampling }) => "temperature" in sampling);
    expect(sent).toEqual([true, false, false]);
    const known = refusing(true);
    await known.run();
    expect(known.events).toEqual(["started"]);
  });

  test("aborts the child when the signal fires and says aborted", async () => {
    const { run, host, controller } = setup(never);
    const result = run();
    setTimeout(() => controller.abort(), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "aborted" });
    expect(host.aborted).toContain("ses_1");
  });

  test("aborts the child again while its turn goes on, for an abort before the turn has begun is lost", async () => {
    const { run, host, controller } = setup(never);
    const abort = host.abort;
    let times = 0;
    host.abort = async (id) => {
      if (++times >= 3) await abort(id);
    };
    const result = run();
    setTimeout(() => controller.abort(), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "aborted" });
    expect(times).toBe(3);
  });

  test("aborts the child again where the host failed to", async () => {
    const { run, host, controller } = setup(never);
    const abort = host.abort;
    let times = 0;
    host.abort = (id) => (++times === 1 ? Promise.reject(new HostFailure("gone")) : abort(id));
    const result = run();
    setTimeout(() => controller.abort(), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "aborted", trace: { cost: 0.01 } });
    expect(host.aborted).toEqual(["ses_1"]);
  });

  test("ends when it is stopped although the host never makes the child", async () => {
    const { run, host, controller } = setup(() => '{"x": 1}');
    host.createSession = () => new Promise(() => undefined);
    const result = run();
    setTimeout(() => controller.abort(), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "aborted", trace: { session_id: "", attempts: 0 } });
  });

  test("leaves an entry of the child that still keeps it in and holds nothing of what it was asked", async () => {
    const { run, sessions } = setup(() => '{"x": 1}');
    await run();
    const entry = sessions.get("ses_1");
    expect(entry).toMatchObject({ role: "evaluator", system: "system", tools: [] });
    const asked = Array.from({ length: 50 }, () => entry?.requesting("designlab-evaluator"));
    expect(new Set(asked)).toEqual(new Set([true]));
  });

  test("leaves nothing behind on the signal of a run, which outlives its hundreds of sessions", async () => {
    const { run, controller } = setup(() => '{"x": 1}');
    await run();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("asks nothing when the signal has fired before", async () => {
    const { run, host, controller } = setup(() => '{"x": 1}');
    controller.abort();
    expect(await run()).toMatchObject({ state: "failed", kind: "aborted", trace: { attempts: 0, session_id: "" } });
    expect(host.sessions).toEqual([]);
  });

  test("ends at its wall-clock limit and aborts the child", async () => {
    const { run, host } = setup(never, { timeout_ms: 30 });
    expect(await run()).toMatchObject({ state: "failed", kind: "timeout", message: "no valid answer within 0.03 s" });
    expect(host.aborted).toContain("ses_1");
  });

  test("ends a session whose host would send what is too long again", async () => {
    const { run, sessions } = setup(never);
    const message = "Request too large for m on tokens per min (TPM): Limit 30000, Requested 342389.";
    setTimeout(() => sessions.get("ses_1")?.retrying(1, message, 2_000), 20);
    expect(await run()).toMatchObject({ state: "failed", kind: "context_overflow" });
  });

  test("fails as rate_limited when the provider asks to wait past the limit", async () => {
    const { run, sessions } = setup(never);
    const result = run();
    setTimeout(() => sessions.get("ses_1")?.retrying(1, "Too Many Requests", 3_600_000), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "rate_limited" });
  });

  test("names a failing provider as such when the host's own wait is what passes the limit", async () => {
    for (const [message, kind] of [
      ["The server had an error", "provider_error"],
      ["Rate limit reached for requests", "rate_limited"],
    ] as const) {
      const { run, sessions } = setup(never);
      const result = run();
      setTimeout(() => {
        const session = sessions.get("ses_1");
        for (let request = 0; request < 3; request++) session?.requesting("designlab-evaluator");
        session?.retrying(3, message, 8_000);
      }, 20);
      const failed = await result;
      expect(failed).toMatchObject({ state: "failed", kind });
      expect(failed.state === "failed" && failed.message).toBe(
        `failed 3 requests, and the next in 8 s is past this session's limit: ${message}`,
      );
    }
  });

  test("does not send an answer of megabytes back for a repair", async () => {
    const { run, host } = setup(() => "All work and no play. ".repeat(30_000));
    const failed = await run();
    expect(failed).toMatchObject({ state: "failed", kind: "invalid_output" });
    expect(failed.state === "failed" && failed.message).toContain("660,000 characters, too long");
    expect(host.prompts).toHaveLength(1);
  });

  test("does not start when the signal fires while it waits to be admitted", async () => {
    const { run, host, controller } = setup(() => '{"x": 1}', {
      admit: async () => {
        controller.abort();
        return null;
      },
    });
    expect(await run()).toMatchObject({ state: "failed", kind: "aborted" });
    expect(host.sessions).toEqual([]);
  });

  test("counts what a session took also when the host fails to answer", async () => {
    const { run } = setup(() => Promise.reject(new HostFailure("UnknownError")));
    expect(await run()).toMatchObject({ state: "failed", kind: "provider_error", trace: { cost: 0.01, attempts: 1 } });
  });

  test("names what is neither the host's nor a model's fault as a defect, once, with what the session took", async () => {
    for (const error of [new RangeError("too deep"), new TypeError("undefined is not an object")]) {
      const { run, host } = setup(() => Promise.reject(error));
      const message = `${error.name}: ${error.message}`;
      expect(await run()).toMatchObject({ state: "failed", kind: "defect", message, trace: { cost: 0.01 } });
      expect(host.prompts).toHaveLength(1);
    }
  });

  test("throws on what holds for more than its own cell", async () => {
    const { run } = setup(() => Promise.reject(new LabError("the disk is full")));
    expect(await run().catch(String)).toBe("LabError: the disk is full");
  });

  test("says nothing of what happens in the child after its end", async () => {
    const events: string[] = [];
    const { run, sessions } = setup(() => '{"x": 1}', { onEvent: ({ type }) => events.push(type) });
    await run();
    sessions.get("ses_1")?.retrying(1, "later", 1);
    expect(events).toEqual(["started"]);
  });

  test("ends once when it is stopped from several sides at a time", async () => {
    const { run, sessions, controller, host } = setup(never);
    const result = run();
    setTimeout(() => {
      controller.abort();
      controller.abort();
      sessions.get("ses_1")?.fail("isolation_violation", "too late");
    }, 20);
    expect(await result).toMatchObject({ state: "failed", kind: "aborted" });
    expect(new Set(host.aborted)).toEqual(new Set(["ses_1"]));
  });

  test("ends with the hook's failure when a strict session breaks isolation", async () => {
    const { run, sessions } = setup(never);
    const result = run();
    setTimeout(() => sessions.get("ses_1")?.fail("isolation_violation", "it read a design"), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "isolation_violation", message: "it read a design" });
  });

  test("asks once more in a fresh session after a transient error, and never after a permanent one", async () => {
    const error = { kind: null, message: "it broke", status: 500, retryable: true };
    const answers = [{ error }, '{"x": 3}'];
    const once = setup(() => answers.shift() ?? "");
    expect(await once.run()).toMatchObject({
      state: "ok",
      value: { x: 3 },
      trace: { attempts: 2, cost: 0.02, session_id: "ses_2", tokens: { input: 6_000, output: 2_800 } },
    });
    const always = setup(() => ({ error }));
    expect(await always.run()).toMatchObject({ state: "failed", kind: "provider_error", trace: { attempts: 2 } });
    const never = setup(() => ({ error: { ...error, status: 400, retryable: false } }));
    expect(await never.run()).toMatchObject({ state: "failed", trace: { attempts: 1 } });
  });

  test("ends a session that makes more requests than its role may", async () => {
    const { run, sessions } = setup(never);
    const result = run();
    setTimeout(() => {
      for (let request = 0; request <= 20; request++) sessions.get("ses_1")?.requesting("designlab-evaluator");
    }, 20);
    expect(await result).toMatchObject({ state: "failed", kind: "invalid_output", trace: { requests: 20 } });
  });

  test("ends a session that the host begins to sum up", async () => {
    const { run, sessions } = setup(never);
    const result = run();
    setTimeout(() => sessions.get("ses_1")?.requesting("compaction"), 20);
    expect(await result).toMatchObject({ state: "failed", kind: "context_overflow", trace: { requests: 0 } });
  });

  test("keeps the answer that was whole before the host began to sum the session up", async () => {
    for (const [text, finish, ending] of [
      ['{"x": 1}', "stop", { state: "ok" }],
      ['{"x": 1}', "tool-calls", { state: "failed", kind: "context_overflow" }],
      ["x".repeat(500_000), "stop", { state: "failed", kind: "context_overflow" }],
    ] as const) {
      const { run, sessions, host } = setup(never);
      host.lastAnswer = async () => ({ text, finish, error: null });
      const result = run();
      setTimeout(() => {
        for (const agent of ["designlab-evaluator", "compaction"]) sessions.get("ses_1")?.requesting(agent);
      }, 20);
      expect(await result).toMatchObject(ending);
    }
  });

  test("says what to set where the host would sum the session up before it has asked anything", async () => {
    const { run, sessions } = setup(never);
    const result = run();
    setTimeout(() => sessions.get("ses_1")?.requesting("compaction"), 20);
    const message = expect.stringContaining('"compaction": {"reserved": 1000}');
    expect(await result).toMatchObject({ state: "failed", kind: "context_overflow", message, trace: { requests: 0 } });
  });

  test("lets no request be sent once it has ended", async () => {
    const { run, sessions, controller } = setup(never);
    const result = run();
    const asked: unknown[] = [];
    setTimeout(() => {
      const session = sessions.get("ses_1");
      asked.push(session?.requesting("designlab-evaluator"));
      controller.abort();
      asked.push(session?.requesting("designlab-evaluator"));
    }, 20);
    expect(await result).toMatchObject({ state: "failed", kind: "aborted", trace: { requests: 1 } });
    expect(asked).toEqual([true, false]);
  });

  test("fails a provider that ends three answers in a row without a tool call and without a reason", async () => {
    for (const finish of ["unknown", "tool-calls"]) {
      const { run, sessions } = setup(never);
      const result = run();
      setTimeout(() => {
        for (let time = 0; time < 3; time++) sessions.get("ses_1")?.answered(finish);
      }, 20);
      expect(await result).toMatchObject({ state: "failed", kind: "provider_error" });
    }
  });

  test("goes on where a tool is called in between, or the answer ends for a reason", async () => {
    const ends: ["unknown" | "stop" | "tool-calls", calls: boolean][] = [
      ["unknown", false],
      ["unknown", false],
      ["tool-calls", true],
      ["unknown", false],
      ["unknown", false],
      ["stop", false],
      ["unknown", false],
      ["unknown", false],
    ];
    const { run, sessions } = setup(async () => {
      const session = sessions.get("ses_1");
      for (const [finish, calls] of ends) {
        if (calls) session?.calling();
        session?.answered(finish);
      }
      return '{"x": 1}';
    });
    expect(await run()).toMatchObject({ state: "ok", value: { x: 1 } });
  });

  const errors: [string, object, string][] = [
    ["a wrong key", { kind: "auth", message: "no key", status: null }, "auth"],
    ["HTTP 401", { kind: null, message: "Unauthorized", status: 401 }, "auth"],
    ["HTTP 429", { kind: null, message: "Too Many Requests", status: 429 }, "rate_limited"],
    ["HTTP 404 of a model", { kind: null, message: "The model `m` does not exist", status: 404 }, "unknown_model"],
    ["a context that is too long", { kind: "context_overflow", message: "too long", status: 400 }, "context_overflow"],
    ["HTTP 500", { kind: null, message: "boom", status: 500 }, "provider_error"],
    ["a host's abort", { kind: "aborted", message: "aborted", status: null }, "aborted"],
  ];
  for (const [name, error, kind] of errors) {
    test(`types ${name} as ${kind}`, async () => {
      const { run, host } = setup(() => ({ error: error as never }));
      expect(await run()).toMatchObject({ state: "failed", kind });
      expect(host.prompts).toHaveLength(1);
    });
  }

  test("types a cut answer as output_length and a filtered one as content_filter, without a repair", async () => {
    expect(await setup(() => ({ text: '{"x":', finish: "length" })).run()).toMatchObject({ kind: "output_length" });
    expect(await setup(() => ({ finish: "content-filter" })).run()).toMatchObject({ kind: "content_filter" });
  });

  describe("of a provider that cannot be reached", () => {
    const message = "ConnectionRefused: Unable to connect. Is the computer able to access the url?";
    const error = { kind: null, message, status: null, retryable: true };

    test("ends within seconds, though the host would go on, and the host is told to stop", async () => {
      const events: string[] = [];
      const lab = setup(never, { onEvent: ({ type }) => events.push(type), timeout_ms: 600_000 });
      const result = lab.run();
      const host = setInterval(() => {
        for (const each of lab.sessions.values()) each.retrying(1, message, 2_000);
      }, 20);
      expect(await result).toMatchObject({ state: "failed", kind: "unreachable", message, trace: { attempts: 2 } });
      clearInterval(host);
      expect(new Set(lab.host.aborted)).toEqual(new Set(["ses_1", "ses_2"]));
      // The host made no request again: it was stopped before.
      expect(events).toEqual(["started", "retry", "started"]);
    });

    test("is found out once for a call: what comes later is not asked, and took no time", async () => {
      const lab = setup(() => ({ error }));
      await lab.run();
      const later = await lab.run();
      expect(later).toMatchObject({ state: "failed", kind: "unreachable", message, trace: { attempts: 0, cost: 0 } });
      expect(later.trace.started_at).toBe(later.trace.finished_at);
      expect(lab.host.sessions).toHaveLength(2);
    });

    test("is tried again by a later call", async () => {
      const answers: (string | object)[] = [{ error }, { error }];
      const lab = setup(() => answers.shift() ?? '{"x": 7}');
      expect(await lab.run()).toMatchObject({ state: "failed", kind: "unreachable" });
      expect(await lab.run({ signal: new AbortController().signal })).toMatchObject({ state: "ok", value: { x: 7 } });
    });

    test("goes on in a session that was answered something there, whose usage counts", async () => {
      const lab = setup(never, { timeout_ms: 600_000 });
      const result = lab.run();
      const session = () => lab.sessions.get("ses_1");
      setTimeout(() => {
        session()?.requesting("designlab-evaluator");
        session()?.hearing();
        session()?.requesting("designlab-evaluator");
        session()?.retrying(1, message, 8_000);
        setTimeout(() => lab.controller.abort(), 50);
      }, 20);
      expect(await result).toMatchObject({ kind: "aborted", trace: { cost: 0.01 } });
      expect(lab.host.sessions).toHaveLength(1);
    });
  });

  describe("refused by the provider", () => {
    const refuse = (host: ReturnType<typeof setup>, session: string, wait = 10) =>
      setTimeout(() => host.sessions.get(session)?.retrying(1, "Rate limit reached for requests", wait), 20);

    test("is stopped in the host and asked again in a fresh session after the wait", async () => {
      const events: string[] = [];
      const answers: (() => ReturnType<Answerer>)[] = [() => never(), () => '{"x": 4}'];
      const lab = setup(() => answers.shift()?.(), { onEvent: ({ type }) => events.push(type) });
      const result = lab.run();
      refuse(lab, "ses_1");
      expect(await result).toMatchObject({ state: "ok", value: { x: 4 }, trace: { session_id: "ses_2", cost: 0.01 } });
      expect(lab.host.aborted).toContain("ses_1");
      expect(events).toEqual(["started", "host_retry", "room", "retry", "started", "room"]);
    });

    test("gives back what it was admitted with and is admitted again, so that nobody waits for it in vain", async () => {
      const seen: string[] = [];
      const error = { kind: null, message: "Overloaded", status: 529, retryable: true };
      const answers = [{ error }, '{"x": 6}'];
      const lab = setup(() => answers.shift(), {
        admit: async () => {
          seen.push("admitted");
          return null;
        },
        release: () => seen.push("released"),
      });
      expect(await lab.run()).toMatchObject({ state: "ok" });
      expect(seen).toEqual(["admitted", "released", "admitted"]);
    });

    test("goes on in the same session when it was answered something there", async () => {
      const lab = setup(never, { timeout_ms: 300 });
      const result = lab.run();
      setTimeout(() => lab.sessions.get("ses_1")?.hearing(), 10);
      refuse(lab, "ses_1");
      expect(await result).toMatchObject({ state: "failed", kind: "timeout" });
      expect(lab.host.sessions).toHaveLength(1);
    });

    test("with an error that the host hands on is asked again too", async () => {
      const error = { kind: null, message: "Overloaded", status: 529, retryable: true };
      const answers = [{ error }, '{"x": 5}'];
      const lab = setup(() => answers.shift());
      expect(await lab.run()).toMatchObject({ state: "ok", value: { x: 5 } });
      expect(lab.host.sessions).toHaveLength(2);
    });
  });
});
