import { describe, expect, test } from "bun:test";
import type { LabSession } from "../../src/artifacts/lab-session.ts";
import { sessionHooksV1 } from "../../src/host/v1/session.ts";

/** One lab session, "lab", which notes what it is told, behind the hooks. */
function setUp(more: Partial<LabSession> = {}) {
  const told: unknown[] = [];
  const session: LabSession = {
    role: "designer",
    system: "You design.",
    sampling: { temperature: 0.7, top_p: 0.9, max_output_tokens: 500 },
    tools: ["read"],
    isolated: true,
    strict: false,
    violations: [],
    removed_from_reads: {},
    fail: (...reason) => void told.push(["fail", ...reason]),
    requesting: (agent) => told.push(["requesting", agent]) > 0,
    hearing: () => void told.push(["hearing"]),
    calling: () => void told.push(["calling"]),
    answered: (finish) => void told.push(["answered", finish]),
    retrying: (...why) => void told.push(["retrying", ...why]),
    ...more,
  };
  const hooks = sessionHooksV1(new Map([["lab", session]]), () => 1_000);
  const params = async (sessionID: string) => {
    const output = { temperature: 0.1, topP: 0.2, topK: 3, maxOutputTokens: 32_000, options: {} };
    const input = { sessionID, agent: "designlab-designer", model: {}, provider: {}, message: {} };
    await hooks["chat.params"](input as never, output as never);
    return output;
  };
  const system = async (sessionID: string | undefined) => {
    const output = { system: ["The host's own", "AGENTS.md"] };
    await hooks["experimental.chat.system.transform"]({ ...(sessionID && { sessionID }), model: {} } as never, output);
    return output.system;
  };
  const message = async (sessionID: string, tools?: Record<string, boolean>) => {
    const output = { message: { id: "m", ...(tools && { tools }) }, parts: [] };
    await hooks["chat.message"]({ sessionID }, output as never);
    return (output.message as { tools?: unknown }).tools;
  };
  const event = (type: string, properties: object) => hooks.event({ event: { type, properties } as never });
  return { told, params, system, message, event };
}

describe("the system prompt of a lab session", () => {
  test("is its agent's own and nothing else", async () => {
    expect(await setUp().system("lab")).toEqual(["You design."]);
  });

  test("is the host's in any other session", async () => {
    for (const id of ["mine", undefined]) expect(await setUp().system(id)).toEqual(["The host's own", "AGENTS.md"]);
  });
});

describe("a request of a lab session", () => {
  test("is counted by the host's agent and sent with the sampling that was asked for", async () => {
    const { params, told } = setUp();
    expect(await params("lab")).toMatchObject({ temperature: 0.7, topP: 0.9, maxOutputTokens: 500 });
    expect(told).toEqual([["requesting", "designlab-designer"]]);
  });

  test("carries no temperature that was not asked for, and keeps the host's limit of tokens then", async () => {
    const { params } = setUp({ sampling: {} });
    const { temperature, topP, maxOutputTokens } = await params("lab");
    expect([temperature, topP, maxOutputTokens]).toEqual([undefined, undefined, 32_000] as never);
  });

  test("is not sent once the session has ended", async () => {
    const { params } = setUp({ requesting: () => false });
    await expect(params("lab")).rejects.toThrow("has ended");
  });

  test("of any other session goes as it is", async () => {
    const { params, told } = setUp();
    expect(await params("mine")).toMatchObject({ temperature: 0.1, topP: 0.2, maxOutputTokens: 32_000 });
    expect(told).toEqual([]);
  });
});

describe("a message to a lab session", () => {
  test("takes away the tools that the host offers to whoever may read, and no other", async () => {
    const none = { list_mcp_resources: false, list_mcp_resource_templates: false, read_mcp_resource: false };
    expect(await setUp().message("lab")).toEqual(none);
    expect(await setUp().message("lab", { bash: false })).toEqual({ bash: false, ...none });
    expect(await setUp().message("mine")).toBeUndefined();
  });
});

describe("the host's events", () => {
  test("tell the session of each part of an answer", async () => {
    const { told, event } = setUp();
    for (const sessionID of ["lab", "mine"]) await event("message.part.delta", { sessionID, delta: "a" });
    expect(told).toEqual([["hearing"]]);
  });

  test("tell the session of its tool calls and of how its answers end", async () => {
    const { told, event } = setUp();
    for (const sessionID of ["lab", "mine"]) {
      await event("message.part.updated", { part: { type: "text", sessionID } });
      await event("message.part.updated", { part: { type: "tool", sessionID } });
      await event("message.part.updated", { part: { type: "step-finish", sessionID, reason: "unknown" } });
    }
    expect(told).toEqual([["calling"], ["answered", "unknown"]]);
  });

  test("tell it of a retry and how long the host waits, never less than nothing", async () => {
    const { told, event } = setUp();
    const retry = (next: number) => ({ type: "retry", attempt: 2, message: "busy", next });
    await event("session.status", { sessionID: "lab", status: retry(5_000) });
    await event("session.status", { sessionID: "lab", status: retry(10) });
    await event("session.status", { sessionID: "mine", status: retry(5_000) });
    await event("session.status", { sessionID: "lab", status: { type: "busy" } });
    expect(told).toEqual([
      ["retrying", 2, "busy", 4_000],
      ["retrying", 2, "busy", 0],
    ]);
  });
});
