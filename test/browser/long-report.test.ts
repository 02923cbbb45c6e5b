import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folderKey, type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { openBrowser, overflow, seriousFindings, shown, type TestBrowser, visit } from "../support/browser.ts";
import type { Made } from "../support/experiments.ts";
import { longReport } from "../support/long-report.ts";

/** Pixels that a report of four long designs and five reviewers may take as it opens, 1180 px wide. */
const MOST = 12_000;

let chrome: TestBrowser;
let made: Made;
let server: LiveServer;
let address = "";

beforeAll(async () => {
  [chrome, made] = await Promise.all([openBrowser(), longReport()]);
  address = pathToFileURL(join(made.dir, "results/report.html")).href;
  server = await startLiveServer({
    bases: async () => [join(made.lab.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(made.lab.dir, "state/kept.json"),
  });
}, 300_000);

afterAll(async () => {
  server.close();
  await chrome.close();
  await made.dispose();
});

describe("a report of four long designs that five reviewers judged, with a plan", () => {
  for (const width of [1180, 360]) {
    test(`is short as it opens, and what decides is whole: ${width} px`, async () => {
      const { page, close } = await visit(chrome.browser, address, {
        viewport: { width, height: 900 },
        javaScriptEnabled: false,
      });
      const tall = Math.round((await page.locator("html").boundingBox())?.height ?? 0);
      console.log(`a report of 4 × 5 is ${tall} px long at ${width} px as it opens`);
      if (width === 1180) expect(tall).toBeLessThanOrEqual(MOST);
      for (const { letter } of await designsOf()) {
        const card = await shown(page.locator(`#designs .card:has(a[href="#design-${letter}"])`));
        for (const named of ["Main choice", "Worst risk", "Rank", "Requirements met"]) expect(card).toContain(named);
      }
      expect(await page.locator("#coverage tbody tr:visible").count()).toBe(12);
      expect(await page.locator("#verdict .because dt:visible").count()).toBeGreaterThan(3);
      await close();
    }, 300_000);
  }

  test("fits a phone and has no serious accessibility problem, closed and with all of it open", async () => {
    const { page, close } = await visit(chrome.browser, address, { viewport: { width: 360, height: 740 } });
    expect(await seriousFindings(page)).toEqual([]);
    await page.evaluate(() => {
      for (const each of document.querySelectorAll("details")) each.open = true;
    });
    expect(await overflow(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await close();
  }, 300_000);

  test("is gone through by Tab from top to bottom, and nothing that is closed takes the focus", async () => {
    const { page, close } = await visit(chrome.browser, address, { viewport: { width: 1180, height: 900 } });
    const seen: { y: number; closed: boolean }[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        const top = focused.closest("nav, .skip") ? 0 : focused.getBoundingClientRect().top + scrollY;
        const around = focused.closest("details:not([open])");
        return { y: top, closed: around !== null && focused.tagName !== "SUMMARY" };
      });
      if (at === null) break;
      seen.push(at);
    }
    expect(seen.length).toBeGreaterThan(40);
    expect(seen.filter(({ closed }) => closed)).toEqual([]);
    const inMain = seen.map(({ y }) => y).filter((y) => y > 0);
    // Cards and cells of one row lie beside each other.
    expect(inMain.filter((y, at) => y < (inMain[at - 1] ?? 0) - 400)).toEqual([]);
    await close();
  }, 300_000);

  test("leads to the plan and back, as files and from the page of its server", async () => {
    const file = await visit(chrome.browser, address, { javaScriptEnabled: false });
    await file.page.locator(".top a[href='plan.html']").click();
    expect(await file.page.locator(".plan-drawing a").count()).toBe(12);
    await file.page.locator(".top a").click();
    expect(await file.page.locator("#verdict").isVisible()).toBe(true);
    await file.close();

    const { page, console, close } = await visit(chrome.browser, server.invite(made.dir).address);
    await page.locator("a[href^='report?']").first().waitFor();
    await page.goto(new URL(`report?experiment=${folderKey(made.dir)}`, page.url()).href);
    await page.locator(".top a[href^='plan?']").click();
    await page.locator(".plan-drawing").waitFor();
    expect(await seriousFindings(page).catch(() => [])).toEqual([]);
    await page.locator(".top a[href^='report?']").click();
    await page.locator("#verdict").waitFor();
    expect(console.filter((line) => !line.includes("sandboxed"))).toEqual([]);
    await close();
  }, 300_000);
});

async function designsOf(): Promise<{ letter: string }[]> {
  return "ABCD".split("").map((letter) => ({ letter }));
}
