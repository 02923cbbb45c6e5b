import { expect, test } from "bun:test";
import { MAX_SAID, type SessionExchange } from "../../src/artifacts/exchange.ts";
import type { HostAnswer } from "../../src/session/host.ts";
import { recordSession } from "../../src/session/recording.ts";
import { scriptedHost } from "../support/scripted-host.ts";

function recorded(answers: (HostAnswer | Error)[]) {
  const kept: SessionExchange[] = [];
  let seconds = 0;
  const host = {
    ...scriptedHost([{ id: "p/m" }]),
    prompt: async () => {
      const next = answers.shift();
      if (next instanceof Error || next === undefined) throw next ?? new Error("nothing more");
      return next;
    },
  };
  const recording = recordSession(host, {
    session_id: "ses_9",
    now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
    keep: async (exchange) => void kept.push(exchange),
  });
  const ask = (text: string) => recording.host.prompt({ sessionID: "ses_9", text });
  return { recording, ask, kept };
}

const said = (text: string): HostAnswer => ({ text, finish: "stop", error: null });

test("recordSession() hands over each prompt with its answer, and so far before a further prompt", async () => {
  const { recording, ask, kept } = recorded([said("no"), said('{"x": 1}')]);
  await ask("the question");
  expect(kept).toEqual([]);
  await ask("mend it");
  expect(kept).toMatchObject([
    { ended: null, finished_at: null, turns: [{ sent: { text: "the question" }, received: { text: "no" } }] },
  ]);
  recording.ended(null);
  const tokens = { input: 3, output: 2, reasoning: 0, cache_read: 0, cache_write: 0 };
  await recording.finish({ tokens, cost: 0.5 }, 2);
  expect(kept[1]).toMatchObject({
    session_id: "ses_9",
    ended: { state: "ok" },
    requests: 2,
    tokens,
    cost: 0.5,
    turns: [{ sent: { text: "the question" } }, { sent: { text: "mend it" }, received: { text: '{"x": 1}' } }],
  });
});

test("recordSession() keeps a prompt to which nothing came back, and how the session failed", async () => {
  const { recording, ask, kept } = recorded([new Error("gone")]);
  await ask("the question").catch(() => undefined);
  recording.ended({ kind: "timeout", message: "no valid answer within 1 s" });
  await recording.finish({ tokens: null, cost: null }, 1);
  expect(kept).toMatchObject([
    {
      turns: [{ sent: { text: "the question" }, received: null, received_at: null }],
      ended: { state: "failed", kind: "timeout" },
    },
  ]);
});

test("recordSession() says of a text past its bound how much of it is not kept, and cuts no letter in two", async () => {
  const long = `${"x".repeat(MAX_SAID - 1)}😀tail`;
  const { recording, ask, kept } = recorded([said(long)]);
  await ask("q");
  await recording.finish({ tokens: null, cost: null }, 1);
  const received = kept[0]?.turns[0]?.received;
  expect(received?.text).toBe("x".repeat(MAX_SAID - 1));
  expect(received?.left_out).toBe(long.length - (MAX_SAID - 1));
});

test("recordSession() takes out of what a provider says what looks like a key", async () => {
  const key = "sk-proj-0123456789abcdefghijkl";
  const error = { kind: null, message: `Incorrect API key provided: ${key}.`, status: 401, retryable: false };
  const { recording, ask, kept } = recorded([{ text: "", finish: null, error }]);
  await ask("q");
  recording.ended({ kind: "auth", message: `Incorrect API key provided: ${key}.` });
  await recording.finish({ tokens: null, cost: null }, 1);
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(kept[0]?.turns[0]?.error).toBe("Incorrect API key provided: [a key].");
});

test("recordSession() keeps no more than six turns", async () => {
  const { recording, ask, kept } = recorded(Array.from({ length: 9 }, (_, at) => said(`answer ${at}`)));
  for (let at = 0; at < 9; at++) await ask(`prompt ${at}`);
  await recording.finish({ tokens: null, cost: null }, 9);
  expect(kept.at(-1)?.turns).toHaveLength(6);
});

test("recordSession() knows no number of requests where answers came and the host told of none, and none is none where nothing came", async () => {
  const answered = recorded([said("{}")]);
  await answered.ask("q");
  await answered.recording.finish({ tokens: null, cost: null }, 0);
  expect(answered.kept[0]?.requests).toBeNull();
  const unreached = recorded([new Error("gone")]);
  await unreached.ask("q").catch(() => undefined);
  await unreached.recording.finish({ tokens: null, cost: null }, 0);
  expect(unreached.kept[0]?.requests).toBe(0);
});
