import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { nobody } from "../../src/cli/person.ts";
import { callIn } from "../../src/cli/remote.ts";
import { LostError, SERVER_PATIENCE } from "../../src/host/drive/request.ts";
import { generationAt, talkWith } from "../../src/host/drive/talk.ts";
import { SHARED_KEY } from "../../src/host/reach-desk.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import { standing } from "../support/false-host.ts";
import { fullSocket, type RawRequest, rawHost, SLOW } from "../support/raw-host.ts";
import { settled } from "../support/settled.ts";

const cli = builtCommand();

/** Short limits, in the order of the real ones. */
const SHORT = {
  answer: 600,
  part: 400,
  whole: 1_200,
  refusal: 300,
  last: 300,
  lost: 500,
  retry: 50,
  news: 1_000,
  stop: 400,
};
/** Ten times what all of them take after each other. */
const SOON = 10 * Object.values(SHORT).reduce((sum, each) => sum + each, 0);
const KEY = "k".repeat(32);

type Moment = [name: string, fits: (request: RawRequest) => boolean];
const MOMENTS: Moment[] = [
  ["from the first request on", () => true],
  ["when a session is made", ({ path, method }) => method === "POST" && path.endsWith("/session")],
  ["when a talk begins", ({ say }) => say === "hello"],
  ["when the call begins", ({ say }) => say === "begin"],
  ["when the call is followed", ({ say }) => say === "follow"],
];

/** Makes a call as the command does; what it threw, and after how long. */
async function called(url: string, stopped = new AbortController().signal) {
  const started = performance.now();
  const options = { signal: stopped, patience: SHORT };
  const there = { url, user: "opencode", password: "", directory: null };
  const call = async () => {
    const address = { ...there, key: KEY, generation: await generationAt(there, options) };
    const talk = await talkWith(address, options);
    try {
      return await callIn(talk, { op: "show", args: {}, allowed: [] }, nobody(), stopped, SHORT);
    } finally {
      await talk.close();
    }
  };
  const error: unknown = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, took: performance.now() - started };
}

for (const generation of [1, 2] as const) {
  describe(`a server that talks as OpenCode ${generation}`, () => {
    describe.each(MOMENTS)("%s", (_, fits) => {
      test.concurrent.each(Object.entries(SLOW))("and %s is left, and the error names the limit", async (_, slow) => {
        using host = await rawHost(generation, (request) => (fits(request) ? slow.writes : null));
        const { error, took } = await called(host.url);
        expect(error).toBeInstanceOf(Error);
        expect(String(error)).toMatch(slow.error);
        if (slow.limit)
          expect([error instanceof LostError, (error as LostError).advice]).toEqual([
            true,
            expect.stringMatching(/server|call/u),
          ]);
        expect(took).toBeLessThan(SOON);
      });
    });

    test("that never ends a call and says nothing of it is left, and the error names the limit", async () => {
      using host = await rawHost(generation, () => null, {
        desk: (say) => (say.do === "hello" ? { talk: "t" } : say.do === "follow" ? standing({}) : { id: "1" }),
      });
      const { error, took } = await called(host.url);
      expect(String(error)).toContain("said nothing about the call for 1s");
      expect(took).toBeLessThan(SOON);
      await settled(() => host.asked.some(({ say }) => say === "stop"));
    });

    test("that asks the same question for ever is left too", async () => {
      const asking = { permission: "designlab_cost", question: "Pay?" };
      using host = await rawHost(generation, () => null, {
        desk: (say) => (say.do === "hello" ? { talk: "t" } : say.do === "follow" ? standing({ asking }) : { id: "1" }),
      });
      const { error } = await called(host.url);
      expect(String(error)).toContain("said nothing about the call");
    });

    test("that says something of a call again and again is followed past every limit", async () => {
      let asked = 0;
      using host = await rawHost(generation, () => null, {
        desk: (say) => {
          if (say.do === "hello") return { talk: "t" };
          if (say.do !== "follow") return { id: "1" };
          asked++;
          const ended = asked < 25 ? null : { text: "Done.", outcome: "answered", facts: {} };
          return standing({ lines: asked % 5 === 0 ? ["still at work"] : [], ended });
        },
      });
      const { error, took } = await called(host.url);
      expect(error).toBeNull();
      expect(took).toBeGreaterThan(SHORT.news);
    });

    test.each(MOMENTS)("and says nothing %s is left soon after a stop", async (_, fits) => {
      const stopping = new AbortController();
      using host = await rawHost(generation, (request) => (fits(request) ? () => stopping.abort() : null));
      const { error, took } = await called(host.url, stopping.signal);
      expect(String(error)).toMatch(/stopped|abort/iu);
      expect(took).toBeLessThan(SOON);
    });

    test("that answers a call and then keeps the command waiting still gives its result", async () => {
      using host = await rawHost(generation, ({ method }) => (method === "DELETE" ? () => undefined : null));
      const { error, took } = await called(host.url);
      expect(error).toBeNull();
      expect(took).toBeLessThan(SOON);
    });
  });
}

test("a connection that is never taken is left, and the error names the limit", async () => {
  await using full = await fullSocket();
  const { error } = await called(full.url);
  expect(String(error)).toMatch(/began no answer to GET \/api\/plugin within/u);
});

test("Ctrl-C ends the command with 130 while a server says nothing", async () => {
  const asked = Promise.withResolvers<void>();
  using host = await rawHost(1, () => () => asked.resolve());
  const child = spawn(process.execPath, [cli.file, "--server", host.url, "show"], {
    env: { ...ENGINE, PATH: process.env.PATH ?? "", HOME: "/nowhere", [SHARED_KEY]: KEY },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await asked.promise;
  const at = performance.now();
  child.kill("SIGINT");
  const [code] = await once(child, "close");
  expect([code, printed]).toEqual([130, "Stopped before anything was begun.\n"]);
  expect(performance.now() - at).toBeLessThan(SERVER_PATIENCE.stop);
});
