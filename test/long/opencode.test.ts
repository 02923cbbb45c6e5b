import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeProject } from "../../rehearsal/project.ts";
import { serveOpencode } from "../../rehearsal/serve.ts";
import { nextAsking } from "../../rehearsal/talk.ts";
import { onEachHost } from "../e2e/support/hosts.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";

/** A plugin of one tool on both generations, so that what is tested here is the rehearsal and not the lab. */
const PLUGIN = `const answer = (args) => "# Stub\\n" + JSON.stringify(args);
export default {
  id: "stub",
  server: async () => ({
    tool: { designlab: { description: "stub", args: {}, execute: async (args) => answer(args) } },
  }),
  setup: (context) => context.tool?.transform?.((tools) => tools.add({
    name: "designlab", description: "stub", options: { codemode: false }, input: { type: "object" },
    execute: async (args) => ({ content: answer(args) }),
  })),
};`;
const plugin = mkdtempSync(join(tmpdir(), "designlab-stub-"));
beforeAll(() => writeFileSync(join(plugin, "index.js"), PLUGIN));
afterAll(() => rmSync(plugin, { recursive: true }));

const MODELS = [{ id: "a/x-1" }, { id: "b/x-1" }];

onEachHost((generation) => {
  test("offers the plugin's tool to the model, runs it, and installs and fetches nothing", async () => {
    await using lab = await rehearse({ generation, models: MODELS, plugin });
    const result = await lab.call("help", { op: "run" });
    expect(result.stderr).toBe("");
    expect(result.code).toBe(0);
    expect(
      lab.provider.requests.filter(({ kind }) => kind === "host").every(({ tools }) => tools.includes("designlab")),
    ).toBe(true);
    expect(result.designlab).toEqual(['# Stub\n{"op":"help","args":{"op":"run"}}']);
    expect(result.text).toBe("designlab answered: Stub");
    expect(lab.labRequests()).toEqual([]);
    const { directory, home } = lab.project;
    for (const config of [join(directory, ".opencode"), join(home, ".config", "opencode")]) {
      expect(readdirSync(join(config, "node_modules"))).toEqual([]);
    }
    expect(existsSync(join(home, ".cache", "opencode", "models.json"))).toBe(false);
    const logs = join(home, ".local", "share", "opencode", "log");
    const log = readdirSync(logs).map((file) => readFileSync(join(logs, file), "utf8"));
    expect(log.join("\n")).not.toMatch(/install failed|Failed to fetch|downloading/);
  }, 300_000);

  test("serves, is talked to, reports events, and is gone after a crash", async () => {
    await using lab = await rehearse({ generation, models: MODELS, plugin });
    const server = await lab.serve();
    expect(await server.models()).toEqual(["host/agent", "a/x-1", "b/x-1"]);
    const session = await server.open("a session");
    await server.waitFor(({ type }) => type === "session.created");
    await server.say(session, 'Call {"op": "help"}');
    expect(await server.tools(session)).toEqual([
      { tool: "designlab", input: { op: "help" }, status: "completed", output: '# Stub\n{"op":"help"}' },
    ]);
    expect(await server.texts(session)).toEqual(['Call {"op": "help"}', "designlab answered: Stub"]);
    expect(await server.sessions()).toEqual([{ id: session, title: "a session", parent: null }]);
    await server.kill9();
    expect(() => process.kill(server.pid, 0)).toThrow();
  }, 300_000);

  test("asks the person, and a stopped turn ends", async () => {
    const questions = [{ question: "Why?", header: "W", options: [{ label: "Because", description: "of it" }] }];
    await using lab = await rehearse({
      generation,
      models: [],
      plugin,
      script: ({ messages }) =>
        JSON.stringify(messages).includes("silent")
          ? { connection: "silent" }
          : { calls: [{ name: "question", args: { questions } }], text: "Thanks" },
    });
    const server = await lab.serve();
    const session = await server.open();
    const said = server.say(session, "Ask me");
    const asking = await nextAsking(server, session);
    expect(asking).toMatchObject({ kind: "question", texts: ["Why?"] });
    await asking.answer(["No reason"]);
    await said;
    expect(await server.asked(session)).toBeNull();
    expect((await server.tools(session))[0]?.output).toContain("No reason");

    const stopped = server.say(session, "Be silent");
    const request = await lab.provider.waitFor(({ messages }) => JSON.stringify(messages).includes("silent"));
    await server.interrupt(session);
    await stopped;
    expect(request.closed_at).not.toBeNull();
  }, 300_000);

  test("runOpencode() ends the process when its time is up or its signal fires", async () => {
    const script = [{ kind: "host" as const, reply: { connection: "silent" as const } }];
    await using lab = await rehearse({ generation, models: [], plugin, script });
    const abort = new AbortController();
    const running = lab.say("hello", { signal: abort.signal });
    const asked = await lab.provider.waitFor(({ kind }) => kind === "host");
    abort.abort();
    const result = await running;
    expect(result.code).not.toBe(0);
    expect(result.timed_out).toBe(false);
    expect(asked.closed_at).not.toBeNull();
    expect((await lab.say("hello", { timeout: 200 })).timed_out).toBe(true);
  }, 300_000);
});

describe("serveOpencode()", () => {
  test("leaves nothing behind when the host does not start", async () => {
    const project = makeProject({ provider: { url: "http://127.0.0.1:9" }, models: [], plugin: null });
    try {
      expect(await failure(serveOpencode({ project, binary: "/bin/false" }))).toContain("ended with");
      expect(await failure(serveOpencode({ project, binary: join(project.root, "nothing") }))).toContain("ENOENT");
    } finally {
      project.remove();
    }
    expect(existsSync(project.root)).toBe(false);
  });
});

/** The message with which a promise rejects; awaited in the ordinary way, for expect().rejects holds up the event loop. */
async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => "It did not fail", String);
}
