import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import {
  openBrowser,
  overflow,
  seriousFindings,
  shown,
  type TestBrowser,
  visit,
  type Watched,
} from "../support/browser.ts";
import { onlyExperiment } from "../support/disk.ts";
import { gatekeeper } from "../support/gatekeeper.ts";
import { type Bench, bench } from "../support/lab.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
let run: Bench;
let gate: ReturnType<typeof gatekeeper>;
let server: LiveServer;
let page: Watched | null = null;
let child: ChildProcess | null = null;
/** Whether one reviewer never gives an answer that can be used of the thin design. */
let stubborn: boolean;

beforeAll(async () => {
  chrome = await openBrowser();
}, 60_000);
afterAll(() => chrome.close());

beforeEach(async () => {
  gate = gatekeeper();
  stubborn = true;
  run = await bench({
    async answer({ kind, model }, { text }) {
      await gate.pass();
      const unwilling = stubborn && kind === "evaluation" && model === "beta/middle-1";
      return unwilling && !text.includes('"interfaces":') ? "no" : undefined;
    },
  });
  server = await startLiveServer({
    bases: async () => [join(run.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
  });
});
afterEach(async () => {
  gate.open(1_000);
  child?.kill("SIGKILL");
  child = null;
  await page?.close();
  page = null;
  server.close();
  await run.dispose();
});

async function open(address: string, options: Parameters<typeof visit>[2] = {}): Promise<Watched["page"]> {
  page = await visit(chrome.browser, address, options);
  return page.page;
}

/** Waits until the page says so; `part` is where. */
async function says(where: Watched["page"], part: string, text: string | RegExp): Promise<void> {
  const wanted = typeof text === "string" ? new RegExp(text.replace(/[.()|]/g, "\\$&")) : text;
  const said = () => shown(where.locator(part));
  await settled(async () => wanted.test(await said())).catch(async () => expect(await said()).toMatch(wanted));
}

describe("the live page", () => {
  test("shows a run of 12 filling up, the same after a reload, and the report at its end", async () => {
    const view = await open(server.address());
    await says(view, "h1", "No experiment yet");
    const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
    await says(view, "h1", "Durable queue");
    await says(view, ".standing", "0 of 12 done");
    await settled(async () => (await view.locator(".stage.asking").count()) === 3);
    gate.open(3);
    await says(view, ".standing", "3 of 12 done");
    await says(view, ".legend", "by alpha/strong-1");
    gate.open(5);
    await settled(async () => (await view.locator(".stage.done").count()) >= 7);
    expect(await shown(view.locator(".figures"))).toMatch(/about \d/);
    const before = await shown(view.locator(".standing"));
    await view.reload();
    await says(view, ".standing", before);
    expect(await seriousFindings(view)).toEqual([]);

    gate.open(1_000);
    expect(await done).toContain("1 session failed");
    await says(view, ".standing", "Ended with failures 11 of 12 done, 1 failed");
    await says(view, "#failures + ul", "Evaluation of C by beta/middle-1, failed: no usable answer");
    await says(view, ".places", "A");
    expect(page?.console).toEqual([]);
    await view.locator("a.button").click();
    await says(view, "h1", "Durable queue");
    expect(await view.locator("#verdict").isVisible()).toBe(true);
  }, 120_000);

  test("asks nobody but its own server", async () => {
    await Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
    const view = await open(server.address());
    await says(view, ".standing", "11 of 12 done");
    const { origin } = new URL(server.address());
    expect(page?.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
  }, 60_000);

  for (const colorScheme of ["light", "dark"] as const) {
    test(`fits a phone and has no serious accessibility problem: ${colorScheme}`, async () => {
      const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
      gate.open(6);
      const view = await open(server.address(), { viewport: { width: 360, height: 740 }, colorScheme });
      await settled(async () => (await view.locator(".stage.done").count()) >= 5);
      expect(await overflow(view)).toBe(0);
      gate.open(1_000);
      await done;
      await says(view, ".standing", "Ended with failures");
      expect(await view.locator(".places").isVisible()).toBe(true);
      expect(await overflow(view)).toBe(0);
      expect(await seriousFindings(view)).toEqual([]);
    }, 60_000);
  }

  test("stops the run, after a second word", async () => {
    stubborn = false;
    const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
    gate.open(5);
    const view = await open(server.address());
    await says(view, ".standing", /Running 5 of 12 done/);
    await view.getByRole("button", { name: "Stop the run" }).click();
    await view.getByRole("button", { name: "Let it run" }).click();
    await view.getByRole("button", { name: "Stop the run" }).click();
    await view.getByRole("button", { name: "Stop now" }).click();
    expect(await done).toContain("The run was stopped.");
    await says(view, ".standing", "Nobody is at work");
    await says(view, ".standing", "5 of 12 done");
  }, 60_000);

  test("follows the run of another process, and says so when that is killed", async () => {
    child = spawn(process.execPath, [join(import.meta.dir, "../support/other-process.ts"), run.dir, "4"]);
    const view = await open(server.address());
    await says(view, "h1", "Another process's queue");
    await says(view, ".standing", /Running 7 of 12 done/);
    child.kill("SIGKILL");
    await once(child, "exit");
    await says(view, ".standing", "Nobody is at work 7 of 12 done");
    expect(await view.locator(".stage.interrupted").count()).toBeGreaterThan(0);
    expect(await view.locator(".stage.asking").count()).toBe(0);
    await onlyExperiment(run.dir);
  }, 60_000);

  test("says so when the OpenCode that serves it is gone, and keeps what it knew", async () => {
    await Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
    const view = await open(server.address());
    await says(view, ".standing", "11 of 12 done");
    server.close();
    await says(view, ".lost", "does not answer");
    expect(await shown(view.locator(".standing"))).toContain("11 of 12 done");
  }, 60_000);

  test("gives a page of another site nothing, even one that knows the address", async () => {
    await Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("<!doctype html><title>x</title>", { headers: { "content-type": "text/html" } }),
    });
    const view = await open(`http://127.0.0.1:${other.port}/`);
    const stolen = await view.evaluate(async (address) => {
      const read = await fetch(`${address}experiments`).then(
        (answer) => answer.text(),
        () => "nothing",
      );
      const blind = await fetch(`${address}stop`, { method: "POST", mode: "no-cors" }).then(
        ({ type }) => type,
        () => "nothing",
      );
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
      await new Promise((resolve) => {
        frame.onload = resolve;
        setTimeout(resolve, 1_000);
      });
      let framed = "";
      try {
        framed = frame.contentDocument?.body.textContent ?? "";
      } catch {
        framed = "closed";
      }
      return { read, blind, framed };
    }, server.address());
    expect(stolen.read).toBe("nothing");
    expect(["", "closed"]).toContain(stolen.framed);
    expect(await Bun.file(join(await onlyExperiment(run.dir), ".stop")).exists()).toBe(false);
    other.stop(true);
  }, 60_000);
});
