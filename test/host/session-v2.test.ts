import { describe, expect, test } from "bun:test";
import type { LabSession } from "../../src/artifacts/lab-session.ts";
import { type ContextEvent, type RetryEvent, sessionHooksV2 } from "../../src/host/v2/session.ts";

function setUp(sampling: LabSession["sampling"] = {}) {
  const said: string[] = [];
  const session: LabSession = {
    role: "designer",
    system: "You design.",
    sampling,
    tools: ["read"],
    isolated: true,
    strict: false,
    violations: [],
    removed_from_reads: {},
    fail: (kind) => said.push(`fail ${kind}`),
    requesting: (agent) => said.push(`requesting ${agent}`) < 9,
    hearing: () => said.push("hearing"),
    calling: () => said.push("calling"),
    answered: (finish) => said.push(`answered ${finish}`),
    retrying: (attempt, message, wait) => said.push(`retrying ${attempt} ${message} ${wait}`),
  };
  return { hooks: sessionHooksV2(new Map([["lab", session]])), said };
}

const request = (sessionID: string): ContextEvent => ({
  sessionID,
  system: [
    { type: "text", text: "You are the host's." },
    { type: "text", text: "<env>" },
  ],
  messages: [
    { id: "msg_1", role: "user" },
    { id: "msg_2", role: "assistant" },
    { role: "tool" },
    { id: "msg_3", role: "user" },
    { id: "msg_4", role: "system" },
  ],
  options: {},
  tools: { read: {}, execute: {}, subagent: {}, designlab: {} },
});

describe("a request of a lab session", () => {
  test("has the agent's system prompt, its own tools and what was said in the session, and nothing of the host's", () => {
    const { hooks } = setUp();
    hooks.prompt({ sessionID: "lab", messageID: "msg_1", prompt: { text: "Design it" } });
    const event = request("lab");
    hooks.context(event);
    expect(event.system).toEqual([{ type: "text", text: "You design." }]);
    expect(Object.keys(event.tools)).toEqual(["read"]);
    expect(event.messages.map(({ id, role }) => id ?? role)).toEqual(["msg_1", "msg_2", "tool"]);
    expect(event.options).toEqual({});
  });

  test("has the sampling that was asked for", () => {
    const event = request("lab");
    setUp({ temperature: 0.7, top_p: 0.9, max_output_tokens: 16_000 }).hooks.context(event);
    expect(event.options).toEqual({ temperature: 0.7, topP: 0.9, maxTokens: 16_000 });
  });

  test("is counted, and a session that is summed up ends", () => {
    const { hooks, said } = setUp();
    hooks.request({ sessionID: "lab", agent: "designlab-designer" });
    hooks.compaction({ sessionID: "lab" });
    hooks.event({ type: "session.text.delta", data: { sessionID: "lab" } });
    hooks.event({ type: "session.usage.updated", data: { sessionID: "lab" } });
    hooks.event({ type: "session.tool.called", data: { sessionID: "lab" } });
    hooks.event({ type: "session.step.ended", data: { sessionID: "lab", finish: "stop" } });
    expect(said).toEqual([
      "requesting designlab-designer",
      "requesting compaction",
      "hearing",
      "calling",
      "answered stop",
    ]);
    for (let left = 9 - said.length - 1; left > 0; left--) hooks.request({ sessionID: "lab" });
    expect(() => hooks.request({ sessionID: "lab" })).toThrow("designlab has ended this session");
  });
});

describe("a failed request of a lab session", () => {
  const retry = (attempt: number, decision: RetryEvent["decision"]): RetryEvent => ({
    sessionID: "lab",
    attempt,
    error: { message: "busy" },
    decision,
  });

  test("is made again as the lab decides, five times at most", () => {
    const { hooks, said } = setUp();
    const first = retry(2, { retry: true, delay: 3_000 });
    const last = retry(7, { retry: true, delay: 9_000 });
    hooks.retry(first);
    hooks.retry(last);
    expect([first.decision, last.decision]).toEqual([{ retry: true, delay: 3_000 }, { retry: false }]);
    expect(said).toEqual(["retrying 1 busy 3000"]);
  });

  test("is made again at once where an answer came that did not end, which the session counts", () => {
    const { hooks, said } = setUp();
    const event = retry(2, { retry: true, delay: 9_000 });
    event.error = { type: "provider.unknown", message: "finish_reason: banana" };
    hooks.retry(event);
    expect([event.decision, said]).toEqual([{ retry: true, delay: 0 }, ["answered unknown"]]);
  });

  test("is not made again where the host holds it to be of no use", () => {
    const { hooks, said } = setUp();
    const event = retry(2, { retry: false });
    hooks.retry(event);
    expect([event.decision, said]).toEqual([{ retry: false }, []]);
  });
});

test("a session of the person's own is never touched", () => {
  const { hooks, said } = setUp({ temperature: 0.7 });
  const event = request("own");
  const before = JSON.stringify(event);
  const failed: RetryEvent = {
    sessionID: "own",
    attempt: 9,
    error: { message: "x" },
    decision: { retry: true, delay: 1 },
  };
  hooks.prompt({ sessionID: "own", messageID: "msg_1", prompt: { text: "Hello" } });
  hooks.context(event);
  hooks.request({ sessionID: "own" });
  hooks.compaction({ sessionID: "own" });
  hooks.event({ type: "session.text.delta", data: { sessionID: "own" } });
  hooks.retry(failed);
  expect([JSON.stringify(event), failed.decision, said]).toEqual([before, { retry: true, delay: 1 }, []]);
});
