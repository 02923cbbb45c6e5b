import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { basename } from "node:path";
import type { LiveServer } from "../../src/live/server.ts";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";
import { says, serveLive } from "../support/live-page.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
let run: Bench;
let server: LiveServer;
let page: Watched | null = null;
/** Whether one reviewer never gives an answer that can be used of the thin design. */
let stubborn: boolean;

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());

beforeEach(async () => {
  stubborn = true;
  run = await bench({
    answer({ kind, model }, { text }) {
      const unwilling = stubborn && kind === "evaluation" && model === "beta/middle-1";
      return unwilling && !text.includes('"interfaces":') ? "no" : undefined;
    },
  });
  server = await serveLive(run);
});
afterEach(async () => {
  await page?.close();
  page = null;
  server.close();
  await run.dispose();
});

async function open(address: string): Promise<Watched["page"]> {
  page = await visit(chrome.browser, address);
  return page.page;
}

const ranked = () => run.call("run", { task: "Design a queue", topic: "Queue" });

test("the way to the live page is found again by an open page when its server starts again, and said until then", async () => {
  await ranked();
  const view = await open(server.invite().address);
  await says(view, ".standing", "11 of 12 done");
  server.close();
  await says(view, ".lost", "Type /design-lab open in the project's OpenCode: this page then goes on");
  server = await serveLive(run);
  await settled(async () => (await view.locator(".lost").count()) === 0);
  stubborn = false;
  await run.call("run", { experiment: basename(await onlyExperiment(run.dir)) });
  await says(view, ".standing", "Finished 12 of 12 done");
}, 300_000);

test("the way to it is found again where there is no experiment yet, too", async () => {
  const view = await open(server.invite().address);
  await says(view, "h1", "No experiment yet");
  server.close();
  await says(view, ".lost", "does not answer");
  server = await serveLive(run);
  await settled(async () => (await view.locator(".lost").count()) === 0);
  await says(view, "h1", "No experiment yet");
}, 300_000);

test("the way to it is not told to who took the port of a server that ended", async () => {
  await ranked();
  const view = await open(server.invite().address);
  await says(view, ".standing", "11 of 12 done");
  const keys = [new URL(view.url()).pathname, ...(await view.context().cookies()).map(({ value }) => value)];
  expect(keys).toHaveLength(2);
  server.close();
  const heard: string[] = [];
  const squatter = Bun.serve({
    port: server.port,
    hostname: "127.0.0.1",
    fetch: ({ url, headers }) => {
      heard.push(`${url} ${JSON.stringify([...headers])}`);
      return Response.json("00".repeat(32));
    },
  });
  await settled(() => heard.length > 2);
  await says(view, ".lost", "This page is shut");
  // A page that a person reads names its own address nowhere either.
  for (const key of keys) expect(heard.filter((each) => each.includes(key))).toEqual([]);
  squatter.stop(true);
}, 300_000);
