import { describe, expect, test } from "bun:test";
import { hostV2 } from "../../src/host/v2/adapter.ts";
import type { ContextV2, ErrorV2, MessageV2, ToolCallV2 } from "../../src/host/v2/api.ts";
import { type Host, HostFailure } from "../../src/session/host.ts";
import { aCaller } from "../support/scripted-host.ts";

type Played = {
  /** What the turn leaves after the prompt. */
  turn?: MessageV2[];
  /** Whether the host makes children for plugins. */
  children?: boolean;
  error?: ErrorV2;
};

/** A model of the host's own provider of which next to nothing is known. */
const UNKNOWN = {
  providerID: "own",
  time: { released: 0 },
  capabilities: { tools: false, input: ["text"], output: ["text"] },
  cost: [],
  limit: { context: 0, output: 0 },
};

/** A context of which only what the host uses is played, with a record of what was asked of it. */
function play({ turn = [], children = true, error }: Played = {}) {
  const calls: [string, unknown][] = [];
  const note =
    <T>(name: string, answer: T) =>
    async (given: unknown) => {
      calls.push([name, given]);
      return answer;
    };
  const subagent = {
    id: "subagent",
    async execute(input: object, call: ToolCallV2) {
      calls.push(["subagent", input]);
      if (!children) throw new Error("depth limit reached (1)");
      await call.progress({ sessionID: "ses_child" });
      calls.push(["prompted", call.sessionID]);
      throw new Error("too late");
    },
  };
  const host = hostV2({
    app: { name: "cli", version: "2.0.15" },
    tool: { list: async () => [subagent] },
    model: {
      list: async () => ({
        data: [
          {
            id: "m",
            providerID: "p",
            name: "Em",
            family: "ems",
            time: { released: 5 },
            capabilities: { tools: true, input: ["text", "image"], output: ["text"] },
            enabled: true,
            cost: [{ input: 1, output: 2 }],
            limit: { context: 9, output: 0 },
          },
          { ...UNKNOWN, id: "free", name: "", enabled: true, limit: { context: 0, output: 3 } },
          { ...UNKNOWN, id: "zero", name: "", enabled: true, cost: [{ input: 0, output: 0 }] },
          { ...UNKNOWN, id: "zero", name: "", enabled: true, cost: [{ input: 0, output: 0 }], providerID: "local" },
          { ...UNKNOWN, id: "none", name: "", enabled: true, providerID: "local" },
          { ...UNKNOWN, id: "zero", name: "", enabled: true, cost: [{ input: 0, output: 0 }], providerID: "gone" },
          { ...UNKNOWN, id: "off", name: "Off", enabled: false },
          { ...UNKNOWN, id: "old", name: "Old", enabled: true, status: "deprecated" },
        ],
      }),
      default: async () => ({ data: { providerID: "p", id: "m" } }),
    },
    provider: {
      list: async () => ({
        data: [
          { id: "p", name: "Pee" },
          { id: "own", integrationID: "own", settings: { apiKey: "public" } },
          { id: "local" },
        ],
      }),
    },
    session: {
      create: note("create", { id: "ses_root" }),
      get: note("get", { id: "ses_1", title: "the shop", cost: 0.5, tokens: { input: 7, cache: { read: 3 } } }),
      update: note("update", {}),
      prompt: note("prompt", { id: "msg_1" }),
      wait: async ({ sessionID }: { sessionID: string }) => {
        if (error) host.event({ type: "session.execution.failed", data: { sessionID, error } });
      },
      context: async () => [
        { id: "msg_0", type: "assistant", content: [{ type: "text", text: "earlier" }] },
        { id: "msg_1", type: "user" },
        ...turn,
      ],
      interrupt: note("interrupt", {}),
    },
  } as unknown as ContextV2);
  return { host, calls };
}

const NEW = {
  caller: aCaller({ sessionID: "ses_1" }),
  title: "design by p/m",
  role: "designer",
  model: "p/m/x",
  tools: ["read"],
} as const;
const said = (text: string, more: Partial<MessageV2> = {}): MessageV2 => ({
  id: "msg_2",
  type: "assistant",
  content: [{ type: "text", text }],
  finish: "stop",
  ...more,
});
const idle = (outcome: MessageV2["outcome"]): MessageV2 => ({ id: "msg_3", type: "idle", ...(outcome && { outcome }) });
const ask = (host: Host) => host.prompt({ sessionID: "ses_1", text: "hello" });

test("models() names what can be asked, with what is known of it", async () => {
  const models = await play().host.models();
  expect(models.slice(0, 2)).toEqual([
    {
      id: "p/m",
      provider: "p",
      names: ["Em", "Pee"],
      sampling: null,
      context_limit: 9,
      output_limit: null,
      price: { input: 1, output: 2 },
      default: true,
      hosts_own: false,
      writes_text: true,
      family: "ems",
      released: 5,
    },
    {
      id: "own/free",
      provider: "own",
      names: [""],
      sampling: null,
      context_limit: null,
      output_limit: 3,
      price: null,
      default: false,
      hosts_own: true,
      writes_text: false,
      family: null,
      released: null,
    },
  ]);
});

