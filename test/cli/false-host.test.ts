import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { SHARED_KEY } from "../../src/host/reach-desk.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import { ended, falseHost, type Lies, standing } from "../support/false-host.ts";
import { onTerminal } from "../support/pty.ts";

const cli = builtCommand();
/** What a terminal would obey: clears it, sets its title, writes to the clipboard, turns text round; and C1 forms. */
const LIVE = "\u001b[2J\u001b]0;owned\u0007\u001b]52;c;bWFsaWNl\u0007\u009b31m\u202E\rdone";
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}]/u;

type Printed = { code: number | null; stdout: string; stderr: string };

function typed(url: string, words: string[] = ["show"]): Promise<Printed> {
  const child = spawn(process.execPath, [cli.file, "--server", url, ...words], {
    env: { ...ENGINE, PATH: process.env.PATH ?? "", HOME: "/nowhere", [SHARED_KEY]: "k".repeat(32) },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20_000,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

const UNREADABLE = expect.stringContaining("cannot be read");
const follow =
  (answer: unknown): NonNullable<Lies["desk"]> =>
  (say) =>
    say.do === "hello" ? { talk: "t" } : say.do === "follow" ? answer : { id: "1" };
const deep = (): unknown => {
  let value: unknown = 1;
  for (let depth = 0; depth < 5_000; depth++) value = [value];
  return value;
};

for (const generation of [1, 2] as const) {
  describe(`a server that talks as OpenCode ${generation}`, () => {
    test("and is honest is followed to its end", async () => {
      using host = falseHost(generation);
      expect(await typed(host.url)).toEqual({ code: 0, stdout: "**Done.**\n", stderr: "" });
      expect(host.said.sort()).toEqual(["begin", "follow", "hello", "hello"]);
    });

    test("reaches no terminal with anything that it would obey", async () => {
      let asked = 0;
      using host = falseHost(generation, {
        desk: (say) => {
          if (say.do === "hello") return { talk: "t" };
          if (say.do !== "follow") return { id: "1" };
          asked++;
          if (asked === 1) return standing({ lines: [`line ${LIVE}`], now: [`now ${LIVE}`] });
          if (asked === 2) return standing({ asking: { permission: "designlab_cost", question: `Pay ${LIVE}?` } });
          return ended({ text: `reply ${LIVE}`, outcome: "winner", facts: { note: LIVE, [LIVE]: { deep: [LIVE] } } });
        },
      });
      const plain = await typed(host.url);
      expect(plain.code).toBe(0);
      expect(plain.stdout).toContain("reply");
      expect(plain.stderr).toContain("line ");
      expect(plain.stdout + plain.stderr).not.toMatch(OBEYED);
      asked = 0;
      const json = await typed(host.url, ["show", "--json"]);
      expect(json.stdout + json.stderr).not.toMatch(OBEYED);
      asked = 0;
      const words = [process.execPath, cli.file, "--server", host.url, "show"];
      const env = {
        ...ENGINE,
        PATH: process.env.PATH ?? "",
        HOME: "/nowhere",
        TERM: "xterm",
        [SHARED_KEY]: "k".repeat(32),
      };
      const { screen } = await onTerminal(words, { cwd: "/", env, answers: ["y"] });
      expect(screen).toContain("Pay");
      for (const live of ["\u001b[2J", "\u001b]", "\u0007", "\u009b", "\u202e"]) expect(screen).not.toContain(live);
      // It is the same value all the same.
      expect(JSON.parse(json.stdout)).toMatchObject({ note: LIVE, outcome: "winner", exit: 0 });
    });

    test.each<[string, Lies]>([
      ["an outcome that there is not", { desk: follow(ended({ outcome: "splendid" })) }],
      ["no outcome", { desk: follow(ended({ outcome: undefined })) }],
      ["an outcome of every object", { desk: follow(ended({ outcome: "toString" })) }],
      ["a reply that is no text", { desk: follow(ended({ text: { a: 1 } })) }],
      ["facts that are a list", { desk: follow(ended({ facts: null })) }],
      ["facts that are nested without end", { desk: follow(ended({ facts: { deep: deep() } })) }],
      ["lines that are a number", { desk: follow(standing({ lines: 7 })) }],
      ["lines that are a text", { desk: follow(standing({ lines: "no list" })) }],
      ["lines that are no texts", { desk: follow(standing({ lines: [{}] })) }],
      ["a line without end", { desk: follow(standing({ lines: ["x".repeat(30_000)] })) }],
      ["lines without end", { desk: follow(standing({ lines: Array(30_000).fill("x") })) }],
      ["a question that is none", { desk: follow(standing({ asking: "Pay?" })) }],
      ["nothing of how it stands", { desk: follow({ id: "1" }) }],
      ["null", { desk: () => null }],
      ["a list", { desk: () => [] }],
      ["a begun talk without a name", { desk: () => ({ talk: 7 }) }],
      ["a begun call without an id", { desk: (say) => (say.do === "hello" ? { talk: "t" } : { id: 7 }) }],
      ["a session elsewhere", { session: generation === 1 ? { id: "../../x" } : { data: { id: "../../x" } } }],
      ["a session of no kind", { session: 7 }],
      ["plugins of no kind", { plugins: { data: 7 }, ...(generation === 1 && { session: 7 }) }],
    ])("and answers %s is left with 1, in words", async (_, lies) => {
      using host = falseHost(generation, lies);
      const { code, stdout, stderr } = await typed(host.url);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).not.toContain("by a defect");
      expect(stderr).toMatch(/cannot be read|is no OpenCode|nobody there takes the call|did not begin|lost the call/u);
    });

    test("what is too long is not read to its end, and a password is sent nowhere else", async () => {
      let elsewhere = 0;
      using other = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch() {
          elsewhere++;
          return new Response("{}");
        },
      });
      using host = falseHost(generation, {
        any: (path) =>
          path.endsWith("/config") || path.endsWith("/plugin")
            ? undefined
            : Response.redirect(`http://127.0.0.1:${other.port}/`),
      });
      expect((await typed(host.url)).code).toBe(1);
      expect(elsewhere).toBe(0);
      const endless = () => {
        const chunk = new Uint8Array(1_000_000).fill(32);
        const pull = async (stream: ReadableStreamDefaultController) => {
          await Bun.sleep(1);
          stream.enqueue(chunk);
        };
        return new Response(new ReadableStream({ pull }));
      };
      using long = falseHost(generation, { any: (path) => (path.endsWith("/session") ? endless() : undefined) });
      expect(await typed(long.url)).toEqual({ code: 1, stdout: "", stderr: UNREADABLE });
    });

    test("and says an error with everything in it is quoted in one clean line", async () => {
      using host = falseHost(generation, {
        any: (path) =>
          path.endsWith("/session") ? new Response(`no ${LIVE}\n\n# big`.repeat(1_000), { status: 500 }) : undefined,
      });
      const { code, stderr } = await typed(host.url);
      expect(code).toBe(1);
      expect(stderr).not.toMatch(OBEYED);
      expect([stderr.trim().split("\n").length, stderr.length < 600]).toEqual([1, true]);
    });
  });
}
