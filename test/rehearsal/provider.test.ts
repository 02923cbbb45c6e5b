import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import * as faults from "../../rehearsal/faults.ts";
import { type Provider, startProvider } from "../../rehearsal/provider.ts";
import type { Reply, Script } from "../../rehearsal/reply.ts";
import { DesignBody } from "../../src/artifacts/design.ts";
import { scoreBody } from "../../src/artifacts/score.ts";
import { answer, CRITERIA, completion, promptFor, send } from "./ask-provider.ts";

const DESIGN = promptFor(DesignBody);
const SCORE = promptFor(scoreBody(CRITERIA), "# Components\n- A");

async function withProvider(script: Script, use: (provider: Provider) => Promise<void>): Promise<void> {
  const provider = await startProvider({ models: [{ id: "a/x" }, { id: "b/x" }], script });
  try {
    await use(provider);
  } finally {
    await provider.stop();
  }
}
const withReply = (reply: Reply, use: (provider: Provider) => Promise<void>) => withProvider([{ reply }], use);

describe("the log", () => {
  test("keeps model, kind, count and sampling of each request", () =>
    withProvider([], async (provider) => {
      await answer(provider, "a/x", DESIGN, { body: { temperature: 0.7, top_p: 0.9, max_tokens: 16_000 } });
      await answer(provider, "b/x", SCORE);
      await answer(provider, "a/x", DESIGN);
      const seen = provider.requests.map(({ model, kind, nth, temperature, top_p, max_tokens }) => [
        model,
        kind,
        nth,
        temperature,
        top_p,
        max_tokens,
      ]);
      expect(seen).toEqual([
        ["a/x", "design", 1, 0.7, 0.9, 16_000],
        ["b/x", "score", 1, null, null, null],
        ["a/x", "design", 2, null, null, null],
      ]);
      expect(provider.requests.every(({ answered_at, closed_at }) => answered_at !== null && closed_at === null)).toBe(
        true,
      );
    }));

  test("keeps a request for a model that is not played, and answers 404", () =>
    withProvider([], async (provider) => {
      expect((await send(provider, "c/x", DESIGN)).status).toBe(404);
      expect(provider.requests.map(({ model }) => model)).toEqual(["c/x"]);
    }));

  test("says when the client hung up", () =>
    withReply({ connection: "silent" }, async (provider) => {
      const client = new AbortController();
      const asking = send(provider, "a/x", DESIGN, { signal: client.signal });
      const request = await provider.waitFor(({ kind }) => kind === "design");
      client.abort();
      expect(await failure(asking)).not.toBe(ANSWERED);
      await Bun.sleep(50);
      expect(request.closed_at).toBeGreaterThanOrEqual(request.at);
      expect(request.answered_at).toBeNull();
    }));

  test("waitFor() gives up with a reason", () =>
    withProvider([], async (provider) => {
      expect(await failure(provider.waitFor(() => true, 20))).toContain("within 20 ms");
    }));
});

describe("a repair in the same session", () => {
  test("is answered with the schema of the earlier message", () =>
    withProvider([{ nth: 1, reply: faults.without("title") }], async (provider) => {
      const first = await answer(provider, "a/x", DESIGN);
      expect(Value.Check(DesignBody, JSON.parse(first))).toBe(false);
      const messages = [
        { role: "user", content: DESIGN },
        { role: "assistant", content: first },
        { role: "user", content: "title is missing, answer again" },
      ];
      const second = await answer(provider, "a/x", "", { body: { messages } });
      expect(Value.Check(DesignBody, JSON.parse(second))).toBe(true);
    }));
});

describe("faults of the text", () => {
  const cases: [string, Reply, (text: string) => boolean][] = [
    ["inCodeFence", faults.inCodeFence, (text) => text.startsWith("```json\n{") && text.endsWith("}\n```")],
    ["inProse", faults.inProse, (text) => text.startsWith("Certainly") && text.includes('"scores"')],
    ["withTrailingCommas", faults.withTrailingCommas, (text) => /,\n\s*}/.test(text) && !isJson(text)],
    ["cutInTheMiddle", faults.cutInTheMiddle, (text) => text.startsWith("{") && !isJson(text)],
    ["empty", faults.empty, (text) => text === ""],
    ["refusal", faults.refusal, (text) => text.includes("can't help")],
    ["without", faults.without("scores.clarity"), (text) => !("clarity" in JSON.parse(text).scores)],
    ["withValue", faults.withValue("scores.clarity", 11), (text) => JSON.parse(text).scores.clarity === 11],
    [
      "withValue of a new field",
      faults.withValue("scores.elegance", 5),
      (text) => JSON.parse(text).scores.elegance === 5,
    ],
    ["megabytes", faults.megabytes(3), (text) => text.length >= 3 * 2 ** 20],
    ["a text", { text: "No." }, (text) => text === "No."],
  ];
  for (const [name, reply, holds] of cases) {
    test(name, () =>
      withReply(reply, async (provider) => expect(holds(await answer(provider, "a/x", SCORE))).toBe(true)),
    );
  }

  test("outOfTokens and filtered say so as the finish reason", async () => {
    for (const [reply, reason] of [
      [faults.outOfTokens, "length"],
      [faults.filtered, "content_filter"],
    ] as const) {
      await withReply(reply, async (provider) => {
        expect((await completion(provider, "a/x", DESIGN)).choices[0].finish_reason).toBe(reason);
      });
    }
  });
});