test("a price of 0 is known for a model that the user configured with it, and unknown for every other", async () => {
  const models = await play().host.models();
  expect(models.filter(({ id }) => id !== "p/m").map(({ id, price }) => [id, price])).toEqual([
    ["own/free", null],
    ["own/zero", null],
    ["local/zero", { input: 0, output: 0 }],
    ["local/none", null],
    ["gone/zero", null],
  ]);
});

describe("createSession()", () => {
  test("makes a child of the person's session that is stopped before it is prompted, and may do what it is told alone", async () => {
    const { host, calls } = play();
    expect(await host.createSession(NEW)).toBe("ses_child");
    expect(calls).toEqual([
      ["subagent", { agent: "designlab-designer", description: "design by p/m", prompt: "-", model: "p/m/x" }],
      [
        "update",
        {
          sessionID: "ses_child",
          permissions: [
            { action: "*", resource: "*", effect: "deny" },
            { action: "read", resource: "*", effect: "allow" },
          ],
        },
      ],
    ]);
  });

  test("makes a root that says whose it is where the host makes no child", async () => {
    const { host, calls } = play({ children: false });
    expect(await host.createSession(NEW)).toBe("ses_root");
    expect(calls.find(([name]) => name === "create")?.[1]).toEqual({
      title: "design by p/m (for: the shop)",
      agent: "designlab-designer",
      model: { providerID: "p", id: "m/x" },
      metadata: { designlab: "ses_1" },
    });
    expect(calls.at(-1)?.[0]).toBe("update");
  });
});

describe("prompt()", () => {
  test("answers with the last message of its own turn", async () => {
    const turn = [said("reading", { content: [{ type: "tool" }] }), said("a"), said("b"), idle("succeeded")];
    expect(await ask(play({ turn }).host)).toEqual({ text: "b", finish: "stop", error: null });
  });

  test("an answer that comes to nothing is empty", async () => {
    expect(await ask(play({ turn: [idle("succeeded")] }).host)).toEqual({ text: "", finish: null, error: null });
  });

  const FAULTS: readonly [type: string, kind: string | null, retryable: boolean][] = [
    ["provider.auth", "auth", false],
    ["provider.rate-limit", "rate_limited", false],
    ["provider.quota", "rate_limited", false],
    ["provider.no-route", "unknown_model", false],
    ["provider.content-filter", "content_filter", false],
    ["aborted", "aborted", false],
    ["provider.internal", null, true],
    ["provider.transport", null, true],
    ["provider.invalid-request", null, false],
  ];
  for (const [type, kind, retryable] of FAULTS) {
    test(`${type} is ${kind ?? "told by its status and words"}${retryable ? " and may be tried again" : ""}`, async () => {
      const turn = [said("", { finish: "error", error: { type, message: "no", status: 418 } }), idle("failed")];
      const { error } = await ask(play({ turn }).host);
      expect(error).toEqual({ kind: kind as "auth" | null, message: "no", status: 418, retryable });
    });
  }

  test("an error that only an event tells of is found, such as that of a model nobody offers", async () => {
    const error = { type: "provider.no-route", message: "Model unavailable: p/nope" };
    const answer = await ask(play({ turn: [idle("failed")], error }).host);
    expect(answer.error).toEqual({ kind: "unknown_model", message: error.message, status: null, retryable: false });
  });

  test("a turn that was interrupted, or ended without a word, is an error all the same", async () => {
    expect((await ask(play({ turn: [idle("interrupted")] }).host)).error?.kind).toBe("aborted");
    expect((await ask(play({ turn: [idle("failed")] }).host)).error?.message).toContain("without a reason");
  });
});

test("usage() sums tokens and cost, and counts what is not said as none", async () => {
  expect(await play().host.usage("ses_1")).toEqual({
    cost: 0.5,
    tokens: { input: 7, output: 0, reasoning: 0, cache_read: 3, cache_write: 0 },
  });
});

test("dispose() interrupts what is at work and nothing else", async () => {
  const { host, calls } = play({ turn: [said("a"), idle("succeeded")] });
  const asked = ask(host);
  await host.dispose();
  await asked;
  await host.dispose();
  expect(calls.filter(([name]) => name === "interrupt")).toEqual([["interrupt", { sessionID: "ses_1" }]]);
});

test("whatever the context throws is a HostFailure", async () => {
  const broken = hostV2(
    new Proxy(
      {},
      { get: () => new Proxy({}, { get: () => () => Promise.reject(new TypeError("gone")) }) },
    ) as ContextV2,
  );
  for (const use of [
    () => broken.models(),
    () => broken.createSession(NEW),
    () => ask(broken),
    () => broken.abort("x"),
    () => broken.usage("x"),
  ]) {
    const error: unknown = await use().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HostFailure);
    expect((error as HostFailure).message).toContain("gone");
  }
});
