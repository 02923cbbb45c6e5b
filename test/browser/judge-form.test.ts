import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Ballot } from "../../src/artifacts/ballot.ts";
import { type Judging, startJudging } from "../../src/live/judging.ts";
import { openBrowser, shown, type TestBrowser } from "../support/browser.ts";
import { ballotOf, seatOf } from "../support/judges.ts";

// What single parts of src/views/html/judge do where a browser draws them: the order, the scores, and what was asked.

let chrome: TestBrowser;
let root: string;
let judging: Judging;
let page: Page;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-form-"));
  judging = await startJudging({ kept: join(root, "judging.json") });
  chrome = await openBrowser();
}, 300_000);
afterAll(async () => {
  await chrome.close();
  judging.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => page?.close());

/** The desk of somebody who judges this. */
async function sit(ballot: Ballot): Promise<void> {
  page = await chrome.browser.newPage();
  await page.goto(judging.invite(seatOf(ballot)).address);
  await page.locator("#order").waitFor({ timeout: 60_000 });
}
const focused = (): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.closest("[data-put], [data-id]")?.outerHTML.slice(0, 200) ?? null);

test("a design put into the order gives the focus to the next that has no place, and one taken out to itself", async () => {
  await sit(ballotOf(3));
  await page.locator('[data-put="N"]').press("Enter");
  expect(await focused()).toContain('data-put="O"');
  await page.locator('[data-put="O"]').press("Enter");
  await page.locator('[data-put="P"]').press("Enter");
  expect(await focused()).toContain('data-id="P"');
  await page.locator('[data-id="N"] .move').last().press("Enter");
  expect(await focused()).toContain('data-put="N"');
}, 300_000);

test("of a row of points the first alone is called not scored, and each other by its number", async () => {
  await sit(ballotOf(2));
  await page.locator("#scores summary").click();
  const named = (name: string) =>
    page.locator("#scores .scored").first().getByRole("radio", { name, exact: true }).count();
  expect(await Promise.all(["not scored", "0", "7", "10", "\u2013"].map(named))).toEqual([1, 1, 1, 1, 0]);
}, 300_000);

test("what was asked has a list where there are requirements, and none where there are not", async () => {
  await sit(ballotOf(2));
  expect(await page.locator("#asked .numbered li").count()).toBe(2);
  await page.close();
  await sit(ballotOf(2, { requirements: [] }));
  await page.locator("#asked summary").click();
  expect(await shown(page.locator("#asked"))).toContain("5,000 a minute");
  expect(await page.locator("#asked ul.numbered").count()).toBe(0);
}, 300_000);