describe("faults of the connection", () => {
  const statuses: [Reply, number][] = [
    [faults.rateLimited(7), 429],
    [faults.serverError, 500],
    [faults.unauthorized, 401],
    [faults.modelNotFound, 404],
    [faults.contextOverflow, 400],
  ];
  for (const [reply, status] of statuses) {
    test(`status ${status} with an error's text`, () =>
      withReply(reply, async (provider) => {
        const response = await send(provider, "a/x", DESIGN);
        expect(response.status).toBe(status);
        expect(((await response.json()) as { error: { message: string } }).error.message).toBe(
          reply.error?.message ?? "",
        );
        if (status === 429) expect(response.headers.get("retry-after")).toBe("7");
      }));
  }

  for (const connection of ["cut", "reset"] as const) {
    test(`${connection} breaks the connection`, () =>
      withReply({ connection }, async (provider) => {
        const reading = send(provider, "a/x", DESIGN, { body: { stream: true } }).then((response) => response.text());
        expect(await failure(reading)).not.toBe(ANSWERED);
      }));
  }

  for (const connection of ["silent", "stall", "endless"] as const) {
    test(`${connection} lasts until the client hangs up`, () =>
      withReply({ connection }, async (provider) => {
        const signal = AbortSignal.timeout(150);
        const reading = send(provider, "a/x", DESIGN, { signal, body: { stream: true } }).then((response) =>
          response.text(),
        );
        expect(await failure(reading)).not.toBe(ANSWERED);
        await Bun.sleep(50);
        expect(provider.requests[0]?.closed_at).not.toBeNull();
      }));
  }

  test("stop() ends what hangs", async () => {
    const provider = await startProvider({ models: [{ id: "a/x" }], script: [{ reply: { connection: "silent" } }] });
    const asking = failure(send(provider, "a/x", DESIGN));
    await provider.waitFor(() => true);
    await provider.stop();
    expect(await asking).not.toBe(ANSWERED);
  });
});

describe("the script", () => {
  test("is chosen by model, kind, count and text", () =>
    withProvider(
      [
        { model: "a/x", kind: "design", nth: 2, reply: { text: "second" } },
        { model: "a/x", kind: ["design", "score"], nth: [3, 4], reply: { text: "later" } },
        { has: /magic/, reply: { text: "magic" } },
      ],
      async (provider) => {
        const texts: string[] = [];
        for (let nth = 1; nth <= 5; nth += 1) texts.push(await answer(provider, "a/x", DESIGN));
        expect(texts.map((text) => (text.startsWith("{") ? "ordinary" : text))).toEqual([
          "ordinary",
          "second",
          "later",
          "later",
          "ordinary",
        ]);
        expect(await answer(provider, "b/x", "some magic")).toBe("magic");
      },
    ));

  test("may be a function", () =>
    withProvider(
      ({ model, nth }) => (model === "b/x" ? { text: `answer ${nth}` } : undefined),
      async (provider) => {
        expect(await answer(provider, "b/x", DESIGN)).toBe("answer 1");
        expect(isJson(await answer(provider, "a/x", DESIGN))).toBe(true);
      },
    ));

  test("sets usage and delay", () =>
    withReply({ delay: 80, usage: { input: 1_000, output: 20 } }, async (provider) => {
      const started = Date.now();
      const { usage } = await completion(provider, "a/x", DESIGN);
      expect([usage.prompt_tokens, usage.completion_tokens]).toEqual([1_000, 20]);
      expect(Date.now() - started).toBeGreaterThanOrEqual(79);
    }));

  test("plays tool calls one turn after the other, then the answer", () =>
    withReply(
      {
        calls: [
          { name: "read", args: { filePath: "a" } },
          [
            { name: "grep", args: {} },
            { name: "glob", args: {} },
          ],
        ],
      },
      async (provider) => {
        const messages: object[] = [{ role: "user", content: DESIGN }];
        const turns: string[][] = [];
        for (let turn = 0; turn < 3; turn += 1) {
          const { message, finish_reason } = (await completion(provider, "a/x", "", { body: { messages } })).choices[0];
          const calls = message.tool_calls ?? [];
          expect(finish_reason).toBe(calls.length > 0 ? "tool_calls" : "stop");
          turns.push(calls.map((call) => call.function.name));
          messages.push({ role: "assistant", ...message }, ...calls.map(() => ({ role: "tool", content: "done" })));
        }
        expect(turns).toEqual([["read"], ["grep", "glob"], []]);
      },
    ));
});

describe("the person's agent", () => {
  const tools = [{ type: "function", function: { name: "designlab", parameters: {} } }];
  const callsOf = async (provider: Provider, prompt: string) =>
    (await completion(provider, "host/agent", prompt, { body: { tools } })).choices[0].message.tool_calls?.map((call) =>
      JSON.parse(call.function.arguments),
    );

  test("makes the call that the message spells out, else runs what it is asked for", () =>
    withProvider([], async (provider) => {
      expect(await callsOf(provider, 'Call designlab with {"op":"show","args":{"what":"ledger"}} now')).toEqual([
        { op: "show", args: { what: "ledger" } },
      ]);
      expect(await callsOf(provider, "Design a cache")).toEqual([{ op: "run", args: { task: "Design a cache" } }]);
    }));

  test("closes with the heading of the tool's reply", () =>
    withProvider([], async (provider) => {
      const call = { id: "1", type: "function", function: { name: "designlab", arguments: "{}" } };
      const messages = [
        { role: "user", content: "Design a cache" },
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", content: "# Ranking of 3 designs\n…" },
      ];
      expect(await answer(provider, "host/agent", "", { body: { messages, tools } })).toBe(
        "designlab answered: Ranking of 3 designs",
      );
    }));
});

const ANSWERED = "It was answered";

/** The message with which a promise rejects; awaited in the ordinary way, for expect().rejects holds up the event loop. */
async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => ANSWERED, String);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
