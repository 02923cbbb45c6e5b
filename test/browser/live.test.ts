import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LiveServer } from "../../src/live/server.ts";
import { writeRedirect } from "../../src/live/show-page.ts";
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
import { says, serveLive } from "../support/live-page.ts";
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
}, 300_000);
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
  server = await serveLive(run);
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

describe("the live page", () => {
  test("shows a run of 12 filling up, the same after a reload, and the report at its end", async () => {
    const view = await open(server.invite().address);
    await says(view, "h1", "No experiment yet");
    const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
    await says(view, "h1", "Durable queue");
    await says(view, ".standing", "0 of 12 done");
    await settled(async () => (await view.locator(".stage.asking").count()) === 3);
    await says(view, ".figures", /Left, as forecast\s+about \d/);
    gate.open(3);
    await says(view, ".standing", "3 of 12 done");
    await settled(async () => (await view.title()) === "3 of 12 · Durable queue");
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
    await says(view, "#failures ul", "Evaluation of C by beta/middle-1, failed: no usable answer");
    await says(view, ".places", "A");
    // Each design, score and failure leads to what was sent for it; there is nothing else in the table to press.
    expect(await view.locator("#matrix a.cell").count()).toBe(12);
    const failed = view.locator("#failures li a");
    expect(await failed.getAttribute("href")).toBe(await view.locator("a.cell.failed").getAttribute("href"));
    await view.locator("a.cell.failed").click();
    await says(view, "h1", "Evaluation of C by beta/middle-1");
    await view.goBack();
    await says(view, ".places", "A");
    const order = await view.locator("main h2").allInnerTexts();
    expect(order.slice(0, 4)).toEqual([
      "What do you want to build or know?",
      "Next: ask for what is missing",
      "The ranking",
      "What is done",
    ]);
    expect(page?.console).toEqual([]);
    await view.locator("a.button").click();
    await says(view, "h1", "Durable queue");
    expect(await view.locator("#verdict").isVisible()).toBe(true);
  }, 300_000);

  test("opens a design that is written while the others are waited for, and leads back", async () => {
    const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
    gate.open(1);
    const view = await open(server.invite().address);
    await says(view, ".standing", /Running 1 of 12 done/);
    await view.locator(".legend a").click();
    await says(view, "h1", "Durable queue");
    await says(view, "#full h2", /^Design [ABC]$/);
    await says(view, "#full", "Components");
    // The page itself runs nothing, not even what looks at it.
    const file = join(run.dir, "design.html");
    await writeFile(file, await view.content());
    const same = await visit(chrome.browser, `file://${file}`, { viewport: { width: 390, height: 800 } });
    expect(await seriousFindings(same.page)).toEqual([]);
    expect(await overflow(same.page)).toBe(0);
    await same.close();
    await view.goBack();
    await says(view, ".standing", /Running 1 of 12 done/);
    expect(page?.console).toEqual([]);
    gate.open(1_000);
    await done;
  }, 300_000);

  test("goes on to a run that begins when its own has ended, says so, and stays at one that was chosen", async () => {
    const ranked = (topic: string) => run.call("run", { task: `Design ${topic}`, topic });
    gate.open(1_000);
    await ranked("First queue");
    const view = await open(server.invite().address);
    await says(view, "h1", "First queue");
    gate = gatekeeper();
    const second = ranked("Second queue");
    await says(view, "h1", "Second queue");
    await says(view, "header [role=status]", "A run began, and this page went on to it. Back to First queue");
    expect(view.url()).not.toContain("experiment=");
    expect(await seriousFindings(view)).toEqual([]);
    await view.reload();
    await says(view, "h1", "Second queue");
    gate.open(1_000);
    await second;
    await says(view, ".standing", "Ended with failures");

    await view.locator("#others a", { hasText: "First queue" }).click();
    await says(view, "h1", "First queue");
    expect(view.url()).toContain("experiment=");
    gate = gatekeeper();
    const third = ranked("Third queue");
    await says(view, "#others", /Third queue .*running/);
    await says(view, "h1", "First queue");
    await view.reload();
    await says(view, "#others", "This page stays at what was chosen.");
    await view.locator("#others a", { hasText: "Follow what runs" }).click();
    await says(view, "h1", "Third queue");
    gate.open(1_000);
    await third;
  }, 300_000);

  test("asks nobody but its own server", async () => {
    await Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
    const view = await open(server.invite().address);
    await says(view, ".standing", "11 of 12 done");
    const { origin } = new URL(server.invite().address);
    expect(page?.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
  }, 300_000);

  for (const colorScheme of ["light", "dark"] as const) {
    test(`fits a phone and has no serious accessibility problem: ${colorScheme}`, async () => {
      const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
      gate.open(6);
      const view = await open(server.invite().address, { viewport: { width: 360, height: 740 }, colorScheme });
      await settled(async () => (await view.locator(".stage.done").count()) >= 5);
      expect(await overflow(view)).toBe(0);
      gate.open(1_000);
      await done;
      await says(view, ".standing", "Ended with failures");
      expect(await view.locator(".places").isVisible()).toBe(true);
      expect(await overflow(view)).toBe(0);
      expect(await seriousFindings(view)).toEqual([]);
    }, 300_000);
  }

  test("shows the newest experiment, or the one that its address names", async () => {
    stubborn = false;
    gate.open(1_000);
    for (const topic of ["Earlier", "Later"]) await run.call("run", { task: `Design ${topic}`, topic, fresh: true });
    const { address } = server.invite();
    const view = await open(address);
    await says(view, "h1", "Later");
    await says(view, ".standing", "Finished 12 of 12 done");
    await view.getByText("Earlier").first().click();
    await says(view, "h1", "Earlier");
    await view.reload();
    await says(view, "h1", "Earlier");
    await view.getByRole("link", { name: "History of all experiments" }).click();
    await view.getByRole("link", { name: "Back to the experiments" }).click();
    await says(view, "h1", "Earlier");
  }, 300_000);

  test("stops the run, after a second word", async () => {
    stubborn = false;
    const done = run.call("run", { task: "Design a durable queue", topic: "Durable queue" });
    gate.open(5);
    const view = await open(server.invite().address);
    await says(view, ".standing", /Running 5 of 12 done/);
    await view.getByRole("button", { name: "Stop the run" }).click();
    await view.getByRole("button", { name: "Let it run" }).click();
    // A key that is held, or pressed twice, is one word.
    await view.getByRole("button", { name: "Stop the run" }).press("Enter");
    await view.keyboard.press("Enter");
    await Bun.sleep(300);
    expect(await view.getByRole("button", { name: "Stop now" }).count()).toBe(1);
    await view.getByRole("button", { name: "Stop now" }).click();
    expect(await done).toContain("The run was stopped.");
    await says(view, ".standing", "Nobody is at work");
    await says(view, ".standing", "5 of 12 done");
  }, 300_000);

  test("follows the run of another process, and says so when that is killed", async () => {
    child = spawn(process.execPath, [join(import.meta.dir, "../support/other-process.ts"), run.dir, "4"]);
    const view = await open(server.invite().address);
    await says(view, "h1", "Another process's queue");
    await says(view, ".standing", /Running 7 of 12 done/);
    child.kill("SIGKILL");
    await once(child, "exit");
    await says(view, ".standing", "Nobody is at work 7 of 12 done");
    expect(await view.locator(".stage.interrupted").count()).toBeGreaterThan(0);
    expect(await view.locator(".stage.asking").count()).toBe(0);
    await onlyExperiment(run.dir);
  }, 300_000);

  test("says so when the OpenCode that serves it is gone, and keeps what it knew", async () => {
    await Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
    const view = await open(server.invite().address);
    await says(view, ".standing", "11 of 12 done");
    server.close();
    await says(view, ".lost", "does not answer");
    expect(await shown(view.locator(".standing"))).toContain("11 of 12 done");
  }, 300_000);

  test("gives a page of another site nothing, even one that knows the address, in the very browser", async () => {
    await Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
    const cookies: string[] = [];
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ headers }) => {
        cookies.push(headers.get("cookie") ?? "");
        return new Response("<!doctype html><title>x</title>", { headers: { "content-type": "text/html" } });
      },
    });
    const view = await open(server.invite().address);
    await says(view, ".standing", "11 of 12 done");
    const inside = view.url().replace(/\?.*/u, "");
    const before = page?.requests.length;
    await view.goto(`http://127.0.0.1:${other.port}/`);
    const stolen = await view.evaluate(async (address) => {
      const read = await fetch(`${address}experiments`, { credentials: "include" }).then(
        (answer) => answer.text(),
        () => "nothing",
      );
      const blind = await fetch(`${address}stop`, { method: "POST", mode: "no-cors", credentials: "include" }).then(
        ({ type }) => type,
        () => "nothing",
      );
      const framed: string[] = [];
      for (const src of [address, new URL("/", address).href]) {
        const frame = document.createElement("iframe");
        frame.src = src;
        document.body.append(frame);
        await new Promise((resolve) => {
          frame.onload = resolve;
          setTimeout(resolve, 1_000);
        });
        try {
          framed.push(frame.contentDocument?.body.textContent ?? "");
        } catch {
          framed.push("closed");
        }
      }
      return { read, blind, framed };
    }, inside);
    expect(stolen.read).toBe("nothing");
    expect(["", "closed"]).toContain(stolen.framed.join("").replaceAll("closed", ""));
    expect(await Bun.file(join(await onlyExperiment(run.dir), ".stop")).exists()).toBe(false);
    expect(page?.requests.length).toBeGreaterThan(before ?? 0);
    expect(new Set(cookies)).toEqual(new Set([""]));
    other.stop(true);
  }, 300_000);
});

