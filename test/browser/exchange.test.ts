import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { openBrowser, overflow, seriousFindings, shown, type TestBrowser, visit } from "../support/browser.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
let run: Bench;
let server: LiveServer;
let dir: string;

beforeAll(async () => {
  chrome = await openBrowser();
  run = await bench();
  await run.call("run", { task: "Design a queue", topic: "queue" });
  dir = await onlyExperiment(run.dir);
  server = await startLiveServer({
    bases: async () => [join(run.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(run.dir, "state/kept.json"),
  });
}, 300_000);
afterAll(async () => {
  server.close();
  await chrome.close();
  await run.dispose();
});

/** Opens the scores, which a report closes, and the reasons of the first. */
async function whyOf(page: Awaited<ReturnType<typeof visit>>["page"]): Promise<void> {
  await page.locator("details:has(button[popovertarget^='why-']) > summary").first().click();
  await page.locator("button[popovertarget^='why-']").first().click();
}

const FIRST = "a.exchange[href*='evaluation']";

test("a report that is opened as a file leads by a click to what was sent and what came back", async () => {
  const {
    page,
    console: said,
    close,
  } = await visit(chrome.browser, `${pathToFileURL(join(dir, "results/report.html"))}`);
  await whyOf(page);
  await page.locator(FIRST).filter({ visible: true }).first().click();
  await settled(async () => (await shown(page.locator("h1"))).startsWith("Evaluation of"));
  expect(await shown(page.locator("main"))).toContain("System prompt");
  expect(await overflow(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await overflow(page)).toBe(0);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "exchange-360.png") });
  expect(said).toEqual([]);
  await close();
}, 300_000);

/** Leads to all of an experiment; a cell leads to its own. */
const ALL = "a[href^='exchange?']:not([href*='of='])";

test("the live page leads to it, and so does the report that it serves", async () => {
  const { page, close } = await visit(chrome.browser, server.invite(dir).address);
  await page.locator(ALL).first().waitFor();
  const address = page.url();
  await page.locator(ALL).first().click();
  await page.getByRole("link", { name: "Design A", exact: true }).click();
  await settled(async () => (await shown(page.locator("h1"))) === "Design A");
  await page.goto(address);
  await page.locator("a[href^='report?']").first().click();
  await whyOf(page);
  await page.locator(FIRST).filter({ visible: true }).first().click();
  await settled(async () => (await shown(page.locator("h1"))).startsWith("Evaluation of"));
  await close();
}, 300_000);
