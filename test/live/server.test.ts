import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import type { LiveState } from "../../src/schemas/live-state.ts";
import { withLock } from "../../src/store/file-lock.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";
import { settled } from "../support/settled.ts";

let run: Bench;
let server: LiveServer;
let dir: string;

async function start(idle_ms?: number): Promise<LiveServer> {
  return startLiveServer({
    bases: async () => [join(run.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    ...(idle_ms !== undefined && { idle_ms }),
  });
}

beforeEach(async () => {
  run = await bench();
  await run.call("run", { task: "Design a queue" });
  dir = await onlyExperiment(run.dir);
  server = await start();
});
afterEach(async () => {
  server.close();
  await run.dispose();
});

type Reply = { status: number; body: string; headers: IncomingHttpHeaders };

/** One request as any program could send it. `path` stands after the token. */
function ask(path: string, options: { method?: string; headers?: Record<string, string>; token?: string } = {}) {
  const { pathname } = new URL(server.address());
  const base = options.token === undefined ? pathname : `/${options.token}/`;
  return new Promise<Reply>((resolve, reject) => {
    const { method = "GET", headers = {} } = options;
    const sent = request({ host: "127.0.0.1", port: server.port, path: base + path, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    sent.once("error", reject).end();
  });
}

/** States that the stream of events tells, until it is closed. */
function follow(path: string): { states: LiveState[]; close(): void } {
  const states: LiveState[] = [];
  const sent = request(server.address() + path, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) if (event.startsWith("data: ")) states.push(JSON.parse(event.slice(6)) as LiveState);
    });
  });
  sent.on("error", () => undefined).end();
  return { states, close: () => sent.destroy() };
}

const query = (): string => new URL(server.address(dir)).search;

describe("the live server", () => {
  test("serves the page, its script and its style, and lets nothing else in", async () => {
    const page = await ask("");
    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toStartWith("default-src 'none'; script-src 'self'");
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect((await ask("client.js")).headers["content-type"]).toStartWith("text/javascript");
    expect((await ask("style.css")).headers["content-type"]).toStartWith("text/css");
  });

  test("gives nothing to another origin, a wrong token and a forged Host, whatever they ask for", async () => {
    const { host } = new URL(server.address());
    const strangers: Parameters<typeof ask>[1][] = [
      { token: "A".repeat(32) },
      { headers: { host: "attacker.example" } },
      { headers: { origin: "http://attacker.example" } },
      { headers: { "sec-fetch-site": "cross-site" } },
      { method: "POST" },
      { method: "POST", headers: { origin: "http://attacker.example", host } },
    ];
    for (const stranger of strangers) {
      for (const path of ["", "experiments", `events${query()}`, `report${query()}`, `stop${query()}`]) {
        const { status, body } = await ask(path, stranger);
        expect([path, status, body]).toEqual([path, 403, ""]);
      }
    }
  });

  test("is bound to 127.0.0.1 alone", async () => {
    const other = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal)?.address;
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: other ?? "::1", port: server.port });
      socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
    });
    expect(refused).toBe(true);
  });

  test("lists the project's experiments under keys that hold no path", async () => {
    const listed = JSON.parse((await ask("experiments")).body) as { key: string; topic: string; running: boolean }[];
    expect(listed).toHaveLength(1);
    expect(listed[0]?.key).toMatch(/^[0-9a-f]{16}$/);
    expect(listed[0]?.running).toBe(false);
  });

  test("tells the whole state at once to whoever begins to watch, and every change", async () => {
    const one = follow(`events${query()}`);
    await settled(() => one.states.length > 0);
    expect(one.states[0]).toMatchObject({ running: false, done: 12, failed: 0, total: 12, left: null, report: true });
    await withLock(dir, "x", async () => {
      await settled(() => one.states.at(-1)?.running === true);
      const other = follow(`events${query()}`);
      await settled(() => other.states.length > 0);
      expect(other.states[0]?.running).toBe(true);
      other.close();
    });
    await settled(() => one.states.at(-1)?.running === false);
    one.close();
  });

  test("serves the report as a page that can run and load nothing, and no link in its place", async () => {
    const report = await ask(`report${query()}`);
    expect(report.body).toContain("<!doctype html>");
    expect(report.headers["content-security-policy"]).toStartWith("sandbox; default-src 'none'");
    const file = join(dir, "results/report.html");
    await rename(file, join(dir, "results/other.html"));
    await symlink("/etc/hostname", file);
    expect((await ask(`report${query()}`)).status).toBe(404);
  });

  test("knows only experiments of its project", async () => {
    await mkdir(join(run.dir, "elsewhere"), { recursive: true });
    for (const key of ["0000000000000000", "../../etc", ""]) {
      expect((await ask(`report?experiment=${encodeURIComponent(key)}`)).status).toBe(404);
    }
    expect((await ask("task.json")).status).toBe(404);
    expect((await ask("../package.json")).status).not.toBe(200);
  });

  test("stops a run on the page's word", async () => {
    const { origin } = new URL(server.address());
    const asked = await ask(`stop${query()}`, { method: "POST", headers: { origin } });
    expect(asked.status).toBe(204);
    await expect(Bun.file(join(dir, ".stop")).exists()).resolves.toBe(true);
  });

  test("stops no run in a folder that may only be read", async () => {
    server.close();
    server = await startLiveServer({
      bases: async (use) => (use === "read" ? [join(run.dir, ".opencode/design-lab")] : []),
      ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
      now: () => new Date(),
    });
    expect((await ask(`report${query()}`)).status).toBe(200);
    const { origin } = new URL(server.address());
    const asked = await ask(`stop${query()}`, { method: "POST", headers: { origin } });
    expect(asked.status).toBe(404);
    await expect(Bun.file(join(dir, ".stop")).exists()).resolves.toBe(false);
  });

  test("stops by itself once nobody watches and nothing runs, and not before", async () => {
    server.close();
    server = await start(300);
    const watched = follow(`events${query()}`);
    await settled(() => watched.states.length > 0);
    await Bun.sleep(900);
    expect(server.isOpen()).toBe(true);
    await withLock(dir, "x", async () => {
      watched.close();
      await Bun.sleep(1_200);
      expect(server.isOpen()).toBe(true);
    });
    await settled(() => !server.isOpen());
  });

  test("shows an experiment whose text is hostile as data", async () => {
    const task = JSON.parse(await Bun.file(join(dir, "task.json")).text()) as Record<string, unknown>;
    await writeFile(join(dir, "task.json"), JSON.stringify({ ...task, topic: "</script>\u202E\u0000<b>" }));
    const listed = JSON.parse((await ask("experiments")).body) as { topic: string }[];
    expect(listed[0]?.topic).toBe("</script><b>");
  });
});