describe("the way to the live page", () => {
  const ranked = () => Promise.all([run.call("run", { task: "Design a queue", topic: "Queue" }), gate.open(1_000)]);
  const anew = "Type /design-lab open in the project's OpenCode: it opens the page anew.";

  test("leads from a private file to the page, and leaves nothing behind that would lead there again", async () => {
    await ranked();
    const { address, used } = server.invite();
    const file = (await writeRedirect(join(run.dir, "state"), address)) ?? "";
    const sent: string[] = [];
    const view = await open("about:blank");
    view.on("request", (request) => sent.push(`${request.url()} ${request.headers().referer ?? ""}`));
    await view.goto(`file://${file}`);
    await says(view, ".standing", "11 of 12 done");
    expect(await used).toBe(true);
    const code = new URL(address).hash.slice(1);
    expect(view.url()).not.toContain(code);
    // The code is sent once, in the exchange itself, and no request names the file it came from.
    expect(sent.filter((each) => each.includes(`/enter?code=${code}`))).toHaveLength(1);
    expect(sent.filter((each) => / file:/u.test(each) || each.endsWith(code))).toEqual([]);
    expect(await view.evaluate(() => document.cookie)).toBe("");
    await view.goBack();
    expect(await shown(view.locator("body"))).not.toContain("11 of 12");
    expect(view.url()).not.toContain(code);
  }, 300_000);

  test("is not needed again by a reload, the way back from the report and a second tab", async () => {
    await ranked();
    const view = await open(server.invite().address);
    await says(view, ".standing", "11 of 12 done");
    await view.reload();
    await says(view, ".standing", "11 of 12 done");
    await view.locator("a.button").click();
    await settled(async () => view.locator("#verdict").isVisible());
    await view.reload();
    expect(await view.locator("#verdict").isVisible()).toBe(true);
    await view.goBack();
    await says(view, ".standing", "11 of 12 done");
    const second = await view.context().newPage();
    await second.goto(view.url());
    await says(second, ".standing", "11 of 12 done");
    expect(page?.console).toEqual([]);
  }, 300_000);

  test("is shut for everybody when an address is used twice, and says so on both pages", async () => {
    await ranked();
    const { address } = server.invite();
    const view = await open(address);
    await says(view, ".standing", "11 of 12 done");
    const again = await visit(chrome.browser, address);
    await says(again.page, "main", "This address was used before");
    await says(again.page, "main", anew);
    expect(await seriousFindings(again.page)).toEqual([]);
    await again.close();
    await says(view, ".lost", "This page is shut");
    await says(view, ".lost", anew);
    expect(await shown(view.locator(".standing"))).toContain("11 of 12 done");
    const second = await view.context().newPage();
    await second.goto(server.invite().address);
    await says(second, ".standing", "11 of 12 done");
    await view.reload();
    await says(view, ".standing", "11 of 12 done");
    expect(await view.locator(".lost").count()).toBe(0);
  }, 300_000);

  test("ends before the page for a wrong code, for none, and for a browser that was never let in", async () => {
    await ranked();
    const { origin } = new URL(server.invite().address);
    const view = await open(`${origin}/#${"A".repeat(32)}`);
    await says(view, "main", "This address is no longer good");
    await says(view, "main", anew);
    await view.goto(origin);
    await says(view, "main", "This address opens nothing by itself");
    const known = await visit(chrome.browser, server.invite().address);
    await says(known.page, ".standing", "11 of 12 done");
    await view.goto(known.page.url());
    await says(view, ".lost", "This page is shut");
    expect(await shown(view.locator("body"))).not.toContain("Queue");
    await known.close();
  }, 300_000);

  // Contrast is of the colours and what fits is of the width, so that each needs to be seen once.
  for (const [colorScheme, width] of [
    ["light", 360],
    ["dark", 1280],
  ] as const) {
    test(`says what to type within ${width} px, ${colorScheme}`, async () => {
      await ranked();
      const { address } = server.invite();
      const options = { viewport: { width, height: 740 }, colorScheme };
      const view = await open(`${new URL(address).origin}/#${"A".repeat(32)}`, options);
      await says(view, "main", "no longer good");
      await looks(view, `refused-${width}-${colorScheme}`);
      await view.goto("about:blank");
      await view.goto(address);
      await says(view, ".standing", "11 of 12 done");
      server.close();
      await says(view, ".lost", "does not answer");
      await looks(view, `ended-${width}-${colorScheme}`);
    }, 300_000);
  }
});

/** Whether a page fits and can be read by all; `DESIGNLAB_PICTURES` names a folder for pictures of it. */
async function looks(view: Watched["page"], name: string): Promise<void> {
  const folder = process.env.DESIGNLAB_PICTURES;
  if (folder) await view.screenshot({ path: join(folder, `${name}.png`) });
  expect(await overflow(view)).toBe(0);
  expect(await seriousFindings(view)).toEqual([]);
}
