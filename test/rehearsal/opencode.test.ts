import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeProject } from "../../rehearsal/project.ts";
import { serveOpencode } from "../../rehearsal/serve.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";

/** A plugin of one tool, so that what is tested here is the rehearsal and not the lab. */
const PLUGIN = `export default {
  id: "stub",
  server: async () => ({
    tool: { designlab: { description: "stub", args: {}, execute: async (args) => "# Stub\\n" + JSON.stringify(args) } },
  }),
};`;
const folder = mkdtempSync(join(tmpdir(), "designlab-stub-"));
const plugin = join(folder, "index.js");
beforeAll(() => writeFileSync(plugin, PLUGIN));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the real opencode in a temporary project", () => {
  test("offers the plugin's tool to the model, runs it, and installs and fetches nothing", async () => {
    await using lab = await rehearse({ models: [{ id: "a/x-1" }, { id: "b/x-1" }], plugin });
    const result = await lab.call("help", { op: "run" }, { timeout: 50_000 });
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
    const log = readFileSync(join(home, ".local", "share", "opencode", "log", "opencode.log"), "utf8");
    expect(log).not.toMatch(/install failed|Failed to fetch|downloading/);
  }, 60_000);

  test("serves, reports events, and is gone after a crash", async () => {
    await using lab = await rehearse({ models: [{ id: "a/x-1" }, { id: "b/x-1" }], plugin });
    const server = await lab.serve();
    const { providers } = (await server.request("GET", "/config/providers")) as {
      providers: { id: string; models: object }[];
    };
    expect(providers.map(({ id, models }) => [id, Object.keys(models)])).toEqual([
      ["host", ["agent"]],
      ["a", ["x-1"]],
      ["b", ["x-1"]],
    ]);
    await server.request("POST", "/session", { title: "a session" });
    await server.waitFor(({ type }) => type === "session.created");
    await server.kill9();
    expect(() => process.kill(server.pid, 0)).toThrow();
  }, 60_000);
});

test("runOpencode() ends the process when its time is up or its signal fires", async () => {
  await using lab = await rehearse({ models: [], plugin, script: [{ kind: "host", reply: { connection: "silent" } }] });
  const abort = new AbortController();
  const running = lab.say("hello", { signal: abort.signal });
  const asked = await lab.provider.waitFor(({ kind }) => kind === "host", 30_000);
  abort.abort();
  const result = await running;
  expect(result.code).not.toBe(0);
  expect(result.timed_out).toBe(false);
  expect(asked.closed_at).not.toBeNull();
  expect((await lab.say("hello", { timeout: 200 })).timed_out).toBe(true);
}, 60_000);

test("serveOpencode() leaves nothing behind when the host does not start", async () => {
  const project = makeProject({ provider: { url: "http://127.0.0.1:9" }, models: [], plugin: null });
  try {
    expect(await failure(serveOpencode({ project, binary: "/bin/false" }))).toContain("ended with");
    expect(await failure(serveOpencode({ project, binary: join(project.root, "nothing") }))).toContain("ENOENT");
  } finally {
    project.remove();
  }
  expect(existsSync(project.root)).toBe(false);
});

/** The message with which a promise rejects; awaited in the ordinary way, for expect().rejects holds up the event loop. */
async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => "It did not fail", String);
}
