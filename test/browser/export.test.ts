import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser, type TestBrowser, visit } from "../support/browser.ts";
import { bench } from "../support/lab.ts";

let chrome: TestBrowser;
let folder = "";

/** An export that lies somewhere else than where it was made, and of which the experiment is gone. */
beforeAll(async () => {
  chrome = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), "designlab-handed-on-"));
  const run = await bench();
  run.typed = true;
  await run.call("run", { task: "Design a durable job queue.", topic: "Queue", requirements: ["Jobs run once"] });
  await run.call("decide", { design: "A", because: "It is the one we can run" });
  await run.call("export", { to: "out" });
  await cp(join(run.dir, "out"), join(folder, "out"), { recursive: true });
  await run.dispose();
}, 300_000);

afterAll(async () => {
  await chrome.close();
  await rm(folder, { recursive: true, force: true });
});

test("the report of an export opens without the tool and without a network, and each of its links leads somewhere", async () => {
  const { page, console, requests, close } = await visit(
    chrome.browser,
    pathToFileURL(join(folder, "out/report.html")).href,
    { offline: true },
  );
  expect(await page.title()).toContain("Queue");
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll("a[href]")].flatMap((link) => {
      const href = link.getAttribute("href") ?? "";
      return href.startsWith("#") && document.getElementById(decodeURIComponent(href.slice(1))) ? [] : [href];
    }),
  );
  expect(broken).toEqual([]);
  expect(await page.locator("a[href^='#']").count()).toBeGreaterThan(10);
  expect({ console, requests }).toEqual({ console: [], requests: [] });
  await close();
}, 300_000);
